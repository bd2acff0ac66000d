import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { useOpenedEngine } from '../../../test/fakes/opened-engine.ts'
import { follow } from '../../../test/fakes/engine.ts'
import { outsideFiles } from '../../core/invite/clients.ts'
import type { InviteChoice } from '../../core/invite/invite.ts'
import { tempFolder } from '../../../test/fakes/journal.ts'

const engine = useOpenedEngine()
const choice: InviteChoice = { client: 'claude-desktop', agent: 'coder', way: 'mcp', reports: false, asks: false, isRemoval: false }

function fakeHome(): string {
  const home = tempFolder()
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, home)
  return home
}

describe('invitations through the contract', () => {
  test('are planned by the core, shown, asked about outside the project, applied, and taken back', async () => {
    const home = fakeHome()
    const { workspace, running } = engine
    const { client } = running
    const { state } = follow(client, workspace)
    const system = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux'
    const settings = path.join(home, ...outsideFiles(system).slice(0, 1))
    mkdirSync(path.dirname(settings), { recursive: true })
    writeFileSync(settings, '{ "theme": "dark" }\n')
    const plan = await engine.value('invites.plan', { workspace, choice })
    expect(plan.changes.map(({ isOutside }) => isOutside)).toEqual([true])
    const applied = client.call('invites.apply', { workspace, choice, digest: plan.digest })
    const asked = await vi.waitFor(async () => {
      const [one] = (await state()).approvals
      if (one === undefined) throw new Error('not asked yet')
      return one
    })
    expect(asked).toMatchObject({ effect: { kind: 'configure', target: settings } })
    expect(readFileSync(settings, 'utf8')).toBe('{ "theme": "dark" }\n')
    running.skip(2_000) // it counts one second after the question appeared at the earliest
    const decision = { id: asked.id, digest: asked.digest, decision: { allow: true, scope: 'once' } } as const
    await engine.value('gate.decide', decision)
    expect(await applied).toMatchObject({ ok: true })
    expect(readFileSync(settings, 'utf8')).toContain('"--agent"')
    await vi.waitFor(async () => expect((await state()).invited).toMatchObject([{ agent: 'coder', client: 'claude-desktop' }]))
    expect(await client.call('invites.apply', { workspace, choice, digest: plan.digest })).toMatchObject({
      ok: false,
      fault: { code: 'conflict' },
    })
  })
})

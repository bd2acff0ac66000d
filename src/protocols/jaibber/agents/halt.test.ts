import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openTestAgents, script } from '../../../../test/fakes/local-agents.ts'
import type { TestAgents } from '../../../../test/fakes/local-agents.ts'
import { processesIn } from '../../../../test/programs/processes-in.ts'
import { sized } from '../../../../test/sizes.ts'
import type { HaltOrder } from '../../../core/halt.ts'
import { LocalAgent } from './local-agent.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

let folder: string
let test: TestAgents
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-halt-')))
  test = await openTestAgents(folder)
})
afterEach(async () => {
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})

const order = (verb: 'halt' | 'resume', agents?: string[]): HaltOrder => ({
  id: '7F3K',
  verb,
  level: 'stop',
  operator: 'operator',
  at: 0,
  messageId: () => 'x',
  seen: [],
  ...(agents !== undefined && { agents }),
})
const often = { timeout: 30_000, interval: 20 }
const halt = (verb: HaltOrder = order('halt')): Promise<ReadonlyMap<string, unknown>> =>
  test.agents.halt(test.agents.haltParts(verb).ends.map(({ key }) => key))

describe.runIf(process.platform === 'linux')('a halt', () => {
  const trees = sized(3, 16)
  it(`ends ${trees} agents with everything that their programs started, and their askers are told (F28)`, async ({ annotate }) => {
    test.settings = { ...test.settings, budget: trees + 10 }
    for (let number = 0; number < trees; number++)
      await test.add({ name: `Agent${number}`, provider: script('setsid sleep 60 & sh -c "sleep 60; :"') })
    test.hear(Array.from({ length: trees }, (_, number) => `@Agent${number}`).join(' '))
    await vi.waitFor(() => expect(processesIn(folder).filter((name) => name === 'sleep')).toHaveLength(2 * trees), often)
    const began = performance.now()
    const done = await halt()
    const ms = Math.round(performance.now() - began)
    expect([...done.values()]).toEqual(Array.from({ length: trees }, () => ({ ok: true, value: undefined })))
    await vi.waitFor(() => expect(processesIn(folder)).toEqual([]), often)
    const errors = test.published.filter(({ type }) => type === 'error').map(({ text }) => text)
    expect(errors).toHaveLength(trees)
    expect(new Set(errors)).toEqual(new Set(['Agent error: stopped by the operator']))
    await annotate(`${trees} agents with three processes each: all ended ${ms} ms after the halt`, 'F28')
  })

  it('keeps what waits, starts nothing by itself, and Resume goes on only where it is ticked', async () => {
    const coder = await test.add({ provider: script('[ -e go ] || sleep 60; echo done') })
    const other = await test.add({ name: 'Reviewer', provider: { kind: 'echo' } })
    test.hear('@Coder one')
    await vi.waitFor(() => expect(processesIn(folder)).toContain('sleep'), often)
    test.hear('@Coder two')
    expect(test.agents.haltParts(order('halt'))).toMatchObject({
      ends: [
        { key: `agent ${coder}`, what: 'Coder' },
        { key: `agent ${other}`, what: 'Reviewer' },
      ],
      refuses: [{ what: 'Coder', note: '1 prompt stays queued' }],
      starts: [],
    })
    expect(test.agents.haltParts(order('halt', ['reviewer'])).ends).toMatchObject([{ what: 'Reviewer' }])
    await halt()
    test.hear('@Coder three')
    expect(test.agent('Coder')).toMatchObject({ state: 'stopped', queue: [{ text: '@Coder two' }] })
    expect(test.agents.haltParts(order('resume')).starts).toMatchObject([
      { key: `agent ${coder}`, note: '1 prompt stays queued' },
      { key: `agent ${other}` },
    ])
    // Its standing approval has rested: nobody is asked again.
    valueOf(test.agents.restart(`agent ${other}`))
    expect(test.agent('Coder').state).toBe('stopped')
    expect(test.agent('Reviewer').state).toBe('ready')
    expect(test.agents.restart(`agent ${other}`)).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    await test.until(['typing', 'error'])
    expect(test.approvals.list()).toEqual([])
  })
})

it('names what still runs after a halt, and says so of nobody else (F28)', async () => {
  const coder = await test.add({ provider: { kind: 'echo' } })
  const other = await test.add({ name: 'Reviewer', provider: { kind: 'echo' } })
  vi.spyOn(LocalAgent.prototype, 'halt').mockResolvedValueOnce([4711, 4712])
  onTestFinished(() => void vi.restoreAllMocks())
  const done = await halt()
  expect(done.get(`agent ${coder}`)).toMatchObject({
    ok: false,
    fault: { code: 'unavailable', message: expect.stringContaining('4711, 4712') },
  })
  expect(done.get(`agent ${other}`)).toMatchObject({ ok: true })
})

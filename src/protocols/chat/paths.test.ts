import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewEvent } from '../../core/event.ts'
import type { LinkStatus, TestStep } from '../../core/link.ts'
import type { LinkDriver } from '../../core/protocol.ts'
import { buildTree, canary, digestOutside, pathCases } from '../../../test/corpora/paths.ts'
import { fakeLinkContext, openGate } from '../../../test/fakes/link-context.ts'
import { send } from './cli/send.ts'
import { tail } from './cli/tail.ts'
import { chatProtocol } from './index.ts'

const me = { kind: 'operator', name: 'operator' } as const

let base: string
let ws: string
let before: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'patchbay-chat-paths-'))
  ws = buildTree(base)
  // Files that a link must not take for its own when a folder of the workspace leads here.
  for (const folder of ['outside/.workplace/agents', 'outside/.workplace/memory']) mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(base, 'outside/.workplace/chat.md'), `[x-to-y]: ${canary}\n`)
  writeFileSync(join(base, 'outside/.workplace/agents/x.md'), `---\nname: x\nrole: ${canary}\n---\n`)
  writeFileSync(join(base, 'outside/.workplace/process-status.json'), JSON.stringify({ x: { status: 'running', task: canary } }))
  before = digestOutside(base)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

interface Run {
  readonly driver: LinkDriver
  /** The link's complete output, as text. */
  readonly said: () => string
  readonly lamp: () => string
}

function open(folder: string): Run {
  const events: NewEvent[] = []
  const statuses: Omit<LinkStatus, 'since'>[] = []
  const logged: unknown[] = []
  const context = fakeLinkContext({
    workspacePath: ws,
    emit: (more) => void events.push(...more),
    status: (status) => void statuses.push(status),
    log: (...line) => void logged.push(line),
  })
  const driver = chatProtocol.openLink(context, { folder, poll: true })
  driver.start()
  return { driver, said: () => JSON.stringify([events, statuses, logged]), lamp: () => statuses.at(-1)?.lamp ?? '' }
}

/** Everything that a link can do: follow, test, send, archive. Returns its output, and whether it accepted the message. */
async function doAll(folder: string): Promise<{ readonly said: string; readonly sent: boolean }> {
  const run = open(folder)
  await vi.waitFor(() => expect(run.lamp()).toMatch(/up|down/), { interval: 2 })
  const steps: TestStep[] = []
  const look = { workspacePath: ws, signal: new AbortController().signal, secret: () => Promise.resolve(undefined), gate: openGate }
  for await (const step of chatProtocol.test(look, { folder, poll: true })) steps.push(step)
  const archived = run.lamp() === 'down' ? await run.driver.act('archive', me) : undefined
  const sent = await run.driver.send('[operator-to-coder]: hello\n', me)
  await run.driver.stop()
  return { said: run.said() + JSON.stringify([steps, archived, sent]), sent: sent.ok }
}

describe('the folder of a link (F14)', () => {
  it('stays inside, whatever its name and wherever it leads', async ({ annotate }) => {
    const wrong: string[] = []
    let refused = 0
    let opened = 0
    for (const { path, expect: wanted, family } of pathCases(base)) {
      const name = `${family}: ${JSON.stringify(path.slice(0, 80))}`
      const parsed = chatProtocol.config.safeParse({ folder: path, poll: true })
      if (!parsed.success) {
        refused++
        continue
      }
      // Surrounding spaces are removed and an empty field is the workspace itself: those name another folder than the corpus means.
      const folder = String(parsed.data['folder'])
      const isOther = folder !== path
      opened++
      const { said, sent } = await doAll(folder)
      if (said.includes(canary)) wrong.push(`${name} read the canary`)
      if (wanted === 'refused' && sent && !isOther) wrong.push(`${name} was not refused`)
    }
    expect(wrong).toEqual([])
    expect(digestOutside(base)).toBe(before)
    expect([refused > 400, opened > 50]).toEqual([true, true])
    await annotate(
      `${refused} folders of a link refused by their letters, ${opened} opened, tested, sent to: nothing outside was read or changed`,
      'F14',
    )
  })
})

describe.skipIf(process.platform === 'win32')('what lies in .workplace and leads out of the workspace (F14)', () => {
  const out = '../../outside/.workplace'
  it.each([
    ['.workplace', '.workplace', '../outside/.workplace'],
    ['chat.md', '.workplace/chat.md', `${out}/chat.md`],
    ['agents', '.workplace/agents', `${out}/agents`],
    ['an agent', '.workplace/agents/x.md', `../${out}/agents/x.md`],
    ['process-status.json', '.workplace/process-status.json', `${out}/process-status.json`],
    ['memory', '.workplace/memory', `${out}/memory`],
  ])('%s: nothing is read or written there', async (_name, place, target) => {
    rmSync(join(ws, place), { recursive: true, force: true })
    mkdirSync(join(ws, place, '..'), { recursive: true })
    symlinkSync(target, join(ws, place))
    const isBesideAgent = place.endsWith('x.md')
    if (isBesideAgent) writeFileSync(join(ws, '.workplace/agents/honest.md'), '---\nname: honest\n---\n')
    const run = open('.')
    await vi.waitFor(() => expect(run.lamp()).toMatch(/up|down/), { interval: 2 })
    if (isBesideAgent) await vi.waitFor(() => expect(run.said()).toContain('honest'), { interval: 2 })
    const sent = await run.driver.send('[operator-to-coder]: hello\n', me)
    const archived = await run.driver.act('archive', me)
    await run.driver.stop()
    expect(run.said() + JSON.stringify([sent, archived])).not.toContain(canary)
    expect(digestOutside(base)).toBe(before)
    expect(sent.ok).toBe(!['.workplace', '.workplace/chat.md'].includes(place))
    if (place === '.workplace/memory') expect(archived).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
  })

  it.each(['.workplace', '.workplace/chat.md'])('the command line refuses %s as well', async (place) => {
    rmSync(join(ws, place), { recursive: true, force: true })
    symlinkSync(join(base, 'outside', place), join(ws, place))
    const printed: string[] = []
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
    }
    const codes = [
      await send(ws, 'hello', { from: 'a', to: 'b' }, openGate),
      await tail(ws, { fromStart: true, once: true }, openGate),
      await tail(ws, { fromStart: true, once: true, create: true }, openGate),
    ]
    vi.restoreAllMocks()
    expect(codes).toEqual([1, 1, 1])
    expect(printed.join('')).not.toContain(canary)
    expect(digestOutside(base)).toBe(before)
  })
})

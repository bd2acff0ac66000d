import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { HaltNow } from '../../../core/halt.ts'
import type { Gate, GateRequest } from '../../../core/protocol.ts'
import { directGate } from '../../../engine/gate/direct-gate.ts'
import type { TerminalAnswer, TerminalRequest } from '../service/ports.ts'
import { heldPort } from '../link/held.ts'
import { openShells } from './shells.ts'
import type { Shells, ShellsOptions } from './shells.ts'

const by = { actor: { kind: 'operator', name: 'operator' } } as const
let cwd: string
let shells: Shells
let asked: GateRequest[]
const gate: Gate = {
  ...directGate,
  perform(request, run) {
    asked.push(request)
    return directGate.perform(request, run)
  },
}

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(path.join(tmpdir(), 'patchbay-shells-')))
  asked = []
  shells = open()
})
afterEach(async () => {
  await shells.stop()
  await rm(cwd, { recursive: true, force: true })
})

function open(more: Partial<ShellsOptions> = {}): Shells {
  return openShells({ cwd, gate, known: [], now: Date.now, changed: () => undefined, ...more })
}
const run = (text: string, more: Partial<TerminalRequest> = {}): Promise<Result<TerminalAnswer>> =>
  shells.run({
    actor: { kind: 'agent', name: 'boss' },
    terminal: 'build',
    text,
    question: 'May it?',
    started: () => Promise.resolve(ok(undefined)),
    ...more,
  })

describe.skipIf(process.platform === 'win32')('an approved text', () => {
  beforeEach(async () => {
    expect(await shells.start('build', by)).toMatchObject({ ok: true, value: { state: 'running' } })
  })

  test.each([
    ['echo one; echo two >&2; echo three', { text: 'one\ntwo\nthree', exitCode: 0 }],
    [`printf '%s' "it's"; exit_with() { return 7; }; exit_with`, { text: `it's`, exitCode: 7 }],
    ['cat; read line; echo "got $line"', { text: 'got', exitCode: 0 }],
    ['printf "a\\n\\n"', { text: 'a', exitCode: 0 }],
    ['# nothing', { text: '', exitCode: 0 }],
    ['echo a \\', { text: 'a', exitCode: 0 }],
    [`cat <<'X'\none\ntwo\nX`, { text: 'one\ntwo', exitCode: 0 }],
  ])('%j', async (text, answer) => {
    expect(await run(text)).toEqual(ok(answer))
  })

  test('is in the history of its terminal: who asked, when, how it ended, its output; everything waiting is counted', async () => {
    let allow: (() => void) | undefined
    const held = open({
      gate: {
        ...gate,
        perform: async (request, perform) =>
          (request.actor.kind === 'agent' ? new Promise<void>((done) => (allow = done)) : Promise.resolve()).then(() =>
            gate.perform(request, perform),
          ),
      },
    })
    await held.start('build', by)
    const ask = (text: string, name: string) =>
      held.run({ actor: { kind: 'agent', name }, terminal: 'Build', text, question: '?', started: () => Promise.resolve(ok(undefined)) })
    const first = ask('echo hi; exit_with() { return 3; }; exit_with', 'boss')
    const allowFirst = allow
    const second = ask('echo two', 'lead')
    expect(held.waiting().map(({ text }) => [text.by, text.state])).toEqual([
      ['boss', 'waiting'],
      ['lead', 'waiting'],
    ])
    allowFirst?.()
    await first
    expect(held.waiting()).toHaveLength(1)
    allow?.()
    await second
    expect(held.waiting()).toEqual([])
    expect(held.show('build').texts).toMatchObject([
      { by: 'lead', text: 'echo two', state: 'ran', exitCode: 0, output: 'two' },
      { by: 'boss', state: 'ran', exitCode: 3, output: 'hi' },
    ])
    await held.type('build', 'ls', by)
    expect(held.show('build').texts[0]).toMatchObject({ text: 'ls', state: 'ran' })
    await held.stop()
  })

  test.each(['if true', 'echo "open', "echo 'open", ')'])(
    'an unfinished text is an error of its own, and the shell goes on: %j',
    async (text) => {
      await run('X=5')
      expect(await run(text)).toMatchObject({ ok: true, value: { exitCode: 2 } })
      expect(await run('echo "on $X"')).toEqual(ok({ text: 'on 5', exitCode: 0 }))
    },
  )

  test('is asked about verbatim, before it is recorded as started; if that fails, nothing is typed', async () => {
    expect(asked.at(-1)?.effect).toMatchObject({ kind: 'spawn', target: 'build' })
    expect(await run('echo x > typed', { started: () => Promise.resolve(fail('unavailable', 'no disk')) })).toMatchObject({ ok: false })
    expect(asked.at(-1)).toMatchObject({
      actor: { kind: 'agent', name: 'boss' },
      effect: { exact: 'echo x > typed', pair: true },
      question: 'May it?',
    })
    await expect(readFile(path.join(cwd, 'typed'))).rejects.toThrow('ENOENT')
  })

  test('that waits for its turn is not typed once the operator has halted, although it was approved: no shell is started (F28)', async () => {
    let halt: HaltNow | undefined
    await shells.stop()
    shells = open({ halt: { now: () => halt } })
    await shells.start('build', by)
    const first = run('echo begun; sleep 60')
    await vi.waitFor(() => expect(shells.show('build').output).toContain('begun'))
    const second = run('echo no')
    halt = { id: '7F3K', at: 0, level: 'stop', scope: { kind: 'all' } }
    expect(await shells.end('build', 100)).toEqual([])
    expect(await first).toMatchObject({ ok: true, value: { text: expect.stringContaining('the shell ended') } })
    expect(await second).toMatchObject({ ok: false, fault: { code: 'refused', message: expect.stringContaining('7F3K') } })
    expect(shells.show('build')).toMatchObject({ state: 'ended', output: expect.stringContaining('begun') })
  })

  test('is not typed if the operator halts while its shell starts, and the shell is ended (F28)', async () => {
    let halt: HaltNow | undefined
    await shells.stop()
    shells = open({ known: ['build'], halt: { now: () => halt } })
    const started = vi.fn<() => Promise<Result<void>>>(() => {
      halt = { id: '7F3K', at: 0, level: 'stop', scope: { kind: 'all' } }
      return Promise.resolve(ok(undefined))
    })
    expect(await run('echo no', { started })).toMatchObject({ ok: false, fault: { code: 'refused' } })
    expect(shells.stateOf('build')).toBe('ended')
  })

  test('that ends the shell reports output and code; the next one starts a new shell', async () => {
    expect(await run('echo last; exit 4')).toEqual(ok({ text: 'last\n\n(the shell ended)', exitCode: 4 }))
    expect(shells.stateOf('build')).toBe('ended')
    expect(await run('echo new')).toEqual(ok({ text: 'new', exitCode: 0 }))
  })

  test('that prints without end is cut in the middle, and the screen keeps the end', async () => {
    const done = await run('yes 0123456789 | head -n 200000; echo end')
    expect(done).toMatchObject({ ok: true, value: { exitCode: 0 } })
    const text = done.ok ? done.value.text : ''
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.commandOutput + 100)
    expect(text).toMatch(/^0123456789\n[^]*bytes omitted[^]*0123456789\nend$/)
    const shown = shells.show('build')
    expect(shown).toMatchObject({ isCut: true })
    expect(shown.output.endsWith('0123456789\nend\n')).toBe(true)
  })

  test('that never ends is answered after the time limit with the output so far', async () => {
    await shells.stop()
    const patienceMs = 10 * 60_000
    shells = open({ patienceMs })
    await shells.start('build', by)
    // The limit is over only after the output has come, however long that takes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const answer = run('echo begun; sleep 60')
    await vi.waitFor(() => expect(shells.show('build').output).toContain('begun'))
    vi.advanceTimersByTime(patienceMs)
    expect(await answer).toMatchObject({ ok: true, value: { text: expect.stringMatching(/^begun\n[^]*still running/) as string } })
  })

  test('is ended together with what it started (F15)', async () => {
    await run('sleep 1000 & echo $! > child')
    expect(await shells.close('build')).toEqual(ok(undefined))
    expect(await shells.close('build')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    const found = await run('echo x')
    expect(found).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    await shells.start('build', by)
    // In its own namespace the number means nothing outside; check that nobody runs what was started, under any number.
    await vi.waitFor(async () => expect(await run('ps -A -o args= | grep -c "[s]leep 1000"')).toMatchObject({ value: { text: '0' } }))
  })
})

describe('a terminal without a shell', () => {
  test('accepts nothing and asks nobody', async () => {
    expect(await run('echo x')).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    expect(await shells.type('build', 'echo x', by)).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    expect(asked).toEqual([])
  })
  test('that had one in an earlier run is asked about, and a shell is started for what is approved', async () => {
    shells = open({ known: ['Build'] })
    expect(shells.show('build')).toEqual({ name: 'Build', state: 'ended', output: '', isCut: false, texts: [] })
    expect(await run('echo x')).toEqual(ok({ text: 'x', exitCode: 0 }))
  })
})

describe('held executes', () => {
  const message = { id: 'msg_1', action: 'execute', sender: 'boss', recipient: 'build', payload: 'x', createdAt: '' }
  test('are stored before anything continues; a link that was stopped because it could not store reports that', async () => {
    let isOver = false
    const stored: unknown[] = []
    const held = heldPort(
      [],
      () => stored.push(held.now()),
      () => isOver,
    )
    expect(await held.put({ message, isStarted: false })).toEqual(ok(undefined))
    expect(stored).toEqual([[{ message, isStarted: false }]])
    expect(await held.list()).toEqual(ok([{ message, isStarted: false }]))
    const failing = heldPort(
      [],
      () => (isOver = true),
      () => isOver,
    )
    expect(await failing.put({ message, isStarted: true })).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
  })
})

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { fail } from '../../../core/fault.ts'
import type { Confirmation, Gate, GateRequest } from '../../../core/protocol.ts'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { processesIn } from '../../../../test/programs/processes-in.ts'
import type { CommandResult } from '../pure/api.ts'
import { guardNotes } from '../pure/guarded-files.ts'
import { parseReply } from '../pure/parse-reply.ts'
import { pathsOf, planRound } from '../pure/plan.ts'
import type { PlannedStep } from '../pure/plan.ts'
import { applyStep } from './apply-row.ts'
import type { ApplyContext } from './apply-row.ts'
import { lookAt } from './read-file.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-apply-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const isPosix = process.platform !== 'win32'
const operator = { kind: 'operator', name: 'operator' } as const

function world(more: Partial<ApplyContext> = {}): ApplyContext {
  return { root, gate: openGate, actor: operator, signal: new AbortController().signal, onOutput: () => undefined, ...more }
}

async function plan(reply: string, closed: readonly string[] = []): Promise<readonly PlannedStep[]> {
  const { commands } = parseReply(reply)
  const looks = await lookAt(root, pathsOf(commands), closed)
  return planRound({ commands, look: (path) => looks.get(path) ?? { kind: 'missing' }, shown: new Map(), choices: new Map() }).steps
}

async function apply(steps: readonly PlannedStep[], more: Partial<ApplyContext> = {}): Promise<CommandResult[]> {
  const results: CommandResult[] = []
  for (const step of steps) results.push(await applyStep(world(more), step))
  return results
}

const applyReply = async (reply: string, more: Partial<ApplyContext> = {}): Promise<CommandResult[]> => apply(await plan(reply), more)
const create = (path: string, body = 'new\n'): string => `[CREATE_FILE path="${path}"]\n${body}[/CREATE_FILE]\n`
const edit = (path: string, from: number, to: number, body: string): string =>
  `[EDIT_FILE path="${path}" start_line="${from}" end_line="${to}"]\n${body}[/EDIT_FILE]\n`
const command = (text: string): string => `[RUN_COMMAND]\n${text}\n[/RUN_COMMAND]\n`
const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const put = (path: string, content: string): void => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), content)
}
const stale = (path: string): string => `File '${path}' changed since it was shown; READ_FILE it again before changing it`
const sized = (bytes: number): string => `: ${'x'.repeat(bytes - 2)}`

describe('files (Command Syntax Reference)', () => {
  it('CREATE_FILE creates the folders above; EDIT_FILE, READ_FILE and DELETE_FILE follow in order', async () => {
    const reply =
      create('src/deep/a.ts', 'one\ntwo\n') +
      edit('src/deep/a.ts', 2, 2, 'TWO\n') +
      '[READ_FILE path="src/deep/a.ts"]\n' +
      create('b') +
      '[DELETE_FILE path="b"]\n'
    expect(await applyReply(reply)).toEqual([
      { type: 'CREATE_FILE', success: true, summary: "Created 'src/deep/a.ts'" },
      { type: 'EDIT_FILE', success: true, summary: "Edited 'src/deep/a.ts' lines 2-2" },
      { type: 'READ_FILE', success: true, summary: "Queued 'src/deep/a.ts' for next outbox" },
      { type: 'CREATE_FILE', success: true, summary: "Created 'b'" },
      { type: 'DELETE_FILE', success: true, summary: "Deleted 'b'" },
    ])
    expect(text('src/deep/a.ts')).toBe('one\nTWO\n')
    expect(readdirSync(root)).toEqual(['src'])
  })

  it.skipIf(!isPosix)('an overwritten file keeps its permissions', async () => {
    put('run.sh', 'old\n')
    chmodSync(join(root, 'run.sh'), 0o755)
    expect(await applyReply(create('run.sh', 'new\n'))).toMatchObject([{ success: true }])
    expect([text('run.sh'), statSync(join(root, 'run.sh')).mode & 0o777]).toEqual(['new\n', 0o755])
  })

  it('a file that changed, vanished or appeared after planning is left alone, and the result says so', async () => {
    put('changed', 'one\n')
    put('gone', 'one\n')
    put('deleted', 'one\n')
    const steps = await plan(
      edit('changed', 1, 1, 'x\n') +
        edit('gone', 1, 1, 'x\n') +
        create('appeared') +
        '[DELETE_FILE path="deleted"]\n[READ_FILE path="gone"]\n',
    )
    put('changed', 'other\n')
    put('appeared', 'mine\n')
    put('deleted', 'other\n')
    rmSync(join(root, 'gone'))
    const summaries = (await apply(steps)).map(({ success, summary }) => [success, summary])
    expect(summaries).toEqual([
      [false, stale('changed')],
      [false, "File 'gone' not found"],
      [false, stale('appeared')],
      [false, stale('deleted')],
      [false, "File 'gone' not found"],
    ])
    expect(['changed', 'appeared', 'deleted'].map(text)).toEqual(['other\n', 'mine\n', 'other\n'])
  })

  it('the file is checked after the gate’s approval, however long that took', async () => {
    put('a', 'one\n')
    const slow: Gate = {
      ...openGate,
      perform: (request, run) => {
        put('a', 'changed while the operator was thinking\n')
        return openGate.perform(request, run)
      },
    }
    expect(await applyReply(edit('a', 1, 1, 'x\n'), { gate: slow })).toMatchObject([{ success: false }])
    expect(text('a')).toBe('changed while the operator was thinking\n')
  })

  it('files that are not text, or too large, are replaced and deleted, but neither read nor edited', async () => {
    const large = 'x'.repeat(limits.textFile + 1)
    const reset = (): void => {
      put('binary', 'a\0b')
      put('large', large)
    }
    reset()
    const untouched = await applyReply(edit('binary', 1, 1, 'x\n') + edit('large', 1, 1, 'x\n') + '[READ_FILE path="large"]\n')
    expect(untouched.map(({ summary }) => summary)).toEqual([
      "File 'binary' is binary (3 bytes): it can be replaced or deleted, but neither shown nor edited",
      "File 'large' is too large (1,048,577 bytes): it can be replaced or deleted, but neither shown nor edited",
      "File 'large' is too large (1,048,577 bytes): it can be replaced or deleted, but neither shown nor edited",
    ])
    expect([text('binary'), text('large')]).toEqual(['a\0b', large])
    const replaced = await applyReply(create('binary', 'one\n') + create('large', 'two\n'))
    expect(replaced.map(({ summary }) => summary)).toEqual(["Created 'binary'", "Created 'large'"])
    expect([text('binary'), text('large')]).toEqual(['one\n', 'two\n'])
    reset()
    await applyReply('[DELETE_FILE path="binary"]\n[DELETE_FILE path="large"]\n')
    expect([existsSync(join(root, 'binary')), existsSync(join(root, 'large'))]).toEqual([false, false])
  })

  it('a file that is not text is replaced only if it is unchanged since planning', async () => {
    put('binary', 'a\0b')
    const steps = await plan(create('binary', 'one\n'))
    put('binary', 'a\0c')
    expect(await apply(steps)).toMatchObject([{ success: false, summary: expect.stringContaining('changed since') as string }])
    expect(text('binary')).toBe('a\0c')
  })

  it.skipIf(!isPosix)('anything but a regular file is refused with a reason, even if it appeared after planning', async () => {
    const steps = await plan(['folder', 'link', 'locked', 'file/below'].map((path) => create(path)).join(''))
    mkdirSync(join(root, 'folder'))
    symlinkSync('../outside', join(root, 'link'))
    put('locked', 'x\n')
    chmodSync(join(root, 'locked'), 0o444)
    put('file', 'x\n')
    const words = [
      /^folder is not a regular file: a folder is in its place/,
      /^REJECTED: Path 'link' is not allowed: it passes a symbolic link/,
      /^File 'locked' (?:is read-only|changed since)/,
      /^Path 'file\/below' cannot be: a part of it is a file/,
    ]
    const late = await apply(steps)
    expect(late.map(({ success }) => success)).toEqual(words.map(() => false))
    late.forEach(({ summary }, index) => expect(summary).toMatch(words[index] ?? /never/))
    const now = await applyReply(
      'folder link locked file/below'
        .split(' ')
        .map((path) => create(path))
        .join(''),
    )
    now.forEach(({ summary }, index) => expect(summary).toMatch(words[index] ?? /never/))
    expect(text('locked')).toBe('x\n')
    expect(existsSync(join(root, '../outside'))).toBe(false)
  })

  it.skipIf(!isPosix)('a read-only file can be read, not edited or deleted', async () => {
    put('locked', 'x\n')
    chmodSync(join(root, 'locked'), 0o444)
    const results = await applyReply('[READ_FILE path="locked"]\n[DELETE_FILE path="locked"]\n' + edit('locked', 1, 1, 'y\n'))
    expect(results.map(({ summary }) => summary)).toEqual([
      "Queued 'locked' for next outbox",
      "File 'locked' is read-only",
      "File 'locked' is read-only",
    ])
  })

  it('a disk error is a failed result with its message', async () => {
    if (process.platform !== 'linux') return
    const [result] = await apply(await plan(create('new-file')), { root: '/sys' })
    expect(result).toMatchObject({ success: false, summary: expect.stringMatching(/^Could not write new-file: /) as string })
  })

  it.skipIf(!isPosix)('a file for its owner alone stays so, and so is a new secret', async () => {
    put('key.txt', 'old\n')
    chmodSync(join(root, 'key.txt'), 0o600)
    const deleted = new Map<string, number>()
    const [gone] = await apply(await plan('[DELETE_FILE path="key.txt"]'), { deleted })
    const made = await apply(await plan(create('key.txt') + create('sub/.env') + create('plain.txt')), { deleted })
    expect([gone, ...made].map((result) => result?.success)).toEqual([true, true, true, true])
    const modes = ['key.txt', 'sub/.env', 'plain.txt'].map((name) => (statSync(join(root, name)).mode & 0o777).toString(8))
    expect(modes).toEqual(['600', '600', '644'])
  })

  it('nothing of Git or of the session itself is read or written', async () => {
    put('.git/config', 'x')
    put('.codingagent/inbox/x.txt', 'x')
    const closed = ['.codingagent']
    const names = ['.git/hooks/pre-commit', '.GIT/config', 'sub/.git/config', '.codingagent/inbox/evil.txt', '.CodingAgent/inbox/evil.txt']
    const reply = names.map((path) => create(path) + `[READ_FILE path="${path}"]\n`).join('')
    for (const steps of [await plan(reply, closed), await plan(reply)]) {
      const results = await apply(steps, { closed })
      expect(results.map(({ success }) => success)).toEqual(results.map(() => false))
      for (const { summary } of results)
        expect(summary).toMatch(/^REJECTED: Path '[^']+' is not allowed: it belongs to (?:Git|the session itself)|not found$/)
    }
    expect(readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual(
      ['.codingagent', '.codingagent/inbox', '.codingagent/inbox/x.txt', '.git', '.git/config'].map((path) => join(path)),
    )
  })
})

describe('the gate', () => {
  it('asks about what standing approvals do not cover: files that run by themselves, and reads that may reveal secrets', async () => {
    put('.env', 'KEY=1\n')
    put('.husky/pre-commit', 'x\n')
    const asked: GateRequest[] = []
    const gate: Gate = { ...openGate, perform: (request, run) => (asked.push(request), openGate.perform(request, run)) }
    const steps = await plan(
      `${create('.mcp.json', '{}\n')}${create('a.txt', 'a\n')}[DELETE_FILE path=".husky/pre-commit"]\n[READ_FILE path=".env"]`,
    )
    expect(await apply(steps, { gate })).toMatchObject([{ success: true }, { success: true }, { success: true }, { success: false }])
    const results = await apply(
      steps.flatMap((step) => (step.asked === undefined ? [] : [{ ...step, effect: step.asked }])),
      { gate },
    )
    expect(results.map(({ summary }) => summary)).toEqual(["Queued '.env' for next outbox"])
    expect(asked.map(({ effect }) => [effect.kind, effect.target, effect.alone])).toEqual([
      ['write', join(root, '.mcp.json'), true],
      ['write', join(root, 'a.txt'), undefined],
      ['delete', join(root, '.husky/pre-commit'), true],
      ['read', join(root, '.env'), true],
    ])
    expect(asked[0]?.effect.terms).toEqual([{ label: 'Reason', value: guardNotes['runs by itself'] }])
  })

  it('is asked for each effect with its exact text, and a refusal is a failed result', async () => {
    put('b', 'x\n')
    put('c', 'x\n')
    const asked: GateRequest[] = []
    const no: Gate = { ...openGate, perform: async (request) => (asked.push(request), fail('refused', 'The operator said no.')) }
    const actor = { kind: 'agent', name: 'session 0a1b2c3d' } as const
    const confirmed = {} as Confirmation
    const results = await applyReply(
      `${create('a/b.ts', 'text\n')}[DELETE_FILE path="b"]\n${command('ls -l')}[READ_FILE path="c"]\n[MESSAGE]\nhi\n[/MESSAGE]`,
      {
        gate: no,
        actor,
        confirmed,
      },
    )
    expect(results.map(({ success, summary }) => [success, summary])).toEqual([
      [false, 'The operator said no.'],
      [false, 'The operator said no.'],
      [false, 'The operator said no.'],
      [true, "Queued 'c' for next outbox"],
      [true, 'Shown to the operator: hi'],
    ])
    expect(asked.map(({ effect }) => [effect.kind, effect.target, effect.exact])).toEqual([
      ['write', join(root, 'a/b.ts'), 'text\n'],
      ['delete', join(root, 'b'), ''],
      ['spawn', root, 'ls -l'],
    ])
    for (const request of asked) expect(request).toMatchObject({ actor, confirmed })
    expect(readdirSync(root)).toEqual(['b', 'c'])
  })
})

describe.skipIf(!isPosix)('RUN_COMMAND', () => {
  it('runs in a shell in the workspace, without input, and reports exit code and output', async () => {
    put('a', '')
    expect(await applyReply(command('ls; cat; echo err >&2; (exit 3)') + command('true\ntrue'))).toEqual([
      { type: 'RUN_COMMAND', success: false, summary: "Ran 'ls; cat; echo err >&2; (exit 3)' (exit code 3)", output: 'a\nerr\n' },
      { type: 'RUN_COMMAND', success: true, summary: "Ran 'true ⏎ true' (exit code 0)" },
    ])
  })

  it('has no secret of ours in its environment (F15)', async () => {
    vi.stubEnv('PATCHBAY_SECRET_LINK_KEY', 'hush')
    vi.stubEnv('SOME_TOKEN', 'hush')
    const [result] = await applyReply(command('env'))
    vi.unstubAllEnvs()
    expect(result?.output).toContain('PATH=')
    expect(result?.output).not.toContain('hush')
  })

  it.skipIf(process.platform !== 'linux')('a time-out ends all that it started, in the words of the specification (F15)', async () => {
    const script = 'echo begun; setsid sleep 60 & (sleep 60 &) ; sleep 60'
    // A remaining program would block this longer than a test may take.
    const [result] = await applyReply(command(script), { commandMs: 400 })
    expect(result).toEqual({
      type: 'RUN_COMMAND',
      success: false,
      summary: `Command timed out (30s): ${script}`,
      output: expect.stringMatching(/^begun\n/) as string,
    })
    expect(processesIn(root)).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')('stop ends it, keeps what it printed, and begins nothing more', async () => {
    const abort = new AbortController()
    const more = { signal: abort.signal, onOutput: () => abort.abort() }
    const results = await applyReply(command('echo begun; setsid sleep 60 & sleep 60') + command('touch made') + create('made'), more)
    const stopped = /^Stopped after \d+(?:\.\d)? s; it may have happened in part: echo begun; setsid sleep 60 & sleep 60$/
    expect(results.map(({ success, summary, output }) => [success, summary, output?.split('\n')[0]])).toEqual([
      [false, expect.stringMatching(stopped), 'begun'],
      [false, 'Not run: the operator stopped this round', undefined],
      [false, 'Not run: the operator stopped this round', undefined],
    ])
    expect(processesIn(root)).toEqual([])
    expect(readdirSync(root)).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')('a command that printed nothing before it was stopped has run all the same', async () => {
    const abort = new AbortController()
    const applying = applyReply(command('touch made; sleep 60'), { signal: abort.signal })
    await vi.waitFor(() => expect(readdirSync(root)).toEqual(['made']))
    abort.abort()
    const stopped = expect.stringMatching(/^Stopped after .* it may have happened in part: touch made; sleep 60$/) as string
    expect(await applying).toEqual([{ type: 'RUN_COMMAND', success: false, summary: stopped }])
  })

  it('output: 4,000 characters are shown, of more the beginning and the end with the total (F15)', async () => {
    const [whole, one, bomb] = await applyReply(
      command('head -c 4000 /dev/zero | tr "\\0" x') +
        command('head -c 4001 /dev/zero | tr "\\0" x') +
        command('echo first; head -c 3000000 /dev/zero | tr "\\0" x; echo last'),
    )
    expect(whole?.output).toBe('x'.repeat(4_000))
    expect(one?.output).toMatch(/^x+\n… \d+ characters left out …\nx+$/)
    expect(bomb?.output).toMatch(/^first\nx+\n… most of 3,000,011 bytes left out …\nx+last\n$/)
    for (const { output } of [one, bomb].flatMap((each) => each ?? [])) expect(output?.length).toBeLessThanOrEqual(4_000)
  })

  it('output arrives as it is printed', async () => {
    let live = ''
    await applyReply(command('echo one; sleep 0.05; echo two'), { onOutput: (chunk) => (live += chunk) })
    expect(live).toBe('one\ntwo\n')
  })

  it('a command of 64 KiB runs, a longer one is refused (F18)', async () => {
    const results = await applyReply(command(sized(limits.line)) + command(sized(limits.line + 1)) + command(sized(limits.line * 10)))
    expect(results.map(({ success }) => success)).toEqual([true, false, false])
    expect(results[1]?.summary).toBe('The command is too long: 65,536 bytes are allowed')
  })

  it('a missing workspace is a failed result', async () => {
    const steps = await plan(command('true') + create('a'))
    rmSync(root, { recursive: true })
    expect((await apply(steps)).map(({ success, summary }) => [success, summary])).toEqual([
      [false, expect.stringContaining('Could not run /bin/sh in')],
      [false, expect.stringContaining('Could not open the folder')],
    ])
    execFileSync('mkdir', [root])
  })
})

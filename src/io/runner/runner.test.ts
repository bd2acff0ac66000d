import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { limits } from '../../core/limits.ts'
import type { Permit } from '../../core/protocol.ts'
import { processesIn } from '../../../test/programs/processes-in.ts'
import { namespaceWrapper } from './runner-isolation.ts'
import type { Isolation } from './runner-isolation.ts'
import { launch, run } from './runner.ts'
import type { RunRequest, RunResult } from './runner.ts'

const permit = { act: 'test' } as Permit
const isLinux = process.platform === 'linux'
const programs = join(import.meta.dirname, '../../../test/programs')

let base = ''
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-runner-')))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

let folders = 0
function newFolder(): string {
  const folder = join(base, `run-${++folders}`)
  mkdirSync(folder)
  return folder
}

async function value(request: Partial<RunRequest> & { readonly program: string }): Promise<RunResult> {
  const result = await run(permit, { args: [], cwd: base, timeoutMs: 20_000, ...request })
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return result.value
}

const sh = (script: string): { readonly program: string; readonly args: readonly string[] } => ({
  program: '/bin/sh',
  args: ['-c', script],
})
const chain = 'sleep 0.03; setsid /bin/sh ./chain.sh & exit 0'

interface Animal {
  readonly run: Pick<RunRequest, 'program' | 'args' | 'stdin'>
  /** Processes that must be seen before the time limit. */
  readonly seen: readonly string[]
  /** Its first time limit, ms, if not the usual one. */
  readonly firstMs?: number
}

/** Kinds of trees. */
const zoo: Readonly<Record<string, Animal>> = {
  'one process': { run: { program: 'sleep', args: ['60'] }, seen: ['sleep'] },
  'a shell with children': { run: sh('sleep 60 & sleep 60 & wait'), seen: ['sleep', 'sleep'] },
  'a double fork': { run: sh('(sleep 60 &); sleep 60'), seen: ['sleep', 'sleep'] },
  'a session of its own': { run: sh('setsid sleep 60 & sleep 60'), seen: ['sleep', 'sleep'] },
  'an orphan in a session of its own': { run: sh('(setsid sh -c "sleep 60 & exit" &); sleep 60'), seen: ['sleep', 'sleep'] },
  'an empty environment in a session of its own': { run: sh('env -i setsid sleep 60 & sleep 60'), seen: ['sleep', 'sleep'] },
  nohup: { run: sh('nohup sleep 60 >/dev/null 2>&1 & sleep 60'), seen: ['sleep', 'sleep'] },
  'signals ignored': { run: sh('trap "" TERM HUP INT; sleep 60 & sleep 60'), seen: ['sleep', 'sleep'] },
  'a chain of forks': { run: sh('/bin/sh ./chain.sh; sleep 60'), seen: ['sleep', 'sleep'] },
  'an output bomb': { run: { program: 'yes', args: [] }, seen: ['yes'], firstMs: 300 },
  'a reader of its input': { run: { ...sh('cat; sleep 60'), stdin: 'hello' }, seen: ['sleep'] },
  'closed output': { run: sh('exec >&- 2>&-; sleep 60'), seen: ['sleep'] },
}

const isolations: readonly Isolation[] = ['pid-namespace', 'process-group']

async function isAvailable(isolation: Isolation): Promise<boolean> {
  return isolation === 'process-group' || (await namespaceWrapper()) !== undefined
}

/** `pid-namespace` is the default. */
function asking(isolation: Isolation): Pick<RunRequest, 'isolation'> {
  return isolation === 'process-group' ? { isolation } : {}
}

/** Runs one kind of tree until its time limit; returns problems. A tree that was not complete by then proves nothing (a busy machine), so it gets more time. */
async function keep(kind: string, animal: Animal, isolation: Isolation): Promise<string[]> {
  for (const timeoutMs of [animal.firstMs ?? 2_000, 6_000, 18_000]) {
    const { wasSeen, problems } = await keepFor(timeoutMs, animal, isolation)
    if (wasSeen || problems.length > 0) return problems.map((problem) => `${kind}: ${problem}`)
  }
  return [`${kind}: was never seen running`]
}

async function keepFor(
  timeoutMs: number,
  animal: Animal,
  isolation: Isolation,
): Promise<{ readonly wasSeen: boolean; readonly problems: string[] }> {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'chain.sh'), chain)
  let isOver = false
  let wasSeen = false
  const ended = value({ ...animal.run, ...asking(isolation), cwd, timeoutMs, graceMs: 150 }).finally(() => {
    isOver = true
  })
  await vi.waitUntil(
    () => {
      wasSeen ||= !isOver && processesIn(cwd).filter((name) => name === animal.seen[0]).length >= animal.seen.length
      return wasSeen || isOver
    },
    { timeout: timeoutMs + 80_000, interval: 25 },
  )
  const result = await ended
  const left = processesIn(cwd)
  const problems = [
    result.timedOut ? '' : 'did not time out',
    result.isolation === isolation ? '' : `ran in ${result.isolation}`,
    left.length === 0 ? '' : `left ${left.join(', ')}`,
    !wasSeen || animal.run.stdin === undefined || result.output === animal.run.stdin ? '' : `printed ${result.output}`,
  ].filter((problem) => problem !== '')
  return { wasSeen, problems }
}

describe.skipIf(!isLinux).concurrent('process zoo (F15)', () => {
  for (const isolation of isolations) {
    it(`${isolation}: a timed-out command leaves no process, whatever its tree`, async ({ expect: check, skip }) => {
      if (!(await isAvailable(isolation))) skip('this machine has no pid namespaces')
      const problems = await Promise.all(Object.entries(zoo).map(([kind, animal]) => keep(kind, animal, isolation)))
      check(problems.flat()).toEqual([])
    })

    it(`${isolation}: a command that ends by itself leaves nothing in the background`, async ({ expect: check, skip }) => {
      if (!(await isAvailable(isolation))) skip('this machine has no pid namespaces')
      const cwd = newFolder()
      const result = await value({ ...sh('sleep 60 & setsid sleep 60 & sleep 0.1; exit 3'), cwd, ...asking(isolation) })
      check(result).toMatchObject({ exitCode: 3, timedOut: false, isolation })
      check(processesIn(cwd)).toEqual([])
    })

    it(`${isolation}: aborting ends the tree and reports it`, async ({ expect: check, skip }) => {
      if (!(await isAvailable(isolation))) skip('this machine has no pid namespaces')
      const cwd = newFolder()
      const abort = new AbortController()
      const request = { ...sh('setsid sleep 60 & sleep 60'), cwd, timeoutMs: 20_000, graceMs: 100, ...asking(isolation) }
      const running = run(permit, { ...request, signal: abort.signal })
      await vi.waitFor(() => check(processesIn(cwd).filter((name) => name === 'sleep')).toHaveLength(2), { interval: 15 })
      abort.abort()
      check(await running).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
      check(processesIn(cwd)).toEqual([])
    })
  }
})

describe.skipIf(!isLinux)('when Patchbay itself is killed', () => {
  it('the kernel ends what it ran', async ({ skip }) => {
    if ((await namespaceWrapper())?.[0]?.endsWith('setpriv') !== true) skip('this machine has no pid namespace with setpriv')
    const cwd = newFolder()
    const parent = spawn(process.execPath, [join(programs, 'run-until-killed.ts'), cwd], { stdio: 'ignore' })
    try {
      await vi.waitFor(() => expect(processesIn(cwd).filter((name) => name === 'sleep')).toHaveLength(2), { interval: 20 })
    } finally {
      parent.kill('SIGKILL')
    }
    await vi.waitFor(() => expect(processesIn(cwd)).toEqual([]), { interval: 20 })
  })
})

describe.skipIf(process.platform === 'win32')('results', () => {
  it('returns exit code, output in order of arrival, and time', async () => {
    const result = await value(sh('echo out; echo err >&2; exit 7'))
    expect(result).toMatchObject({ exitCode: 7, truncated: false, timedOut: false })
    expect(result.output.split('\n').toSorted()).toEqual(['', 'err', 'out'])
    expect(result.signal).toBeUndefined()
  })

  it.each([undefined, 'process-group'] as const)('names the signal that ended the program (%s)', async (isolation) => {
    expect(await value({ ...sh('kill -SEGV $$'), ...(isolation === undefined ? {} : { isolation }) })).toMatchObject({
      exitCode: 139,
      signal: 'SIGSEGV',
      output: '',
    })
  })

  it('passes arguments unchanged: no shell is involved', async () => {
    const args = ['%s|%s|%s', '$HOME', '; rm -rf x', '`id` "q" \'q\' *']
    expect((await value({ program: 'printf', args })).output).toBe('$HOME|; rm -rf x|`id` "q" \'q\' *')
  })

  it('passes input, or an empty one', async () => {
    expect((await value({ program: 'cat', stdin: 'line\n' })).output).toBe('line\n')
    expect((await value({ program: 'cat' })).output).toBe('')
    expect((await value({ ...sh('exit 0'), stdin: 'x'.repeat(1_000_000) })).exitCode).toBe(0)
  })

  it('lets a program finish on SIGTERM', async () => {
    const program = sh('trap "echo tidied; exit 0" TERM; echo up; while :; do sleep 0.02; done')
    const end = (timeoutMs: number): Promise<RunResult> => value({ ...program, timeoutMs, graceMs: 10_000 })
    let result = await end(500)
    // On a busy machine it was perhaps not up by then.
    if (!result.output.startsWith('up')) result = await end(15_000)
    expect(result).toMatchObject({
      timedOut: true,
      exitCode: 0,
      output: expect.stringMatching(/^up\n(?:Terminated\n)?tidied\n$/) as string,
    })
  })

  it('passes output on as it arrives, up to its limit', async () => {
    let shown = ''
    const script = 'printf "\\303"; sleep 0.1; printf "\\251 first\\n"; head -c 1000000 /dev/zero | tr "\\0" x; printf last'
    const result = await value({ ...sh(script), onOutput: (text) => (shown += text) })
    expect(result.output).toMatch(/^é first\nx+\n… [\d,]+ bytes omitted …\nx+last$/)
    expect(result.truncated).toBe(true)
    expect(shown).toMatch(/^é first\nx+$/)
    expect(Buffer.byteLength(shown)).toBe(limits.commandOutput / 2)
  })

  it('passes all of it on if asked, and still keeps no more than its limit', async () => {
    let count = 0
    const bytes = limits.commandOutput * 4
    const result = await value({ ...sh(`head -c ${bytes} /dev/zero`), isOutputWhole: true, onOutput: (text) => (count += text.length) })
    expect(count).toBe(bytes)
    expect(Buffer.byteLength(result.output)).toBeLessThan(limits.commandOutput + 100)
  })

  it('keeps stderr separate on request', async () => {
    let [shown, errors] = ['', '']
    const script = 'echo answer; echo progress >&2'
    const request = { ...sh(script), onOutput: (text: string) => (shown += text), onErrors: (text: string) => (errors += text) }
    expect(await value(request)).toMatchObject({ output: 'answer\n', errors: 'progress\n', bytes: 7 })
    expect([shown, errors]).toEqual(['answer\n', 'progress\n'])
    expect(await value(sh(script))).not.toHaveProperty('errors')
  })
})

describe.skipIf(!isLinux)('output bomb', () => {
  it('stays under 50 MB', () => {
    const { grown, kept, truncated } = JSON.parse(
      execFileSync(process.execPath, [join(programs, 'output-bomb.ts')], { encoding: 'utf8', timeout: 20_000 }),
    ) as Record<string, number>
    expect(truncated).toBe(true)
    expect(kept).toBeGreaterThanOrEqual(limits.commandOutput)
    expect(kept).toBeLessThan(limits.commandOutput + 100)
    expect(grown).toBeLessThan(50 * 1024 * 1024)
  })
})

describe.skipIf(process.platform === 'win32')('environment', () => {
  it('passes on only what every program needs', async () => {
    vi.stubEnv('PATCHBAY_SECRET_LINK_KEY', 'hush')
    vi.stubEnv('SOME_TOKEN', 'hush')
    vi.stubEnv('NODE_OPTIONS', '--no-warnings')
    vi.stubEnv('LC_TIME', 'C')
    try {
      const { output } = await value({ program: 'env', env: { GIVEN: 'yes' } })
      const names = output.split('\n').flatMap((line) => (line.includes('=') ? [line.slice(0, line.indexOf('='))] : []))
      const allowed =
        /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TERM|TZ|TMPDIR|TMP|TEMP|PWD|OLDPWD|SHLVL|_|GIVEN|PATCHBAY_RUN)$/
      expect(names.filter((name) => !allowed.test(name))).toEqual([])
      expect(names).toEqual(expect.arrayContaining(['PATH', 'LC_TIME', 'GIVEN', 'PATCHBAY_RUN']))
      expect(output).not.toContain('hush')
    } finally {
      vi.unstubAllEnvs()
    }
  })
})

describe.skipIf(process.platform === 'win32')('a command that cannot start is a fault with words', () => {
  it.each([
    ['a missing program', { program: 'no-such-program-here' }, 'not-found', /“no-such-program-here” was not found/, 'program'],
    ['a missing path', { program: './missing' }, 'not-found', /\.\/missing does not exist/, 'program'],
    ['a file that is no program', { program: './plain' }, 'unavailable', /not executable/, 'program'],
    ['a folder', { program: './folder' }, 'unavailable', /not executable/, 'program'],
    [
      'a missing folder to run in',
      { program: 'true', cwd: '/no/such/folder' },
      'not-found',
      /Could not run true in \/no\/such\/folder/,
      'cwd',
    ],
    ['a file as folder to run in', { program: 'true', cwd: '/bin/sh' }, 'not-found', /is not a folder/, 'cwd'],
    ['a relative folder', { program: 'true', cwd: 'here' }, 'invalid', /absolute path/, 'cwd'],
    ['no program', { program: '' }, 'invalid', /No program/, 'program'],
    ['NUL in an argument', { program: 'true', args: ['a\0b'] }, 'invalid', /NUL/, undefined],
    ['no time', { program: 'true', timeoutMs: 0 }, 'invalid', /timeout/, 'timeoutMs'],
    ['too much time', { program: 'true', timeoutMs: 2 ** 31 }, 'invalid', /timeout/, 'timeoutMs'],
    ['arguments beyond the system', { program: 'true', args: ['x'.repeat(3_000_000)] }, 'too-large', /arguments are too long/, undefined],
  ] as const)('%s', async (_name, request, code, words, field) => {
    writeFileSync(join(base, 'plain'), 'text')
    chmodSync(join(base, 'plain'), 0o644)
    mkdirSync(join(base, 'folder'), { recursive: true })
    const result = await run(permit, { args: [], cwd: base, timeoutMs: 5_000, ...request })
    expect(result).toMatchObject({ ok: false, fault: { code, message: expect.stringMatching(words) as string } })
    if (!result.ok) expect(result.fault.field).toBe(field)
  })

  it('aborting before the start starts nothing', async () => {
    const result = await run(permit, { program: 'touch', args: ['made'], cwd: base, timeoutMs: 5_000, signal: AbortSignal.abort() })
    expect(result).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  })
})

describe.skipIf(!isLinux)('launch', () => {
  it('starts a program that continues in its own session, with a display but no secrets', async () => {
    const cwd = newFolder()
    vi.stubEnv('DISPLAY', ':7')
    vi.stubEnv('SOME_TOKEN', 'hush')
    const launched = await launch(permit, { ...sh('env > seen.tmp; mv seen.tmp seen; exec sleep 60'), cwd })
    vi.unstubAllEnvs()
    if (!launched.ok) throw new Error(launched.fault.message)
    try {
      await vi.waitFor(() => expect(processesIn(cwd)).toEqual(['sleep']), { interval: 20 })
      const seen = execFileSync('cat', ['seen'], { cwd, encoding: 'utf8' })
      expect(seen).toContain('DISPLAY=:7')
      expect(seen).not.toContain('hush')
    } finally {
      process.kill(launched.value.pid, 'SIGKILL')
    }
  })

  it('reports a missing program', async () => {
    expect(await launch(permit, { program: 'no-such-editor', args: [], cwd: base })).toMatchObject({
      ok: false,
      fault: { code: 'not-found' },
    })
  })
})

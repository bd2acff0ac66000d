import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { runCommand, runProgram, startProgram } from '../../../../test/fakes/command-line.ts'
import type { Ran, Started } from '../../../../test/fakes/command-line.ts'
import { drop, tempFolder } from '../../../../test/fakes/session-home.ts'

let home: string
beforeEach(() => {
  home = tempFolder()
})

const start = (...args: string[]): Started => startProgram(args, { cwd: home })
const run = (...args: string[]): Promise<Ran> => runCommand(args, { cwd: home })

describe('patchbay agent', () => {
  it('waits for replies, prints MESSAGE on the console, and ends with DONE (MESSAGE, DONE)', async () => {
    const agent = start('agent', 'new', 'Make a calculator', '--yes', 'all')
    await vi.waitFor(() => expect(agent.err).toContain('inbox'), { interval: 10 })
    const [first] = agent.out.split('\n')
    expect(first).toMatch(/\/outbox\/[0-9a-f]{8}_seq0001\.txt$/)
    expect(readFileSync(first ?? '', 'utf8')).toContain('Task: Make a calculator')
    drop(
      home,
      'one.txt',
      '[CREATE_FILE path="a.txt"]\nhi\n[/CREATE_FILE]\n[RUN_COMMAND]\ncat a.txt\n[/RUN_COMMAND]\n[MESSAGE]\nHello \u001b]0;x\n[/MESSAGE]\n',
    )
    await vi.waitFor(() => expect(agent.out).toContain('_seq0002.txt'), { interval: 10 })
    expect(agent.err).toContain("[OK] RUN_COMMAND: Ran 'cat a.txt' (exit code 0)")
    expect(agent.err).toContain('Hello ⟦ESC⟧]0;x')
    drop(home, 'two.txt', '[DONE]\nAll there.\n[/DONE]\n')
    expect(await agent.ended).toBe(0)
    expect(agent.err).toContain('All there.')
    expect(agent.out.trim().split('\n')).toHaveLength(2)
    expect(readFileSync(join(home, 'workspace/a.txt'), 'utf8')).toBe('hi\n')
    expect(readdirSync(home).toSorted()).toEqual(['inbox', 'outbox', 'sessions', 'workspace'])
  })

  it('--once ends after the outbox; without a terminal and --yes nothing is applied; files leaves commands out', async () => {
    mkdirSync(join(home, 'project'))
    const begun = await run('agent', 'new', 'Go', '--workspace', 'project', '--once')
    expect([begun.code, begun.out]).toEqual([0, expect.stringMatching(/_seq0001\.txt\n$/)])
    const reply = '[CREATE_FILE path="a.txt"]\nhi\n[/CREATE_FILE]\n[RUN_COMMAND]\necho no > b.txt\n[/RUN_COMMAND]\n'
    writeFileSync(join(home, 'r.txt'), reply)
    const tried = await run('agent', 'apply', 'r.txt', '--dry-run')
    expect([tried.code, tried.out]).toEqual([0, "[OK] CREATE_FILE: Would create 'a.txt'\n[NOT RUN] RUN_COMMAND: echo no > b.txt\n"])
    expect(existsSync(join(home, 'inbox/r.txt'))).toBe(false)
    drop(home, 'r.txt', reply)
    const refused = await run('agent', 'resume', '--once')
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Nothing was applied: there is no terminal')])
    expect(refused.err).toContain(
      '  1. CREATE_FILE a.txt  +1 -0  new file\n     +hi\n  2. RUN_COMMAND  shell, 30 s\n     echo no > b.txt\n',
    )
    expect(readdirSync(join(home, 'project'))).toEqual([])
    const files = await run('agent', 'resume', '--once', '--yes', 'files')
    expect([files.code, files.out]).toEqual([0, expect.stringMatching(/_seq0001\.txt\n.*_seq0002\.txt\n$/)])
    expect(readdirSync(join(home, 'project'))).toEqual(['a.txt'])
    const status = await run('agent', 'status')
    expect(JSON.parse(status.out)).toMatchObject({ state: 'open', sequence: 2, task: 'Go', workspace: join(home, 'project') })
  })

  it('without a session, creates nothing', async () => {
    writeFileSync(join(home, 'r.txt'), '[MESSAGE]\nhi\n[/MESSAGE]\n')
    for (const args of [['resume'], ['apply', 'r.txt']]) {
      expect(await run('agent', ...args)).toMatchObject({ code: 1, err: expect.stringContaining('no open session') as string })
    }
    expect(readdirSync(home)).toEqual(['r.txt'])
  })

  it('--yes all applies the complete commands of half a reply, but no hidden characters, secrets, or text that is not a reply', async () => {
    await run('agent', 'new', 'Go', '--once')
    drop(home, 'half.txt', '[RUN_COMMAND]\ntrue\n[/RUN_COMMAND]\n[CREATE_FILE path="a.txt"]\nhalf\n')
    const half = await run('agent', 'resume', '--once', '--yes', 'all')
    expect([half.code, half.err]).toEqual([0, expect.stringContaining('it was probably cut off')])
    expect(half.err).toContain("[OK] RUN_COMMAND: Ran 'true' (exit code 0)\n[FAILED] PARSE_ERROR: ")
    drop(home, 'none.txt', 'Sorry.')
    const none = await run('agent', 'resume', '--once', '--yes', 'all')
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('Nothing was applied: there is no terminal')])
    writeFileSync(join(home, 'workspace/.env'), 'KEY=hush\n')
    writeFileSync(join(home, 's.txt'), '[READ_FILE path=".env"]\n[CREATE_FILE path="Makefile"]\nx\n[/CREATE_FILE]\n')
    const secret = await run('agent', 'apply', 's.txt', '--yes', 'all')
    expect(secret.err).toContain('[FAILED] READ_FILE: Not done: it may contain secrets, and there is no terminal for approval')
    expect(secret.err).toContain(
      '[FAILED] CREATE_FILE: Not done: other programs run or obey it automatically, and there is no terminal for approval',
    )
    expect(readFileSync(secret.out.trim(), 'utf8')).not.toContain('hush')
    writeFileSync(
      join(home, 'r.txt'),
      '[CREATE_FILE path="a.txt"]\nx\u202ey\n[/CREATE_FILE]\n[CREATE_FILE path="b.txt"]\nplain\n[/CREATE_FILE]\n',
    )
    const whole = await run('agent', 'apply', 'r.txt', '--yes', 'all')
    expect([whole.code, whole.err]).toEqual([0, expect.stringContaining('contains hidden characters: U+202E')])
    expect(whole.err).toContain('[FAILED] CREATE_FILE: Not done: it contains hidden characters')
    expect(readdirSync(join(home, 'workspace')).toSorted()).toEqual(['.env', 'b.txt'])
  })

  it('a second one on the same home is refused with a reason; wrong usage is 2', async () => {
    const first = start('agent', 'new', 'Go')
    await vi.waitFor(() => expect(first.err).toContain('inbox'), { interval: 10 })
    const second = await runProgram(['agent', 'resume', '--once'], { cwd: home })
    expect([second.code, second.out, second.err]).toEqual([1, '', expect.stringContaining('Another Patchbay is using the session home')])
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect((await run('agent', 'new', 'Go', '--yes', 'maybe')).code).toBe(2)
  })
})

describe('patchbay lint codingagent', () => {
  it('prints one JSON line per problem and exits with 1 if one is an error', async () => {
    writeFileSync(join(home, 'r.txt'), 'Sure.\n[CREATE_FILE path="a.txt"]\nhalf\n')
    const { code, out } = await runProgram(['lint', 'codingagent', 'r.txt'], { cwd: home })
    const findings = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect([code, findings[0]]).toEqual([1, expect.objectContaining({ line: 2, severity: 'error' })])
    expect((await run('lint', 'codingagent', 'nowhere.txt')).code).toBe(1)
  })

  it('--fix prints the reply as it was meant, and reports what was fixed and what is left; the dry run reports the findings', async () => {
    writeFileSync(join(home, 'r.txt'), '- [CREATE_FILE path=“a.js”]\n  ```js\n  x\n  ```\n  [/CREATE_FILE]\n[READ_FILE path=""]\n')
    const { code, out, err } = await run('lint', 'codingagent', '--fix', 'r.txt')
    expect([code, out]).toEqual([1, '[CREATE_FILE path="a.js"]\nx\n[/CREATE_FILE]\n[READ_FILE path=""]\n'])
    expect(err).toMatch(/fixed: line 1: CA005[^]*fixed: line 1: CA001[^]*fixed: line 2: CA018[^]*not fixed: line 4: error CA004/)
    await run('agent', 'new', 'Go', '--once')
    const tried = await run('agent', 'apply', 'r.txt', '--dry-run')
    expect(tried.err).toContain('line 1: warning CA005: There is text before the tag.')
    expect(tried.err).toContain('--fix')
  })
})

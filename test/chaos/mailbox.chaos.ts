import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseMessageFile } from '../../src/protocols/switchboard/pure/message.ts'
import { parseReceipt } from '../../src/protocols/switchboard/pure/receipt.ts'
import { parseState } from '../../src/protocols/switchboard/pure/state-file.ts'

// Delivering and archiving a message, and changing a state, with a disk that fails and a process that is killed at every step (F2).
const base = mkdtempSync(join(tmpdir(), 'patchbay-mail-chaos-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const env = { ...process.env, UV_THREADPOOL_SIZE: '1', NODE_COMPILE_CACHE: join(base, 'compiled') }
const has = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

let runs = 0
const newRoot = (): string => mkdtempSync(join(base, `${++runs}-`))

/** Runs a program under strace, which makes a system call fail or kills the process at it. Returns its lines of output. */
function run(program: string, args: readonly string[], inject?: string): string[] {
  const file = join(import.meta.dirname, '../programs', program)
  const wrapper = ['-f', '-o', '/dev/null', ...(inject === undefined ? [] : ['-e', `inject=${inject}`])]
  const ran = spawnSync('strace', [...wrapper, process.execPath, file, ...args], { encoding: 'utf8', timeout: 60_000, env })
  return ran.stdout.split('\n').filter((line) => line !== '' && line !== 'in')
}

/** Number of times the program makes a call if nothing goes wrong. */
function countOf(program: string, args: readonly string[], call: string): number {
  const trace = join(base, 'trace')
  const file = join(import.meta.dirname, '../programs', program)
  spawnSync('strace', ['-f', '-e', `trace=${call}`, '-o', trace, process.execPath, file, ...args], { timeout: 60_000, env })
  return readFileSync(trace, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`${call}(`)).length
}

const names = (root: string, folder: string): string[] => {
  try {
    return readdirSync(join(root, '.switchboard', folder)).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}

/** Problems of the mailboxes after a run that acknowledged these numbers; message 2 is archived as well. */
function faultsIn(root: string, acknowledged: readonly string[]): string[] {
  const wrong: string[] = []
  const places = new Map<string, number>()
  for (const folder of ['inbox/coder', 'archive/coder']) {
    for (const name of names(root, folder)) {
      if (!parseMessageFile(name, readFileSync(join(root, '.switchboard', folder, name), 'utf8')).ok) wrong.push(`torn: ${folder}/${name}`)
      places.set(name, (places.get(name) ?? 0) + 1)
    }
  }
  for (const name of names(root, 'outbox/lead')) {
    if (!parseReceipt(readFileSync(join(root, '.switchboard/outbox/lead', name), 'utf8')).ok) wrong.push(`torn: ${name}`)
    if (!places.has(name.slice('receipt_'.length))) wrong.push(`a receipt without its message: ${name}`)
  }
  for (const number of acknowledged) if (!places.has(`msg_${1_700_000_000_000 + Number(number)}_x.json`)) wrong.push(`lost: ${number}`)
  return wrong
}

// Message 2 is delivered and then archived: all write paths of a mailbox in one run.
const args = (root: string): string[] => [root, '2', '1']

function withState(): string {
  const root = newRoot()
  mkdirSync(join(root, '.switchboard'))
  writeFileSync(join(root, '.switchboard/state.json'), '{"context": "theirs"}')
  return root
}

const errors = ['EIO', 'ENOSPC'] as const

describe.skipIf(process.platform !== 'linux' || !has('strace'))('mailboxes on a disk that fails (F2)', () => {
  it.each(['mkdir', 'fsync', 'link', 'unlink', 'write'])(
    '%s: killed or failing at each call, nothing is lost, torn or duplicated; a repetition completes it',
    (call) => {
      const first = newRoot()
      run('deliver-mail.ts', args(first)) // writes the cache of compiled sources before anything is counted
      const times = countOf('deliver-mail.ts', args(newRoot()), call)
      expect(times).toBeGreaterThan(0)
      let acknowledgedAll = 0
      // The runtime writes too, so only the last calls are ours.
      for (let when = Math.max(1, times - 40); when <= times; when++) {
        for (const what of ['signal=KILL', ...errors.map((error) => `error=${error}`)]) {
          const root = newRoot()
          const lines = run('deliver-mail.ts', args(root), `${call}:${what}:when=${when}`)
          const acknowledged = lines.filter((line) => line === '2')
          expect([what, when, faultsIn(root, acknowledged)]).toEqual([what, when, []])
          for (const line of lines.filter((each) => each.startsWith('{'))) {
            expect(JSON.parse(line)).toMatchObject({ code: expect.stringMatching(/unavailable|conflict/) as string })
          }
          acknowledgedAll += acknowledged.length
          expect(run('deliver-mail.ts', args(root))).toEqual(['2'])
          expect([names(root, 'inbox/coder'), names(root, 'archive/coder')]).toEqual([[], ['msg_1700000000002_x.json']])
          rmSync(root, { recursive: true })
        }
      }
      console.log(`mailbox, ${call}: ${Math.min(times, 41)} points × ${errors.length + 1}, ${acknowledgedAll} acknowledged, 0 lost, 0 torn`)
    },
  )
})

describe.skipIf(process.platform !== 'linux' || !has('strace'))('state.json on a disk that fails (F2)', () => {
  it.each(['mkdir', 'fsync', 'rename', 'unlink'])('%s: killed or failing at each call, the state is the old one or the new one', (call) => {
    run('update-state.ts', [withState(), 'coder', '1'])
    const times = countOf('update-state.ts', [withState(), 'coder', '1'], call)
    for (let when = 1; when <= times; when++) {
      for (const what of ['signal=KILL', ...errors.map((error) => `error=${error}`)]) {
        const root = withState()
        const lines = run('update-state.ts', [root, 'coder', '1'], `${call}:${what}:when=${when}`)
        const state = parseState(readFileSync(join(root, '.switchboard/state.json'), 'utf8'))
        const found = state.ok ? [state.value.rest.get('context'), [...state.value.chatAgents.keys()]] : state.fault
        expect(['theirs', ...(lines.includes('coder 1') ? [['coder 1']] : [expect.any(Array)])]).toEqual(found)
        rmSync(root, { recursive: true })
      }
    }
    expect(times).toBeGreaterThan(0)
  })
})

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../src/core/fault.ts'
import type { Permit } from '../../src/core/protocol.ts'
import { sweepTemps } from '../../src/io/atomic-write.ts'

// Writing a whole file, with a disk that fails and a process that is killed at every step (F2).
const program = join(import.meta.dirname, '../programs/write-files.ts')
const base = mkdtempSync(join(tmpdir(), 'patchbay-chaos-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const old = 'a'.repeat(1_000)
let root = ''
let runs = 0
beforeEach(() => {
  root = mkdtempSync(join(base, `${++runs}-`))
  writeFileSync(join(root, 'file'), old)
})

const has = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0
const permit = { act: 'test' } as Permit

interface Outcome {
  readonly results: readonly { readonly ok: boolean; readonly fault?: Fault }[]
}

/** Runs the writer under strace, with one pool thread, so that the n-th system call is always the same. */
function write(wrapper: readonly string[]): Outcome {
  const args = ['-f', '-o', '/dev/null', ...wrapper, process.execPath, program, root, '1', '1000']
  const ran = spawnSync('strace', args, { encoding: 'utf8', timeout: 60_000, env: { ...process.env, UV_THREADPOOL_SIZE: '1' } })
  const results = ran.stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Outcome['results'][number]] : []))
  return { results }
}

const inject = (what: string): string[] => ['-e', `inject=${what}`]
const content = (): string => readFileSync(join(root, 'file'), 'utf8')
/** The file's contents: the old text, the new one, or something that must never occur. */
const state = (): string => (content() === old ? 'old' : /^([b-z])\1*$/.test(content()) ? 'new' : 'torn')
const temps = (): string[] => readdirSync(root).filter((name) => name !== 'file')

/** Every step of a write that changes the disk, and the result of a fault there. */
const steps = [
  { step: 'permissions of the new file', at: 'fchmod', when: 1, leaves: 'old' },
  { step: 'fsync of the new file', at: 'fsync', when: 1, leaves: 'old' },
  { step: 'rename', at: 'rename', when: 1, leaves: 'old' },
  { step: 'fsync of the folder', at: 'fsync', when: 2, leaves: 'new' },
] as const

describe.skipIf(process.platform !== 'linux' || !has('strace'))('a write that fails', () => {
  for (const { step, at, when, leaves } of steps) {
    it.each(['EIO', 'ENOSPC', 'EDQUOT', 'EROFS'])(`at the ${step} with %s is a fault, and leaves the ${leaves} file whole`, (errno) => {
      const { results } = write(inject(`${at}:error=${errno}:when=${when}`))
      expect(results).toEqual([
        {
          ok: false,
          fault: { code: 'unavailable', message: expect.any(String) as string, detail: expect.stringContaining(`${errno}:`) as string },
        },
      ])
      expect(state()).toBe(leaves)
      expect(temps()).toEqual([])
    })

    it(`killed at the ${step} leaves a complete file, and at most a temporary one that is removed a day later`, async () => {
      const { results } = write(inject(`${at}:signal=KILL:when=${when}`))
      expect(results).toEqual([])
      expect(state()).toBe(leaves)
      const left = leaves === 'old' ? 1 : 0
      expect(temps()).toHaveLength(left)
      expect(await sweepTemps(permit, root, '.', Date.now())).toEqual({ ok: true, value: 0 })
      expect(await sweepTemps(permit, root, '.', Date.now() + 25 * 60 * 60 * 1000)).toEqual({ ok: true, value: left })
      expect(temps()).toEqual([])
    })
  }
})

describe.skipIf(process.platform !== 'linux' || !has('unshare'))('a disk that is really full', () => {
  const mount = 'mount -t tmpfs -o size=64k tmpfs "$0" && printf old > "$0/file" && "$@"; cat "$0/file"; ls -A "$0" | grep -c tmp; true'
  it('is a fault, the old file is complete, nothing is left', () => {
    const user = process.getuid?.() === 0 ? [] : ['--map-root-user']
    const ran = spawnSync('unshare', [...user, '--mount', 'sh', '-c', mount, root, process.execPath, program, root, '1', '1000000'], {
      encoding: 'utf8',
    })
    const [result = '', rest = ''] = ran.stdout.split('\n')
    expect(JSON.parse(result)).toMatchObject({
      ok: false,
      fault: { code: 'unavailable', message: 'Could not write file: the disk is full.' },
    })
    expect(rest).toBe('old0')
  })
})

describe('SIGKILL at any moment', () => {
  it('never leaves a torn file', async () => {
    const kills = 100
    const seen = { old: 0, new: 0, torn: 0 }
    let left = 0
    for (let n = 0; n < kills; n++) {
      const child = spawn(process.execPath, [program, root, '1000000', '200000'], { stdio: ['ignore', 'pipe', 'ignore'] })
      await once(child.stdout, 'data') // it is writing now
      child.stdout.resume()
      await wait(n % 25)
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      const now = state()
      seen[now === 'old' || now === 'new' ? now : 'torn']++
      left = temps().length
    }
    console.log(`atomic write: ${kills} kills, ${seen.torn} torn, ${left} temporary files left to sweep`)
    expect(seen.torn).toBe(0)
    expect(await sweepTemps(permit, root, '.', Date.now() + 25 * 60 * 60 * 1000)).toEqual({ ok: true, value: left })
    expect(temps()).toEqual([])
  })
})

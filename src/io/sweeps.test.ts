import { appendFileSync, lstatSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { lstat, open, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FileTail } from './tail/file-tail.ts'
import { FolderWatch } from './watch-folder.ts'
import type { FolderChange } from './watch-folder.ts'

// A system that reports nothing: only sweeps find changes.
vi.mock('./folder-hint.ts', () => ({
  FolderHint: class {
    armed = false
    arm(): void {
      this.armed = true
    }
    async close(): Promise<void> {
      this.armed = false
    }
  },
}))
vi.mock('./tail/watch-hint.ts', () => ({
  WatchHint: class {
    armed = false
    arm(): void {
      this.armed = true
    }
    close(): void {
      this.armed = false
    }
  },
}))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<{ readonly lstat: typeof lstat; readonly open: typeof open }>()
  const type = vi.fn<() => Promise<{ readonly type: number }>>(async () => ({ type: ext4 }))
  return { ...real, lstat: vi.fn<typeof lstat>(real.lstat), open: vi.fn<typeof open>(real.open), statfs: type }
})
vi.mock('node:fs', async (original) => {
  const real = await original<{ readonly lstatSync: typeof lstatSync }>()
  return { ...real, lstatSync: vi.fn<typeof lstatSync>(real.lstatSync) }
})

/** Types of file systems on Linux. */
const [ext4, nfs] = [0xef53, 0x6969]

const sweepMs = 5_000
const count = 1_000
let root: string
let ends: (() => Promise<void>)[]

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-sweeps-'))
  ends = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(async () => {
  await Promise.all(ends.map((end) => end()))
  vi.useRealTimers()
  rmSync(root, { recursive: true, force: true })
})

/** Does not move the fake clock, as `expect.poll` would. */
async function until(value: () => unknown, wanted: unknown): Promise<void> {
  while (!isDeepStrictEqual(value(), wanted)) await setImmediate()
}

/** Watches a folder of 1,000 files that has not changed for a minute. `sweep` lets one more sweep pass, `beat` only the time, and reports whether one began. */
async function watchFolder(isShown = () => true) {
  mkdirSync(join(root, 'inbox'))
  for (let index = 0; index < count; index++) writeFileSync(join(root, `inbox/${index}.json`), '{}')
  const old = new Date(Date.now() - 60_000)
  utimesSync(join(root, 'inbox'), old, old)
  const changes: FolderChange[] = []
  let looks = 0
  const watch = new FolderWatch({
    root,
    folder: 'inbox',
    accepts: () => true,
    most: 10_000,
    poll: false,
    sweepMs,
    isShown,
    changed: async (found) => {
      changes.push(...found)
      return []
    },
    problem: () => undefined,
    looked: () => looks++,
    broken: (thrown) => {
      throw thrown
    },
  })
  ends.push(() => watch.stop())
  watch.start()
  await until(() => looks, 1)
  changes.length = 0
  const sweep = async (): Promise<void> => {
    const before = looks
    vi.advanceTimersByTime(sweepMs)
    await until(() => looks, before + 1)
  }
  const beat = async (): Promise<boolean> => {
    const before = looks
    vi.mocked(lstat).mockClear()
    vi.advanceTimersByTime(sweepMs)
    if (vi.mocked(lstat).mock.calls.length === 0) return false
    await until(() => looks, before + 1)
    return true
  }
  return { changes, sweep, beat }
}

it('finds files changed in place without an event within a minute, wherever they are in the folder (F5)', async () => {
  const { changes, sweep } = await watchFolder()
  for (let round = 1; round <= 3; round++) {
    const changed = ['0.json', '499.json', '999.json']
    for (const name of changed) appendFileSync(join(root, 'inbox', name), ' '.repeat(round))
    for (let at = 0; at < 60_000; at += sweepMs) await sweep()
    expect(changes.map(({ name }) => name).toSorted()).toEqual(changed)
    changes.length = 0
  }
})

it('finds a file added without an event at the next sweep (F5)', async () => {
  const { changes, sweep } = await watchFolder()
  writeFileSync(join(root, 'inbox/new.json'), '{}')
  await sweep()
  expect(changes).toEqual([{ name: 'new.json', gone: false }])
})

it('checks an unchanged folder with one call and an eighth of its files', async () => {
  const { sweep } = await watchFolder()
  for (let round = 0; round < 20; round++) {
    vi.mocked(lstat).mockClear()
    vi.mocked(lstatSync).mockClear()
    await sweep()
    expect(vi.mocked(lstat).mock.calls.length + vi.mocked(lstatSync).mock.calls.length).toBeLessThanOrEqual(count / 8 + 1)
  }
})

it('never waits for a network drive on the main thread', async () => {
  vi.mocked(statfs).mockResolvedValueOnce({ type: nfs } as Awaited<ReturnType<typeof statfs>>)
  const { changes, sweep } = await watchFolder()
  appendFileSync(join(root, 'inbox/999.json'), ' ')
  vi.mocked(lstatSync).mockClear()
  for (let at = 0; at < 60_000; at += sweepMs) await sweep()
  expect(changes).toEqual([{ name: '999.json', gone: false }])
  expect(vi.mocked(lstatSync)).not.toHaveBeenCalled()
})

it.runIf(process.platform === 'linux')('wakes no other thread for the files of a local disk that rest', async () => {
  const { sweep } = await watchFolder()
  vi.mocked(lstat).mockClear()
  for (let round = 0; round < 12; round++) await sweep()
  expect(vi.mocked(lstat)).toHaveBeenCalledTimes(12)
})

it('checks rarely a folder that nobody sees, but finds changes without an event within a minute (F5)', async () => {
  let isShown = false
  const { changes, sweep, beat } = await watchFolder(() => isShown)
  for (let round = 1; round <= 3; round++) {
    const changed = ['0.json', '499.json', '999.json', `new-${round}.json`]
    for (const name of changed) appendFileSync(join(root, 'inbox', name), ' '.repeat(round))
    let sweeps = 0
    for (let at = 0; at < 60_000; at += sweepMs) sweeps += (await beat()) ? 1 : 0
    expect(sweeps).toBeLessThanOrEqual(3)
    expect(changes.map(({ name }) => name).toSorted()).toEqual(changed)
    changes.length = 0
  }
  isShown = true
  for (let round = 0; round < 3; round++) await sweep()
})

it('finds lines added without an event at the next sweep, and checks an unchanged file once (F5)', async () => {
  writeFileSync(join(root, 'chat.md'), 'one\n')
  let text = ''
  let isFollowing = false
  let isShown = true
  const sink = {
    bytes: (chunk: Buffer) => void (text += chunk.toString()),
    restarted: () => undefined,
    condition: ({ is }: { readonly is: string }) => void (isFollowing = is === 'following'),
    broken: (thrown: unknown) => {
      throw thrown
    },
  }
  const tail = new FileTail(
    { root, path: 'chat.md', poll: false, chunkBytes: 4_096, sweepMs: 1_000, isShown: () => isShown, now: () => 0 },
    sink,
  )
  ends.push(() => tail.stop())
  tail.start()
  await until(() => [text, isFollowing], ['one\n', true])
  vi.mocked(open).mockClear()
  vi.mocked(lstat).mockClear()
  for (let sweep = 1; sweep <= 5; sweep++) {
    vi.advanceTimersByTime(1_000)
    await until(() => vi.mocked(lstat).mock.calls.length, sweep)
    await Promise.all(vi.mocked(lstat).mock.results.map(({ value }) => value as Promise<unknown>))
  }
  expect(vi.mocked(open).mock.calls.length).toBe(0)
  appendFileSync(join(root, 'chat.md'), 'two\n')
  const appended = performance.now()
  vi.advanceTimersByTime(1_000)
  await until(() => text, 'one\ntwo\n')
  expect(performance.now() - appended).toBeLessThan(3_000)

  isShown = false
  vi.mocked(lstat).mockClear()
  appendFileSync(join(root, 'chat.md'), 'three\n')
  for (let at = 0; at < 60_000 && !text.endsWith('three\n'); at += 1_000) {
    vi.advanceTimersByTime(1_000)
    await Promise.all(vi.mocked(lstat).mock.results.map(({ value }) => value as Promise<unknown>))
  }
  await until(() => text, 'one\ntwo\nthree\n')
  await until(() => isFollowing, true)
})

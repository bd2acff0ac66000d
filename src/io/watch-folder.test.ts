import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, rm, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FolderWatch } from './watch-folder.ts'
import type { FolderWatchOptions } from './watch-folder.ts'

let root: string
let watch: FolderWatch | undefined
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'patchbay-folder-'))
})
afterEach(async () => {
  await watch?.stop()
  await rm(root, { recursive: true, force: true })
})

interface Seen {
  names: Map<string, number>
  gone: string[]
  problems: unknown[]
}

function start(options: Partial<FolderWatchOptions> = {}): Seen {
  const seen: Seen = { names: new Map(), gone: [], problems: [] }
  watch = new FolderWatch({
    root,
    folder: 'agents',
    accepts: (name) => name.endsWith('.md'),
    most: 50_000,
    poll: false,
    sweepMs: 100,
    changed: async (changes) => {
      for (const { name, gone } of changes) {
        if (gone) seen.gone.push(name)
        else seen.names.set(name, (seen.names.get(name) ?? 0) + 1)
      }
      return []
    },
    problem: (problem) => seen.problems.push(problem),
    broken: (thrown) => seen.problems.push(thrown),
    ...options,
  })
  watch.start()
  return seen
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { interval: 10 })

describe.each([false, true])('FolderWatch, polling %s', (poll) => {
  it('reports new, changed and removed files of a folder created later, each once', async () => {
    const seen = start({ poll })
    await mkdir(join(root, 'agents'))
    await writeFile(join(root, 'agents/a.md'), 'one')
    await writeFile(join(root, 'agents/other.txt'), 'one')
    await until(() => expect(seen.names.get('a.md')).toBe(1))
    await appendFile(join(root, 'agents/a.md'), 'two')
    await until(() => expect(seen.names.get('a.md')).toBe(2))
    await unlink(join(root, 'agents/a.md'))
    await until(() => expect(seen.gone).toEqual(['a.md']))
    expect([...seen.names.keys()]).toEqual(['a.md'])
    expect(seen.problems).toEqual([])
  })
})

describe('FolderWatch', () => {
  it('misses none of 20,000 files created while it cannot check (F5)', async () => {
    mkdirSync(join(root, 'agents'))
    const seen = start()
    await until(() => expect(seen.problems).toEqual([]))
    // The loop is blocked by synchronous writes, so the system's queue of events overflows.
    for (let index = 0; index < 20_000; index++) writeFileSync(join(root, `agents/${index}.md`), '')
    await until(() => expect(seen.names.size).toBe(20_000))
  })

  it('reports a name again on request', async () => {
    mkdirSync(join(root, 'agents'))
    writeFileSync(join(root, 'agents/a.md'), '')
    let calls = 0
    start({ changed: async () => (++calls < 3 ? ['a.md'] : []) })
    await until(() => expect(calls).toBe(3))
  })

  it('checks again soon, without a sweep, on request', async () => {
    mkdirSync(join(root, 'agents'))
    writeFileSync(join(root, 'agents/a.md'), '')
    let calls = 0
    start({ sweepMs: 60_000, soonMs: 20, changed: async () => (++calls < 3 ? ['a.md'] : []) })
    await until(() => expect(calls).toBe(3))
  })

  it('reports too many files, or a file in place of the folder', async () => {
    mkdirSync(join(root, 'agents'))
    for (const name of ['a.md', 'b.md', 'c.md']) writeFileSync(join(root, 'agents', name), '')
    const seen = start({ most: 2 })
    await until(() => expect(seen.problems).toEqual([{ more: true }]))
    await rm(join(root, 'agents'), { recursive: true })
    await until(() => expect(seen.problems).toHaveLength(2))
    expect(seen.problems[1]).toEqual({ more: false })
  })
})

const path = (name: string): string => join(root, 'agents', name)

const own = async (name: string, isOurs: boolean): Promise<void> => {
  watch?.writing(name)
  await writeFile(path(name), 'one')
  await appendFile(path(name), 'two')
  await watch?.wrote(name, isOurs)
}

describe('a file written by this process', () => {
  it('is not reported, however often it is checked; a later change and its removal are', async () => {
    await mkdir(join(root, 'agents'))
    let looks = 0
    const seen = start({ sweepMs: 20, looked: () => looks++ })
    await until(() => expect(looks).toBeGreaterThan(1))
    await own('a.md', true)
    const before = looks
    await until(() => expect(looks).toBeGreaterThan(before + 3))
    expect(seen.names.size).toBe(0)
    await appendFile(path('a.md'), 'three')
    await until(() => expect(seen.names.get('a.md')).toBe(1))
    await unlink(path('a.md'))
    await until(() => expect(seen.gone).toEqual(['a.md']))
  })

  it('is reported if it turns out to belong to somebody else', async () => {
    await mkdir(join(root, 'agents'))
    const seen = start({ sweepMs: 60_000 })
    await own('a.md', false)
    await until(() => expect(seen.names.get('a.md')).toBe(1))
  })
})

describe('a folder whose files do not change', () => {
  const namesOnly = { namesOnly: true, poll: true, sweepMs: 20 }

  it('is listed again only if its own time shows an addition or removal', async () => {
    await mkdir(join(root, 'agents'))
    await writeFile(join(root, 'agents/a.md'), 'one')
    const old = new Date(Date.now() - 60_000)
    await utimes(join(root, 'agents'), old, old)
    let looks = 0
    const seen = start({ ...namesOnly, looked: () => looks++ })
    await until(() => expect(seen.names.get('a.md')).toBe(1))
    // Nobody can notice this one: the time of the folder is turned back.
    writeFileSync(join(root, 'agents/b.md'), 'one') // and in one turn: no check runs in between
    utimesSync(join(root, 'agents'), old, old)
    const before = looks
    await until(() => expect(looks).toBeGreaterThan(before + 3))
    expect(seen.names.get('b.md')).toBeUndefined()
    await unlink(join(root, 'agents/a.md'))
    await until(() => expect([seen.gone, seen.names.get('b.md')]).toEqual([['a.md'], 1]))
    await appendFile(join(root, 'agents/b.md'), 'two')
    await writeFile(join(root, 'agents/c.md'), 'one')
    await until(() => expect(seen.names.get('c.md')).toBe(1))
    expect(seen.names.get('b.md')).toBe(1)
  })

  it('reports names again if the receiver was not done with them', async () => {
    await mkdir(join(root, 'agents'))
    await writeFile(join(root, 'agents/a.md'), 'one')
    const old = new Date(Date.now() - 60_000)
    await utimes(join(root, 'agents'), old, old)
    let times = 0
    start({ ...namesOnly, changed: async () => (++times < 3 ? ['a.md'] : []) })
    await until(() => expect(times).toBe(3))
  })
})

it.runIf(process.platform === 'linux')('leaves no watch of the system behind when it ends (F20)', async () => {
  const folder = join(root, 'agents')
  await mkdir(folder)
  start()
  await until(() => expect(isWatched(folder)).toBe(true))
  await watch?.stop()
  await until(() => expect(isWatched(folder)).toBe(false))
})

/** Whether this process has asked the kernel for the events of a folder. */
function isWatched(folder: string): boolean {
  const inode = statSync(folder).ino.toString(16)
  return readdirSync('/proc/self/fdinfo').some((fd) => readOrEmpty(`/proc/self/fdinfo/${fd}`).includes(` ino:${inode} `))
}

/** Other work of this process may close a descriptor in between. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

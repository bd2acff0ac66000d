import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '../core/fault.ts'
import { buildTree } from '../../test/corpora/paths.ts'
import { descriptorFolders, mostParts, pathFolders } from './safe-path-walk.ts'
import type { FolderAccess } from './safe-path-walk.ts'
import { walkFolders } from './walk-folders.ts'
import type { WalkPlan } from './walk-folders.ts'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-walk-')))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

interface Walked {
  readonly result: Result<void>
  /** `path size` of each file; folders, links and others as `path kind`. */
  readonly seen: string[]
  readonly skipped: string[]
}

async function walk(root: string, plan: Partial<WalkPlan<number>> = {}, folders?: FolderAccess): Promise<Walked> {
  const seen: string[] = []
  const skipped: string[] = []
  const result = await walkFolders<number>(
    root,
    {
      start: 0,
      mostEntries: 10_000,
      skipped: (path, why) => void skipped.push(`${path} ${why}`),
      async visit(folder, depth) {
        const path = (name: string): string => (folder.path === '' ? name : `${folder.path}/${name}`)
        const files = folder.entries.filter(({ kind }) => kind === 'file').map(({ name }) => name)
        const sizes = await folder.sizes(files)
        files.forEach((name, index) => seen.push(`${path(name)} ${sizes[index] ?? 'gone'}`))
        for (const { name, kind } of folder.entries) if (kind !== 'file') seen.push(`${path(name)} ${kind}`)
        return folder.entries.filter(({ kind }) => kind === 'folder').map(({ name }) => ({ name, inherits: depth + 1 }))
      },
      ...plan,
    },
    folders,
  )
  return { result, seen: seen.toSorted(), skipped: skipped.toSorted() }
}

const openDescriptors = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)
const accesses: readonly (readonly [string, FolderAccess])[] = [
  ...(process.platform === 'linux' ? [['by descriptor', descriptorFolders] as const] : []),
  ['by path', pathFolders],
]

describe.each(accesses)('walkFolders %s', (_name, folders) => {
  it('reaches all folders, returns sizes, and leaves nothing open', async () => {
    for (let n = 0; n < 40; n++) {
      mkdirSync(join(base, `a${n}/b/c`), { recursive: true })
      writeFileSync(join(base, `a${n}/b/c/f`), 'x'.repeat(n))
    }
    const before = openDescriptors()
    const { result, seen, skipped } = await walk(base, {}, folders)
    expect(result).toEqual({ ok: true, value: undefined })
    expect(skipped).toEqual([])
    expect(seen.filter((line) => line.endsWith('folder'))).toHaveLength(120)
    expect(seen.filter((line) => line.includes('/f '))).toEqual(Array.from({ length: 40 }, (_, n) => `a${n}/b/c/f ${n}`).toSorted())
    expect(openDescriptors()).toBe(before)
  })

  it('follows no link, wherever it leads (F14)', async () => {
    const ws = buildTree(base)
    const { seen } = await walk(ws, {}, folders)
    expect(seen.filter((line) => line.endsWith(' link')).length).toBeGreaterThan(20)
    expect(seen.filter((line) => !line.endsWith(' link'))).toEqual([
      '.workplace folder',
      '.workplace/chat.md 16',
      '.workplace/memory folder',
      'folder folder',
      'folder/deep folder',
      'folder/inside.txt 6',
    ])
  })

  it('a folder replaced by a link before it is entered is not entered (F14)', async () => {
    mkdirSync(join(base, 'ws/swap'), { recursive: true })
    mkdirSync(join(base, 'outside'))
    writeFileSync(join(base, 'outside/canary'), 'x')
    const { seen, skipped } = await walk(
      join(base, 'ws'),
      {
        visit(folder) {
          seen0.push(...folder.entries.map(({ name }) => name))
          if (folder.path !== '') return Promise.resolve([])
          renameSync(join(base, 'ws/swap'), join(base, 'ws/aside'))
          symlinkSync('../outside', join(base, 'ws/swap'))
          return Promise.resolve([{ name: 'swap', inherits: 1 }])
        },
      },
      folders,
    )
    expect([seen, seen0.splice(0), skipped]).toEqual([[], ['swap'], ['swap denied']])
  })
  const seen0: string[] = []

  it('reports what it does not enter: too deep, too many, denied', async () => {
    mkdirSync(join(base, 'deep', 'd/'.repeat(mostParts)), { recursive: true })
    const deep = await walk(base, {}, folders)
    expect(deep.skipped).toEqual([`deep/${'d/'.repeat(mostParts - 1)}d too deep`])
    for (let n = 0; n < 30; n++) mkdirSync(join(base, `many${n}`))
    const many = await walk(base, { mostEntries: 10 }, folders)
    expect(many.seen).toHaveLength(10)
    expect(many.skipped).toContain(' too many')
    expect(many.skipped).toHaveLength(11)
  })

  it.skipIf(process.getuid?.() === 0)('a folder without permission is skipped, the rest is read', async () => {
    mkdirSync(join(base, 'shut'))
    mkdirSync(join(base, 'open'))
    chmodSync(join(base, 'shut'), 0)
    const { result, skipped } = await walk(base, {}, folders)
    chmodSync(join(base, 'shut'), 0o755)
    expect([result.ok, skipped]).toEqual([true, ['shut denied']])
  })

  it('stops on request and leaves nothing open', async () => {
    for (let n = 0; n < 20; n++) mkdirSync(join(base, `a${n}/b`), { recursive: true })
    const abort = new AbortController()
    const before = openDescriptors()
    let visits = 0
    const { result } = await walk(
      base,
      {
        signal: abort.signal,
        visit(folder) {
          if (++visits === 3) abort.abort()
          return Promise.resolve(folder.entries.map(({ name }) => ({ name, inherits: 0 })))
        },
      },
      folders,
    )
    expect(result).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(visits).toBeLessThan(10)
    expect(openDescriptors()).toBe(before)
  })

  it('a root that is missing or not a folder is a fault', async () => {
    writeFileSync(join(base, 'file'), '')
    for (const root of ['missing', 'file']) {
      expect((await walk(join(base, root), {}, folders)).result).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    }
  })
})

it('reads the beginning of a regular file in a folder, and nothing through a link', async () => {
  writeFileSync(join(base, 'file'), 'content')
  symlinkSync('file', join(base, 'link'))
  const read: (string | undefined)[] = []
  await walk(base, {
    async visit(folder) {
      for (const name of ['file', 'link', 'missing']) read.push((await folder.read(name, 4))?.toString())
      return []
    },
  })
  expect(read).toEqual(['cont', undefined, undefined])
})

it.each([
  ['at once', 0],
  ['a few at a stretch', 3],
  ['through the threads when an answer takes long', 5],
])('returns sizes %s, and reports missing files', async (_name, msPerCall) => {
  const names = Array.from({ length: 50 }, (_, n) => `f${n}`)
  names.forEach((name, n) => writeFileSync(join(base, name), 'x'.repeat(n)))
  mkdirSync(join(base, 'folder'))
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += msPerCall))
  let sizes: readonly (number | undefined)[] = []
  await walk(base, {
    async visit(folder) {
      sizes = await folder.sizes([...names, 'gone', 'folder', 'f1/below'])
      return []
    },
  })
  clock.mockRestore()
  expect(sizes).toEqual([...names.keys(), undefined, undefined, undefined])
})

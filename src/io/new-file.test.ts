import {
  linkSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../core/fault.ts'
import type { Permit } from '../core/protocol.ts'
import { KeptFolders, useFolder } from './kept-folders.ts'
import { moveToNew, removeEmpty, wholeOrEmpty, withNewFile, writeNew } from './new-file.ts'

const permit = { act: 'test' } as Permit
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-new-'))
  for (const folder of ['a', 'b']) mkdirSync(join(root, folder))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const names = (folder: string): string[] => readdirSync(join(root, folder)).toSorted()
const conflict = { ok: false, fault: { code: 'conflict' } }

describe('writeNew', () => {
  it('creates a file and never replaces one with the same name', async () => {
    expect(await writeNew(permit, root, 'a/x', 'one')).toEqual(ok(undefined))
    expect(await writeNew(permit, root, 'a/x', 'two')).toMatchObject(conflict)
    mkdirSync(join(root, 'a/y'))
    expect(await writeNew(permit, root, 'a/y', 'two')).toMatchObject(conflict)
    expect(await writeNew(permit, root, 'missing/x', 'two')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    symlinkSync('x', join(root, 'a/link'))
    expect(await writeNew(permit, root, 'a/link', 'two')).toMatchObject(conflict)
    symlinkSync('b', join(root, 'c'))
    expect(await writeNew(permit, root, 'c/x', 'two')).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect(await writeNew(permit, root, 'a/..', 'two')).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect([text('a/x'), names('a'), statSync(join(root, 'a/x')).nlink]).toEqual(['one', ['link', 'x', 'y'], 1])
  })

  it('of many concurrent writers one wins, with its complete text', async () => {
    const texts = Array.from({ length: 20 }, (_, number) => String(number).repeat(5_000))
    const results = await Promise.all(texts.map((each) => writeNew(permit, root, 'a/x', each)))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(texts).toContain(text('a/x'))
    expect(names('a')).toEqual(['x'])
  })

  it('the file is invisible until it is published, and removed if it is not', async () => {
    const kept = await useFolder(root, 'a', (folder) =>
      withNewFile(permit, folder, 'x', 'one', async () => (names('a').includes('x') ? fail('internal', 'seen') : ok('kept back'))),
    )
    expect(kept).toEqual(ok('kept back'))
    const thrown = useFolder(root, 'a', (folder) => withNewFile(permit, folder, 'x', 'one', () => Promise.reject(new Error('no'))))
    expect(await thrown).toMatchObject({ ok: false })
    expect(names('a')).toEqual([])
  })
})

const look = (name: string): Promise<unknown> => useFolder(root, 'a', async (folder) => ok(await wholeOrEmpty(folder, name)))
const remove = (name: string): Promise<unknown> => useFolder(root, 'a', async (folder) => ok(await removeEmpty(permit, folder, name)))

describe('what a power failure left under the name of a small file', () => {
  it('is empty only if it is a file without a byte that nobody has just made, and only that is removed', async () => {
    for (const [name, bytes] of Object.entries({ old: '', fresh: '', full: 'x' })) writeFileSync(join(root, 'a', name), bytes)
    mkdirSync(join(root, 'a/folder'))
    symlinkSync('old', join(root, 'a/link'))
    const before = new Date(Date.now() - 60_000)
    for (const name of ['old', 'full', 'folder']) utimesSync(join(root, 'a', name), before, before)
    lutimesSync(join(root, 'a/link'), before, before)
    const states = { old: 'empty', fresh: 'whole', full: 'whole', folder: 'whole', link: 'whole', missing: undefined }
    for (const [name, state] of Object.entries(states)) expect([name, await look(name)]).toEqual([name, ok(state)])
    for (const name of Object.keys(states)) expect([name, await remove(name)]).toEqual([name, ok(name === 'old')])
    expect(names('a')).toEqual(['folder', 'fresh', 'full', 'link'])
  })
})

function put(kept: KeptFolders, name: string): Promise<unknown> {
  return kept.use('a', (folder) => withNewFile(permit, folder, name, name, (file) => file.publish()))
}

describe('folders that are kept open', () => {
  it('are resolved again if another takes their name, and no file is written to the old one', async () => {
    const kept = new KeptFolders(root)
    expect(await put(kept, 'one')).toEqual(ok(undefined))
    renameSync(join(root, 'a'), join(root, 'old'))
    expect(await put(kept, 'two')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(await put(kept, 'two')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    mkdirSync(join(root, 'a'))
    expect(await put(kept, 'two')).toEqual(ok(undefined))
    expect([names('a'), names('old')]).toEqual([['two'], ['one']])
    rmSync(join(root, 'a'), { recursive: true })
    symlinkSync('old', join(root, 'a'))
    for (const name of ['three', 'four']) expect(await put(kept, name)).toMatchObject({ ok: false })
    expect(names('old')).toEqual(['one'])
  })

  it.skipIf(process.platform !== 'linux')('are closed when nobody uses them for a second', async () => {
    const open = (): number => readdirSync('/proc/self/fd').filter((fd) => isLinkTo(`/proc/self/fd/${fd}`, join(root, 'a'))).length
    const kept = new KeptFolders(root)
    await Promise.all(['one', 'two', 'three'].map((name) => put(kept, name)))
    expect(open()).toBe(1)
    await expect.poll(open).toBe(0)
    expect(await put(kept, 'four')).toEqual(ok(undefined))
    expect(names('a')).toEqual(['four', 'one', 'three', 'two'])
  })
})

function isLinkTo(path: string, target: string): boolean {
  try {
    return readlinkSync(path) === target
  } catch {
    return false
  }
}

describe('moveToNew', () => {
  it('moves, never replaces, and finishes an interrupted move', async () => {
    writeFileSync(join(root, 'a/x'), 'one')
    expect(await moveToNew(permit, root, 'a/x', 'b/x')).toEqual(ok(undefined))
    expect([names('a'), text('b/x')]).toEqual([[], 'one'])
    writeFileSync(join(root, 'a/x'), 'two')
    expect(await moveToNew(permit, root, 'a/x', 'b/x')).toMatchObject(conflict)
    expect([text('a/x'), text('b/x')]).toEqual(['two', 'one'])
    linkSync(join(root, 'a/x'), join(root, 'b/y'))
    expect(await moveToNew(permit, root, 'a/x', 'b/y')).toEqual(ok(undefined))
    expect([names('a'), names('b'), text('b/y')]).toEqual([[], ['x', 'y'], 'two'])
  })

  it('refuses folders, links and missing files', async () => {
    mkdirSync(join(root, 'a/folder'))
    symlinkSync('../b', join(root, 'a/link'))
    expect(await moveToNew(permit, root, 'a/folder', 'b/z')).toMatchObject(conflict)
    expect(await moveToNew(permit, root, 'a/link', 'b/z')).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect(await moveToNew(permit, root, 'a/none', 'b/z')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(await moveToNew(permit, root, 'a/folder', 'missing/z')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(names('b')).toEqual([])
  })
})

import { linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../core/fault.ts'
import type { Permit } from '../core/protocol.ts'
import { moveToNew, withNewFile, writeNew } from './new-file.ts'

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
  it('makes a file and never replaces what has its name', async () => {
    expect(await writeNew(permit, root, 'a/x', 'one')).toEqual(ok(undefined))
    expect(await writeNew(permit, root, 'a/x', 'two')).toMatchObject(conflict)
    mkdirSync(join(root, 'a/y'))
    expect(await writeNew(permit, root, 'a/y', 'two')).toMatchObject(conflict)
    expect(await writeNew(permit, root, 'missing/x', 'two')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    symlinkSync('x', join(root, 'a/link'))
    expect(await writeNew(permit, root, 'a/link', 'two')).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect([text('a/x'), names('a'), statSync(join(root, 'a/x')).nlink]).toEqual(['one', ['link', 'x', 'y'], 1])
  })

  it('of many at once one wins, whole', async () => {
    const texts = Array.from({ length: 20 }, (_, number) => String(number).repeat(5_000))
    const results = await Promise.all(texts.map((each) => writeNew(permit, root, 'a/x', each)))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(texts).toContain(text('a/x'))
    expect(names('a')).toEqual(['x'])
  })

  it('nobody sees the file before it is published, and one that is not is removed', async () => {
    expect(
      await withNewFile(permit, root, 'a/x', 'one', async () => (names('a').includes('x') ? fail('internal', 'seen') : ok('kept back'))),
    ).toEqual(ok('kept back'))
    expect(await withNewFile(permit, root, 'a/x', 'one', () => Promise.reject(new Error('no')))).toMatchObject({ ok: false })
    expect(names('a')).toEqual([])
  })
})

describe('moveToNew', () => {
  it('moves, never replaces, and finishes what was interrupted', async () => {
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

  it('refuses folders, links and what is not there', async () => {
    mkdirSync(join(root, 'a/folder'))
    symlinkSync('../b', join(root, 'a/link'))
    expect(await moveToNew(permit, root, 'a/folder', 'b/z')).toMatchObject(conflict)
    expect(await moveToNew(permit, root, 'a/link', 'b/z')).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect(await moveToNew(permit, root, 'a/none', 'b/z')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(await moveToNew(permit, root, 'a/folder', 'missing/z')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(names('b')).toEqual([])
  })
})

import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ok } from '../core/fault.ts'
import { readFilesInside } from './folder-files.ts'
import { newerFilesInside } from './folder-times.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-files-'))
  mkdirSync(join(root, 'd'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('reads files completely, in the order of the names, and reports a reason for each failure', async () => {
  const names = Array.from({ length: 40 }, (_, number) => `f${number}`)
  for (const name of names) writeFileSync(join(root, 'd', name), `text of ${name}`)
  writeFileSync(join(root, 'd/full'), 'x'.repeat(100))
  writeFileSync(join(root, 'd/large'), 'x'.repeat(101))
  mkdirSync(join(root, 'd/folder'))
  symlinkSync('f1', join(root, 'd/link'))
  const odd = ['none', 'full', 'large', 'folder', 'link', '../d/f1', 'a\0b']
  const read = await readFilesInside(root, 'd', [...names, ...odd], 100)
  if (!read.ok) throw new Error(read.fault.message)
  expect(read.value.slice(0, 40).map(({ text }) => text)).toEqual(names.map((name) => ok(`text of ${name}`)))
  expect(read.value.slice(40).map(({ name, text }) => [name, text.ok || text.fault.code])).toEqual([
    ['none', 'not-found'],
    ['full', true],
    ['large', 'too-large'],
    ['folder', 'conflict'],
    ['link', 'not-allowed'],
    ['../d/f1', 'not-allowed'],
    ['a\0b', 'not-allowed'],
  ])
  expect(await readFilesInside(root, '../x', ['f1'], 100)).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
  expect(await readFilesInside(root, 'none', ['f1'], 100)).toMatchObject({ ok: false, fault: { code: 'not-found' } })
})

it('finds files added or changed since a time, and examines none if the folder is older', async () => {
  const old = new Date(1_700_000_000_000)
  for (const name of ['a', 'b']) {
    writeFileSync(join(root, 'd', name), name)
    utimesSync(join(root, 'd', name), old, old)
  }
  const since = Date.now() + 1_000
  utimesSync(join(root, 'd'), new Date(since + 5_000), new Date(since + 5_000))
  expect(await newerFilesInside(root, 'd', ['a', 'b'], since)).toEqual(ok([]))
  utimesSync(join(root, 'd/b'), new Date(since), new Date(since))
  expect(await newerFilesInside(root, 'd', ['a', 'b', 'gone'], since)).toEqual(ok(['b']))
  // A move changes neither the text nor its time, only the inode's time, which nobody can set back.
  renameSync(join(root, 'd/a'), join(root, 'd/c'))
  expect(await newerFilesInside(root, 'd', ['c'], Date.now() - 60_000)).toEqual(ok(['c']))
  expect(await newerFilesInside(root, 'd', ['b'], since + 60_000)).toEqual(ok([]))
  expect(await newerFilesInside(root, 'none', ['b'], since)).toMatchObject({ ok: false, fault: { code: 'not-found' } })
})

import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeDemoFolder, removeDemoFolder } from './demo-folder.ts'
import { valueOf } from '../../test/fakes/value-of.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-demo-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a demo folder is created in the data folder and removed with its contents', async () => {
  const made = valueOf(await makeDemoFolder(root))
  expect(path.dirname(made)).toBe(root)
  mkdirSync(path.join(made, '.workplace'))
  writeFileSync(path.join(made, '.workplace', 'chat.md'), 'x')
  valueOf(await removeDemoFolder(root, made))
  expect(existsSync(made)).toBe(false)
})

test.each(['.', '..', 'journal.db', 'demo-x/..', 'demo-x/deep', '../demo-x', ''])('removes nothing else: %j', async (name) => {
  mkdirSync(path.join(root, 'demo-x', 'deep'), { recursive: true })
  writeFileSync(path.join(root, 'journal.db'), 'x')
  const removed = await removeDemoFolder(root, `${root}${path.sep}${name}`)
  expect(removed).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
  expect(existsSync(path.join(root, 'demo-x', 'deep'))).toBe(true)
  expect(existsSync(path.join(root, 'journal.db'))).toBe(true)
})

test('a missing data folder is a fault', async () => {
  expect(await makeDemoFolder(path.join(root, 'gone'))).toMatchObject({ ok: false, fault: { code: 'not-found' } })
})

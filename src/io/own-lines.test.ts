import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOwnLines } from './own-lines.ts'

let file: string
beforeEach(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), 'patchbay-lines-')), 'deep', 'kept.lines')
})
afterEach(() => rm(path.dirname(path.dirname(file)), { recursive: true, force: true }))

test('each reader gets every line once, whoever added it', async () => {
  const [one, other] = [openOwnLines(file, 10), openOwnLines(file, 10)]
  expect(other.news()).toEqual([])
  expect(one.add('ä')).toMatchObject({ ok: true })
  one.add('b')
  expect([one.news(), other.news(), other.news()]).toEqual([['ä', 'b'], ['ä', 'b'], []])
  other.add('c')
  expect([one.news(), other.news()]).toEqual([['c'], ['c']])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a file that grew too long is cut to its newest lines when it is opened, and readers start over', async () => {
  const reader = openOwnLines(file, 2)
  for (let at = 1; at <= 5; at++) reader.add(String(at))
  expect(reader.news()).toHaveLength(5)
  openOwnLines(file, 2)
  expect(await readFile(file, 'utf8')).toBe('4\n5\n')
  expect(reader.news()).toEqual(['4', '5'])
})

import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import type * as Files from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { copyJournal, publish } from './copy.ts'
import { append, message, openOrThrow, tempFolder, workspace } from '../../../test/fakes/journal.ts'

// A disk with one name per file, such as a USB stick with FAT.
vi.mock('node:fs/promises', async (importOriginal) => ({
  ...(await importOriginal<typeof Files>()),
  link: () => Promise.reject(Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM', errno: -1 })),
}))

test('a backup can be written to a disk whose files have one name each, and replaces nothing there (F26)', async () => {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  append(journal, [message('one')])
  const target = path.join(tempFolder(), 'backup.db')
  expect(await copyJournal(path.join(dataDir, 'journal.db'), target)).toMatchObject({ ok: true, value: { events: 1 } })
  expect(readdirSync(path.dirname(target))).toEqual(['backup.db'])

  const [temp, taken] = ['unfinished', 'taken'].map((name) => path.join(path.dirname(target), name)) as [string, string]
  writeFileSync(temp, 'new')
  writeFileSync(taken, 'theirs')
  await expect(publish(temp, taken)).rejects.toThrow('EEXIST')
  expect(readFileSync(taken, 'utf8')).toBe('theirs')
})

import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Permit } from '../core/protocol.ts'
import { addTo, openLog } from './append-log.ts'

const permit = { act: 'test' } as Permit
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-log-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('starts empty and contains what was added, in order', async () => {
  await writeFile(join(folder, 'log'), 'of before\n')
  const log = await openLog(permit, folder, 'log')
  if (!log.ok) throw new Error(log.fault.message)
  for (const line of ['one\n', 'é\n']) expect(await log.value.add(line)).toEqual({ ok: true, value: undefined })
  expect(await readFile(join(folder, 'log'), 'utf8')).toBe('one\né\n')
  await log.value.close()
  expect(await log.value.add('late\n')).toMatchObject({ ok: false })
})

it('refuses links, folders and paths that lead out', async () => {
  await mkdir(join(folder, 'ws/folder'), { recursive: true })
  await writeFile(join(folder, 'canary'), 'safe')
  await symlink(join(folder, 'canary'), join(folder, 'ws/link'))
  for (const path of ['link', 'folder', '../canary', 'missing/log']) {
    expect((await openLog(permit, join(folder, 'ws'), path)).ok).toBe(false)
  }
  expect(await readFile(join(folder, 'canary'), 'utf8')).toBe('safe')
})

it('is not on disk before the disk confirms it', async () => {
  const written = { bytesWritten: 2, buffer: Buffer.alloc(0) }
  const failing = { write: async () => written, datasync: async () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })) }
  const handle = failing as unknown as Parameters<typeof addTo>[0]
  expect(await addTo(handle, 'log', 'x\n')).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
  expect(await addTo(handle, 'log', 'longer\n')).toMatchObject({ ok: false, fault: { message: expect.stringContaining('full') } })
})

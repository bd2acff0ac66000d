import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import type * as FsPromises from 'node:fs/promises'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsFor, callsIn, pooledCalls } from './file-calls.ts'

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FsPromises>()
  return { ...real, statfs: vi.fn(real.statfs) }
})

const ext4 = 0xef53
const nfs = 0x6969
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-calls-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** For the next question. */
function diskIs(type: number): void {
  vi.mocked(statfs).mockResolvedValueOnce({ type } as Awaited<ReturnType<typeof statfs>>)
}

describe.each([
  ['a local disk', ext4],
  ['a network drive', nfs],
])('file calls on %s', (_disk, type) => {
  it('create whole files, replace none, follow no link, and say what is there', async () => {
    diskIs(type)
    const calls = await callsIn(root)
    expect(calls === pooledCalls).toBe(type === nfs || process.platform !== 'linux')
    const path = join(root, 'a')
    expect(await calls.lstat(path)).toBeUndefined()
    const file = await calls.create(path, Buffer.from('whole'), 0o600)
    await file.sync()
    await file.close()
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['whole', 0o600])
    await expect(calls.create(path, Buffer.from('other'), 0o600)).rejects.toMatchObject({ code: 'EEXIST' })
    symlinkSync('missing', join(root, 'link'))
    await expect(calls.create(join(root, 'link'), Buffer.from('other'), 0o600)).rejects.toMatchObject({ code: 'EEXIST' })
    expect([(await calls.lstat(join(root, 'link')))?.isSymbolicLink(), await calls.stat(join(root, 'link'))]).toEqual([true, undefined])
    await calls.link(path, join(root, 'b'))
    await expect(calls.link(path, join(root, 'b'))).rejects.toMatchObject({ code: 'EEXIST' })
    await calls.unlink(path)
    await expect(calls.unlink(path)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(calls.lstat(join(root, 'b', 'c'))).rejects.toMatchObject({ code: 'ENOTDIR' })
    expect(readFileSync(join(root, 'b'), 'utf8')).toBe('whole')
  })
})

it.skipIf(process.platform !== 'linux')('a folder that appears later is asked for its disk then', async () => {
  const folder = join(root, 'later')
  const calls = callsFor(folder)
  expect(await calls()).toBe(pooledCalls)
  mkdirSync(folder)
  writeFileSync(join(folder, 'a'), '')
  diskIs(ext4)
  expect(await calls()).not.toBe(pooledCalls)
})

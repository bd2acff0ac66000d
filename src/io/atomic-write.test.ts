import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Permit } from '../core/protocol.ts'
import { sweepTemps, writeAtomic, writePrivateFile } from './atomic-write.ts'

const permit = { act: 'test' } as Permit
const base = mkdtempSync(join(tmpdir(), 'patchbay-write-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

let runs = 0
let root = ''
beforeEach(() => {
  root = join(base, String(++runs))
  mkdirSync(join(root, 'folder'), { recursive: true })
})
const done = { ok: true, value: undefined }

describe('writeAtomic', () => {
  it('creates and replaces a file and leaves nothing else', async () => {
    expect(await writeAtomic(permit, root, 'folder/a', 'one')).toEqual(done)
    expect(await writeAtomic(permit, root, 'folder/a', Buffer.from([0, 255]))).toEqual(done)
    expect(readFileSync(join(root, 'folder/a'))).toEqual(Buffer.from([0, 255]))
    expect(await writeAtomic(permit, root, 'folder/a', '')).toEqual(done)
    expect(statSync(join(root, 'folder/a')).size).toBe(0)
    expect(readdirSync(join(root, 'folder'))).toEqual(['a'])
  })

  it.skipIf(process.platform === 'win32')('keeps the permissions of the old file, or takes those that are given', async () => {
    const mode = (name: string): number => statSync(join(root, name)).mode & 0o7777
    await writeAtomic(permit, root, 'new', 'x')
    expect(mode('new')).toBe(0o644)
    chmodSync(join(root, 'new'), 0o640)
    await writeAtomic(permit, root, 'new', 'y')
    expect(mode('new')).toBe(0o640)
    await writeAtomic(permit, root, 'new', 'z', { mode: 0o600 })
    expect(mode('new')).toBe(0o600)
    await writePrivateFile(root, 'own', 'z')
    expect(mode('own')).toBe(0o600)
  })

  it('faults state the reason and leave the old file alone', async () => {
    writeFileSync(join(root, 'folder/a'), 'old')
    symlinkSync('folder/a', join(root, 'link'))
    expect(await writeAtomic(permit, root, 'folder', 'x')).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(await writeAtomic(permit, root, 'link', 'x')).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect(await writeAtomic(permit, root, 'missing/a', 'x')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(await writePrivateFile(root, 'folder/a', 'x')).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect(readFileSync(join(root, 'folder/a'), 'utf8')).toBe('old')
  })

  it.skipIf(process.platform !== 'linux')('a file system that takes no new file is a fault with its errno', async () => {
    expect(await writeAtomic(permit, '/sys', 'new', 'x')).toMatchObject({
      ok: false,
      fault: {
        code: 'unavailable',
        message: expect.stringMatching(/^Could not write new: /) as string,
        detail: expect.stringMatching(/^E(?:ACCES|PERM|ROFS):/) as string,
      },
    })
  })

  it('the temporary name can be the path with .tmp; a leftover of a crash is replaced, and a link is not followed', async () => {
    writeFileSync(join(root, 'folder', 'victim.txt'), 'mine')
    symlinkSync('victim.txt', join(root, 'folder', 's.json.tmp'))
    expect(await writeAtomic(permit, root, 'folder/s.json', 'one', { temporary: 'path' })).toEqual({ ok: true, value: undefined })
    writeFileSync(join(root, 'folder', 's.json.tmp'), 'torn')
    expect(await writeAtomic(permit, root, 'folder/s.json', 'two', { temporary: 'path' })).toEqual({ ok: true, value: undefined })
    expect(readFileSync(join(root, 'folder', 's.json'), 'utf8')).toBe('two')
    expect(readFileSync(join(root, 'folder', 'victim.txt'), 'utf8')).toBe('mine')
    expect(readdirSync(join(root, 'folder'))).not.toContain('s.json.tmp')
  })

  it('of many concurrent writers one wins, with its complete text', async () => {
    const texts = Array.from({ length: 20 }, (_, n) => String(n).repeat(50_000))
    const results = await Promise.all(texts.map((text) => writeAtomic(permit, root, 'folder/a', text)))
    expect(results.every((result) => result.ok)).toBe(true)
    expect(texts).toContain(readFileSync(join(root, 'folder/a'), 'utf8'))
    expect(readdirSync(join(root, 'folder'))).toEqual(['a'])
  })
})

describe('sweepTemps', () => {
  it('removes only unfinished files of ours that are older than a day', async () => {
    const now = Date.now()
    const make = (name: string, ageMs: number): void => {
      writeFileSync(join(root, 'folder', name), 'x')
      utimesSync(join(root, 'folder', name), (now - ageMs) / 1000, (now - ageMs) / 1000)
    }
    const day = 24 * 60 * 60 * 1000
    make('.patchbay-0123456789abcdef.tmp', day + 1_000)
    make('.patchbay-1123456789abcdef.tmp', day - 60_000)
    make('.patchbay-0123456789abcde.tmp', 9 * day)
    make('.patchbay-0123456789abcdef.tmp.x', 9 * day)
    make('old.tmp', 9 * day)
    mkdirSync(join(root, 'folder', '.patchbay-2123456789abcdef.tmp'))
    expect(await sweepTemps(permit, root, 'folder', now)).toEqual({ ok: true, value: 1 })
    expect(readdirSync(join(root, 'folder')).toSorted()).toEqual(
      [
        '.patchbay-0123456789abcde.tmp',
        '.patchbay-0123456789abcdef.tmp.x',
        '.patchbay-1123456789abcdef.tmp',
        '.patchbay-2123456789abcdef.tmp',
        'old.tmp',
      ].toSorted(),
    )
    expect(await sweepTemps(permit, root, '.', now)).toEqual({ ok: true, value: 0 })
    expect(await sweepTemps(permit, root, 'missing', now)).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })
})

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shellWord } from '../core/shell-word.ts'
import { lockInstance } from './instance.ts'
import { openJournal } from './journal/open.ts'
import { createLog } from './log.ts'
import { judgeOwnFolder } from './own-folder.ts'
import { openSecretStore } from './secrets.ts'
import { plainName } from './secrets-file.ts'

let base = ''
let dataDir = ''
let elsewhere = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'patchbay-own-'))
  dataDir = join(base, 'data')
  elsewhere = join(base, 'elsewhere')
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(elsewhere, '')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function link(name: string, target = elsewhere): void {
  symlinkSync(target, join(dataDir, name))
}

function untouched(): void {
  expect(readFileSync(elsewhere, 'utf8')).toBe('')
  expect(readdirSync(base).toSorted((one, other) => (one < other ? -1 : 1))).toEqual(['data', 'elsewhere'])
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it.each([0o777, 0o770, 0o720, 0o702])('is refused with mode %o, with the command that fixes it, and stays unchanged', (mode) => {
    chmodSync(dataDir, mode)
    for (const refused of [lockInstance(dataDir), openJournal({ dataDir })])
      expect(refused).toMatchObject({
        ok: false,
        fault: { code: 'not-allowed', message: expect.stringContaining(`\`chmod 700 ${shellWord(dataDir)}\``) as string },
      })
    expect(statSync(dataDir).mode & 0o777).toBe(mode)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('of another user is refused; one that others can only read is not', () => {
    expect(judgeOwnFolder('/d', { uid: 1_000, mode: 0o40700 }, 1_001)).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect(judgeOwnFolder('/d', { uid: 1_000, mode: 0o40755 }, 1_000).ok).toBe(true)
    expect(judgeOwnFolder('/my data', { uid: 1_000, mode: 0o40777 }, 1_000)).toMatchObject({
      fault: { message: expect.stringContaining("chmod 700 '/my data'") as string },
    })
  })
})

describe.skipIf(process.platform === 'win32')('a link in the data folder is not followed', () => {
  it.each(['journal.db', 'journal.db-wal', 'journal.db-shm', 'journal.db-journal'])('as %s', (name) => {
    link(name)
    expect(openJournal({ dataDir })).toMatchObject({
      ok: false,
      fault: { code: 'not-allowed', message: expect.stringContaining('symbolic link') as string },
    })
    untouched()
  })

  it('as journal.db, to a missing file', () => {
    link('journal.db', join(base, 'new'))
    expect(openJournal({ dataDir }).ok).toBe(false)
    untouched()
  })

  it('as the instance lock', () => {
    link('instance.lock')
    expect(lockInstance(dataDir)).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    untouched()
  })

  it.each(['instance.json', 'instance.json.new'])('as %s: it is replaced', (name) => {
    link(name)
    const locked = lockInstance(dataDir)
    expect(locked.ok).toBe(true)
    expect(lstatSync(join(dataDir, 'instance.json')).isFile()).toBe(true)
    if (locked.ok) locked.value.release()
    untouched()
  })

  it('as the secrets, for reading or writing', async () => {
    writeFileSync(elsewhere, '{"version":1,"secrets":[["link","token","not ours"]]}')
    link(plainName)
    const store = await openSecretStore({ dataDir, env: {} })
    const fault = { ok: false, fault: { code: 'not-allowed' } }
    expect(await store.get('link', 'token', 'here')).toMatchObject(fault)
    expect(await store.put('link', 'token', 'x', 'here')).toMatchObject(fault)
    expect(readFileSync(elsewhere, 'utf8')).toContain('not ours')
  })

  it('as the log or its folder', () => {
    const log = (): void => {
      const opened = createLog({ file: join(dataDir, 'log', 'patchbay.log'), level: 'info' })
      opened('hello')
      opened.close()
    }
    mkdirSync(join(base, 'folder'))
    link('log', join(base, 'folder'))
    log()
    expect(readdirSync(join(base, 'folder'))).toEqual([])
    rmSync(join(dataDir, 'log'))
    rmSync(join(base, 'folder'), { recursive: true })
    mkdirSync(join(dataDir, 'log'))
    link('log/patchbay.log')
    log()
    untouched()
    expect(existsSync(join(dataDir, 'log', 'patchbay.log.1'))).toBe(false)
  })
})

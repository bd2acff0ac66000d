import { inspect } from 'node:util'
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../core/limits.ts'
import { openSecretStore, secretVariable } from './secrets.ts'
import type { SecretStore } from './secrets.ts'
import { mostSecrets, plainName, sealedName } from './secrets-file.ts'
import type { Keychain } from './secrets-file.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'patchbay-secrets-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Inverts every byte: enough to see that nothing is stored in plain text. */
const keychain: Keychain = {
  encrypt: (text) => Promise.resolve(Buffer.from(text).map((byte) => byte ^ 0xff)),
  decrypt: (bytes) => Promise.resolve(Buffer.from(bytes.map((byte) => byte ^ 0xff)).toString('utf8')),
}
const open = (more: { readonly keychain?: Keychain; readonly env?: Record<string, string> } = {}): Promise<SecretStore> =>
  openSecretStore({ dataDir, env: {}, ...more })
const here = 'server:1'
/** The same place for every field. */
const anyField = { get: () => here } as unknown as ReadonlyMap<string, string>
const done = { ok: true, value: undefined }
const path = (name: string): string => join(dataDir, name)

describe.each([
  ['keychain', keychain, sealedName],
  ['file', undefined, plainName],
] as const)('secrets in the %s', (_name, chain, file) => {
  const reopen = (): Promise<SecretStore> => open(chain === undefined ? {} : { keychain: chain })

  it('survive a restart and are removed with their link', async () => {
    const store = await reopen()
    expect(await store.get('link', 'token', here)).toEqual(done)
    expect(await store.put('link', 'token', 'hush', here)).toEqual(done)
    expect(await store.put('link', '__proto__', 'odd', here)).toEqual(done)
    expect(await store.put('other', 'token', 'hush2', here)).toEqual(done)
    const second = await reopen()
    expect(await second.get('link', 'token', here)).toEqual({ ok: true, value: 'hush' })
    expect(await second.get('link', '__proto__', here)).toEqual({ ok: true, value: 'odd' })
    expect(await second.get('link', 'constructor', here)).toEqual(done)
    expect(second.fields('link', anyField)).toEqual(['token', '__proto__'])
    expect(await second.remove('link')).toEqual(done)
    const third = await reopen()
    expect(third.fields('link', anyField)).toEqual([])
    expect(await third.get('other', 'token', here)).toEqual({ ok: true, value: 'hush2' })
    expect(readdirSync(dataDir)).toEqual([file])
    if (process.platform !== 'win32') expect(statSync(path(file)).mode & 0o777).toBe(0o600)
  })

  it('are never printed', async () => {
    const store = await reopen()
    await store.put('link', 'token', 'hush', here)
    expect(inspect(store, { depth: 9, showHidden: true }) + JSON.stringify(store)).not.toContain('hush')
  })

  it('concurrent changes are all stored', async () => {
    const store = await reopen()
    await Promise.all(Array.from({ length: 20 }, (_, n) => store.put('link', `field-${n}`, String(n), here)))
    expect((await reopen()).fields('link', anyField)).toHaveLength(20)
  })

  it('an unreadable file is a fault and is not overwritten', async () => {
    for (const text of ['', '{', '{"version":2,"secrets":[]}', '{"version":1,"secrets":[["a","b"]]}', '\0\u0001hush']) {
      writeFileSync(path(file), text)
      const store = await reopen()
      const fault = { ok: false, fault: { code: 'unavailable', message: expect.stringContaining(path(file)) as string } }
      expect(await store.get('link', 'token', here)).toMatchObject(fault)
      expect(await store.put('link', 'token', 'new', here)).toMatchObject(fault)
      expect(await store.remove('link')).toMatchObject(fault)
      expect(store.fields('link', anyField)).toEqual([])
      expect(store.warning).toContain('Could not read')
      expect(JSON.stringify(await store.get('link', 'token', here))).not.toContain('hush')
      expect(readFileSync(path(file), 'utf8')).toBe(text)
    }
  })
})

describe('the store', () => {
  it('warns if there is no keychain', async () => {
    expect((await open()).warning).toMatch(/No keychain.*secrets\.json/)
    expect((await open({ keychain })).warning).toBeUndefined()
  })

  it('stores nothing readable with a keychain', async () => {
    await (await open({ keychain })).put('link', 'token', 'hush', here)
    expect(readFileSync(path(sealedName), 'latin1')).not.toContain('hush')
  })

  it('encrypts what a shell without keychain stored, and says what that shell cannot read', async () => {
    await (await open({ keychain })).put('sealed', 'token', 'one', here)
    const plain = await open()
    expect(plain.warning).toContain('desktop app encrypted')
    expect(await plain.get('sealed', 'token', here)).toEqual(done)
    await plain.put('plain', 'token', 'two', here)
    const sealed = await open({ keychain })
    expect(await sealed.get('sealed', 'token', here)).toEqual({ ok: true, value: 'one' })
    expect(await sealed.get('plain', 'token', here)).toEqual({ ok: true, value: 'two' })
    expect(existsSync(path(plainName))).toBe(false)
    expect((await open({ keychain })).fields('plain', anyField)).toEqual(['token'])
  })

  it('a variable takes precedence and is not stored', async () => {
    const env = { PATCHBAY_SECRET_LINK_1_API_KEY: 'from outside', PATCHBAY_SECRET_LINK_1_EMPTY: '' }
    expect(secretVariable('link-1', 'api key')).toBe('PATCHBAY_SECRET_LINK_1_API_KEY')
    const store = await open({ env })
    await store.put('link-1', 'api key', 'stored', here)
    expect(await store.get('link-1', 'api key', here)).toEqual({ ok: true, value: 'stored' }) // the variable's place is not known yet
    expect(await store.bind(placesOf('link-1', 'api key'))).toEqual(done)
    expect(await store.get('link-1', 'api key', here)).toEqual({ ok: true, value: 'from outside' })
    expect(await store.get('link-1', 'empty', here)).toEqual(done)
    expect(readFileSync(path(plainName), 'utf8')).not.toContain('from outside')
    expect(await (await open()).get('link-1', 'api key', here)).toEqual({ ok: true, value: 'stored' })
  })

  it('a keychain that fails changes nothing', async () => {
    let isLocked = false
    const moody: Keychain = {
      ...keychain,
      encrypt: (text) => (isLocked ? Promise.reject(new Error(`no: ${text}`)) : keychain.encrypt(text)),
    }
    const store = await open({ keychain: moody })
    await store.put('link', 'token', 'first', here)
    isLocked = true
    const refused = await store.put('link', 'token', 'second', here)
    expect(refused).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    expect(JSON.stringify(refused)).not.toContain('second')
    expect(await store.get('link', 'token', here)).toEqual({ ok: true, value: 'first' })
    isLocked = false
    expect(await store.put('link', 'token', 'third', here)).toEqual(done)
  })

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('a folder without permission is a fault', async () => {
    const store = await open()
    chmodSync(dataDir, 0o500)
    expect(await store.put('link', 'token', 'x', here)).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    chmodSync(dataDir, 0o700)
  })

  it('is bounded', async () => {
    const store = await open()
    expect(await store.put('link', 'f', 'x'.repeat(limits.line), here)).toEqual(done)
    expect(await store.put('link', 'f', 'x'.repeat(limits.line + 1), here)).toMatchObject({
      ok: false,
      fault: { code: 'too-large', field: 'f' },
    })
    expect(await store.put('link', 'f', '', here)).toMatchObject({ ok: false, fault: { code: 'invalid', field: 'f' } })
    expect(await store.put('l'.repeat(201), 'f', 'x', here)).toMatchObject({ ok: false, fault: { code: 'invalid' } })
    const entries = Array.from({ length: mostSecrets }, (_, n) => ['many', `f${n}`, 'x'])
    writeFileSync(path(plainName), JSON.stringify({ version: 1, secrets: entries }))
    const full = await open()
    await full.bind(new Map([['many', new Map(entries.map(([, field = '']) => [field, here]))]]))
    expect(await full.put('many', 'one more', 'x', here)).toMatchObject({ ok: false, fault: { code: 'too-large' } })
    expect(await full.put('many', 'f7', 'changed', here)).toEqual(done)
  })
})

const placesOf = (link: string, field: string, place = here) => new Map([[link, new Map([[field, place]])]])

describe('the place of a secret', () => {
  it('is the only one for which it is returned, also after a restart', async () => {
    await (await open()).put('link', 'token', 'hush', here)
    for (const store of [await open(), await open()]) {
      expect(await store.get('link', 'token', 'server:2')).toEqual(done)
      expect(store.fields('link', new Map([['token', 'server:2']]))).toEqual([])
      expect(await store.get('link', 'token', here)).toEqual({ ok: true, value: 'hush' })
      expect(await store.bind(placesOf('link', 'token', 'server:2'))).toEqual(done)
    }
  })

  it('changes only with a new value', async () => {
    const store = await open()
    await store.put('link', 'token', 'hush', here)
    await store.put('link', 'token', 'other', 'server:2')
    expect(await store.get('link', 'token', here)).toEqual(done)
    expect(await store.get('link', 'token', 'server:2')).toEqual({ ok: true, value: 'other' })
  })

  it('of what an earlier release stored is bound once', async () => {
    writeFileSync(path(plainName), '{"version":1,"secrets":[["link","token","old"]]}')
    const store = await open()
    expect(await store.get('link', 'token', here)).toEqual(done)
    expect(await store.bind(placesOf('link', 'token'))).toEqual(done)
    const again = await open()
    expect(await again.bind(placesOf('link', 'token', 'server:2'))).toEqual(done)
    expect(await again.get('link', 'token', 'server:2')).toEqual(done)
    expect(await again.get('link', 'token', here)).toEqual({ ok: true, value: 'old' })
  })

  it('of a variable is that of the first start, whatever is stored later', async () => {
    const env = { PATCHBAY_SECRET_LINK_TOKEN: 'from outside' }
    await (await open({ env })).bind(placesOf('link', 'token'))
    const store = await open({ env })
    await store.bind(placesOf('link', 'token', 'server:2'))
    await store.put('link', 'token', 'x', 'server:2')
    expect(await store.get('link', 'token', 'server:2')).toEqual({ ok: true, value: 'x' })
    expect(await store.get('link', 'token', here)).toEqual({ ok: true, value: 'from outside' })
  })
})

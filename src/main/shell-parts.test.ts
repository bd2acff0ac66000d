import { afterEach, describe, expect, it } from 'vitest'
import {
  app,
  BrowserWindow,
  calls,
  clipboardNow,
  nativeTheme,
  nextFolder,
  resetElectron,
  safeStorage,
  Tray,
} from '../../test/fakes/electron.ts'
import { menuTemplate } from './menu.ts'
import { createElectronShell } from './shell.ts'
import { claimSingleInstance } from './single-instance.ts'
import { openTray } from './tray.ts'

afterEach(() => {
  resetElectron()
  Object.assign(safeStorage, { backend: 'gnome_libsecret', isAvailable: true })
  nextFolder.path = undefined
  clipboardNow.text = ''
})
const acts = { openFolder: () => undefined, startDemo: () => undefined }

const nothing = (): void => undefined
const trayActs = { show: nothing, openFolder: nothing, halt: nothing, quit: nothing, openNeed: nothing, mute: nothing }

function roles(isDevelopment: boolean): string {
  return JSON.stringify(menuTemplate(acts, 'linux', isDevelopment))
}

function lastImage(): unknown {
  return Tray.all.at(-1)?.image
}

describe('what Electron adds to the engine', () => {
  it('is a folder dialog that can be cancelled', async () => {
    const shell = await createElectronShell(() => undefined)
    expect(await shell.pickFolder?.()).toBeUndefined()
    nextFolder.path = '/project'
    expect(await shell.pickFolder?.()).toBe('/project')
  })

  it('reads the clipboard only while the window has focus', async () => {
    const window = new BrowserWindow()
    const shell = await createElectronShell(() => window as never)
    clipboardNow.text = 'a password'
    expect(await shell.readClipboard?.()).toMatchObject({ ok: false, fault: { code: 'refused' } })
    expect(calls.map((call) => call.api)).not.toContain('clipboard.readText')
    window.focus()
    expect(await shell.readClipboard?.()).toEqual({ ok: true, value: 'a password' })
    clipboardNow.text = undefined
    expect(await shell.readClipboard?.()).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    window.destroy()
    expect(await shell.readClipboard?.()).toMatchObject({ ok: false, fault: { code: 'refused' } })
  })

  it('is a keychain that returns what it stored, and contains no plain text', async () => {
    const { keychain } = await createElectronShell(() => undefined)
    const kept = (await keychain?.encrypt('a secret ü')) ?? new Uint8Array()
    expect(Buffer.from(kept).toString('latin1')).not.toContain('secret')
    expect(await keychain?.decrypt(kept)).toBe('a secret ü')
  })

  it.runIf(process.platform === 'linux').each(['basic_text', 'unknown'])('is no keychain when the system has only %s', async (backend) => {
    safeStorage.backend = backend
    expect((await createElectronShell(() => undefined)).keychain).toBeUndefined()
  })

  it('is no keychain if the system locks it', async () => {
    safeStorage.isAvailable = false
    expect((await createElectronShell(() => undefined)).keychain).toBeUndefined()
  })
})

describe('single instance', () => {
  it('passes on what was asked for, and accepts only what it can check', () => {
    const asked: unknown[] = []
    expect(claimSingleInstance(app as never, { demo: false, workspace: '/a' }, (launch) => asked.push(launch))).toBe(true)
    expect(calls.at(-1)).toEqual({ api: 'app.requestSingleInstanceLock', args: [{ demo: false, workspace: '/a' }] })
    app.emit('second-instance', {}, [], '/', { demo: false, workspace: '/b', more: 1 })
    app.emit('second-instance', {}, [], '/', { demo: 'yes', workspace: 5 })
    app.emit('second-instance', {}, [], '/', null)
    expect(asked).toEqual([{ demo: false, workspace: '/b' }, { demo: false }, { demo: false }])
    app.hasLock = false
    expect(claimSingleInstance(app as never, { demo: true }, () => undefined)).toBe(false)
    app.hasLock = true
  })
})

describe('menu and tray', () => {
  it('offer developer tools in development only', () => {
    expect(roles(true)).toContain('toggleDevTools')
    expect(roles(false)).not.toContain('toggleDevTools')
    expect(roles(false)).not.toContain('reload')
  })

  it('follow the habits of the system', () => {
    expect(menuTemplate(acts, 'darwin', false)[0]?.role).toBe('appMenu')
    expect(JSON.stringify(menuTemplate(acts, 'win32', false)[0])).toContain('quit')
  })

  it('show a badge that is visible on the theme', () => {
    const tray = openTray('/r', trayActs, 'linux')
    expect(tray.icon).toBe(Tray.all.at(-1))
    expect(lastImage()).toMatchObject({ path: expect.stringMatching(/mark-dark\.png$/) })
    nativeTheme.shouldUseDarkColors = true
    nativeTheme.emit('updated')
    expect(lastImage()).toMatchObject({ path: expect.stringMatching(/mark-light\.png$/) })
    nativeTheme.shouldUseDarkColors = false
    openTray('/r', trayActs, 'darwin')
    expect(lastImage()).toMatchObject({ path: expect.stringMatching(/markTemplate\.png$/) })
  })
})

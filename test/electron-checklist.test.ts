import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createElectronShell } from '../src/main/shell.ts'
import { channels } from '../src/api/wires/channels.ts'
import { createBridge } from '../src/preload/bridge.ts'
import { calls, handledChannels, invokeAs, rendererOf, schemes, session } from './fakes/electron.ts'
import type { InvokeEvent } from './fakes/electron.ts'
import { startElectronWorld } from './suites/electron-world.ts'
import type { ElectronWorld } from './suites/electron-world.ts'

const root = join(import.meta.dirname, '..')
const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const own = 'app://patchbay/'
const foreign = [
  'https://patchbay.example/',
  'app://patchbay.example/',
  'app://patchbay@evil/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  '',
]

let world: ElectronWorld
beforeAll(async () => {
  world = await startElectronWorld()
})
afterAll(() => world.close())
const preferences = (): Readonly<Record<string, unknown>> => world.window.options.webPreferences ?? {}
const permit = {} as never

/** The status that the `app:` scheme answers. */
async function status(url: string, method = 'GET'): Promise<number | undefined> {
  return (await schemes.get('app')?.(new Request(url, { method })))?.status
}

/** F13. One test for each item of Electron's security checklist, in its order; the table in `docs/electron-checklist.md` lists them. */
describe("Electron's security checklist", () => {
  it('1 loads only its own page', () => {
    expect(session.defaultSession.tryRequest(own)).toBe(true)
    for (const url of ['http://patchbay.example/', 'https://patchbay.example/x.js', 'ws://127.0.0.1:1/', 'file:///etc/passwd'])
      expect(session.defaultSession.tryRequest(url), url).toBe(false)
  })

  it('2 gives the page no Node', () => {
    expect(preferences()).toMatchObject({ nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false })
  })

  it('3 isolates the context of the preload script', () => {
    expect(preferences()['contextIsolation']).toBe(true)
  })

  it('4 runs the page in a sandbox', () => {
    expect(preferences()['sandbox']).toBe(true)
    expect(text('src/main/index.ts')).toContain('app.enableSandbox()')
  })

  it('5 denies every permission but copying, and denies that to others', () => {
    const { defaultSession } = session
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'openExternal',
      'clipboard-read',
      'fullscreen',
      'hid',
      'serial',
      'usb',
      'unknown',
    ])
      expect(defaultSession.tryPermission(permission, own), permission).toBe(false)
    expect(defaultSession.tryPermission('clipboard-sanitized-write', own)).toBe(true)
    expect(defaultSession.tryPermission('clipboard-sanitized-write', own, false)).toBe(false)
    for (const url of foreign) expect(defaultSession.tryPermission('clipboard-sanitized-write', url), url).toBe(false)
    expect(defaultSession.tryDevice()).toBe(false)
    expect(defaultSession.tryDownload()).toBe(false)
  })

  it('6 keeps web security', () => {
    expect(preferences()['webSecurity']).toBe(true)
  })

  it('7 sends a policy without exceptions with every response', async () => {
    for (const url of [own, `${own}assets/index-abc.js`, `${own}nothing`, 'app://other/']) {
      const policy = (await schemes.get('app')?.(new Request(url)))?.headers.get('Content-Security-Policy') ?? ''
      expect(policy, url).toMatch(/^default-src 'none'; script-src 'self'; /)
      expect(policy, url).toContain("; require-trusted-types-for 'script'; trusted-types 'none'")
      expect(policy, url).not.toMatch(/unsafe|https?:|\*|data:/)
    }
  })

  it('8 allows no insecure content', () => {
    expect(preferences()['allowRunningInsecureContent']).toBe(false)
  })

  it('9 enables no experiment', () => {
    expect(preferences()['experimentalFeatures']).toBe(false)
  })

  it('10 enables no Blink feature', () => {
    expect(preferences()).not.toHaveProperty('enableBlinkFeatures')
    expect(calls.map((call) => call.api)).not.toContain('app.commandLine.appendSwitch')
  })

  it('11 has no webview that could open popups', () => {
    expect(preferences()['webviewTag']).toBe(false)
  })

  it('12 allows no webview to be attached', () => {
    expect(world.window.webContents.tryEvent('will-attach-webview', 'https://patchbay.example/')).toBe(false)
  })

  it('13 navigates nowhere', () => {
    for (const url of [...foreign, own]) {
      expect(world.window.webContents.tryEvent('will-navigate', url), url).toBe(false)
      expect(world.window.webContents.tryEvent('will-frame-navigate', url), url).toBe(false)
    }
    for (const url of foreign) expect(world.window.webContents.tryEvent('will-redirect', url), url).toBe(false)
    expect(preferences()['navigateOnDragDrop']).toBe(false)
  })

  it('14 opens no windows', () => {
    for (const url of [...foreign, own]) expect(world.window.webContents.tryOpen(url), url).toBe(false)
  })

  it('15 passes only plain web addresses to the system', async () => {
    const shell = await createElectronShell(() => undefined)
    const before = calls.length
    for (const url of [
      ...foreign,
      'file:///bin/sh',
      'smb://host/x',
      'ms-msdt:/id',
      'http://good.example@evil.example/',
      'mailto:a@b',
      '\\\\host\\share',
    ].filter((each) => each !== foreign[0])) {
      expect(await shell.openExternal?.(permit, url), url).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    }
    expect(calls.length).toBe(before)
    expect(await shell.openExternal?.(permit, 'https://patchbay.example/a?b#c')).toEqual({ ok: true, value: undefined })
    expect(calls.slice(before)).toEqual([{ api: 'shell.openExternal', args: ['https://patchbay.example/a?b#c'] }])
  })

  it('16 pins a current Electron', () => {
    const { devDependencies } = JSON.parse(text('package.json')) as { devDependencies: Record<string, string> }
    expect(devDependencies['electron']).toMatch(/^4[5-9]\.\d+\.\d+$/)
  })

  it('17 answers only its own top frame, on every channel', async () => {
    const contents = world.window.webContents
    const frames: InvokeEvent['senderFrame'][] = [
      null,
      { url: own, parent: contents.mainFrame },
      ...foreign.map((url) => ({ url, parent: null })),
    ]
    expect(handledChannels().toSorted()).toEqual([channels.call, channels.subscribe, channels.taken, channels.unsubscribe].toSorted())
    for (const channel of handledChannels())
      for (const senderFrame of frames)
        expect(await invokeAs({ sender: contents, senderFrame }, channel, 'app.info', {}), `${channel} ${senderFrame?.url}`).toMatchObject({
          ok: false,
          fault: { code: 'not-allowed' },
        })
    expect(await rendererOf(contents).invoke(channels.call, 'app.info', {})).toMatchObject({ ok: true, value: { shell: 'electron' } })
  })

  it('18 serves the page over its own scheme, from memory', async () => {
    expect(world.window.loaded[0]).toMatch(/^app:\/\/patchbay\//)
    expect(await status(own)).toBe(200)
    expect(await status(`${own}index.html?x#y`)).toBe(200)
    for (const path of [
      'notes.txt',
      '../data/journal.db',
      '..%2fdata%2fjournal.db',
      '%2e%2e/%2e%2e/etc/passwd',
      '//etc/passwd',
      'index.html/',
      'INDEX.HTML',
      '__proto__',
    ])
      expect(await status(own + path), path).toBe(404)
    expect(await status('app://other/index.html')).toBe(404)
    expect(await status(own, 'POST')).toBe(405)
  })

  it('19 sets the fuses', () => {
    const { electronFuses } = parse(text('electron-builder.yml')) as { electronFuses: Record<string, boolean> }
    expect(electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      enableCookieEncryption: true,
      grantFileProtocolExtraPrivileges: false,
      loadBrowserProcessSpecificV8Snapshot: false,
    })
    expect(text('src/main/index.ts')).toContain('debugSwitch(app)')
    expect(text('src/main/start.ts')).toContain('runScriptsWith(startUtility)')
  })

  it('20 exposes two functions to the page and nothing of Electron', () => {
    const bridge = createBridge(rendererOf(world.window.webContents) as never)
    expect(Object.keys(bridge).toSorted()).toEqual(['call', 'subscribe'])
    expect(text('src/preload/index.ts').match(/exposeInMainWorld/g)).toHaveLength(1)
    expect(text('src/preload/index.ts').split('\n').length + text('src/preload/bridge.ts').split('\n').length).toBeLessThanOrEqual(60)
  })

  it('is the table of the documentation, row by row', () => {
    const rows = [...text('docs/electron-checklist.md').matchAll(/^\| (\d+) \|/gm)].map((match) => Number(match[1]))
    expect(rows).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })
})

describe('the desktop app', () => {
  it('shows what a second start asks for, in the existing window', async () => {
    const { window } = world
    window.minimized = true
    await world.running.show({ demo: false, workspace: world.workspace })
    expect(window.minimized).toBe(false)
    expect(window.isFocused()).toBe(true)
    expect(window.loaded.at(-1)).toBe(`${own}#${new URLSearchParams({ workspace: world.workspace }).toString()}`)
    await world.running.show({ demo: false, workspace: join(world.folder, 'missing') })
    expect(calls.findLast((call) => call.api === 'dialog.showErrorBox')?.args[0]).toContain('missing')
  })

  it('refuses a second Patchbay on the same data folder', async () => {
    const { startApp } = await import('../src/main/start.ts')
    const again = await startApp({ data: join(world.folder, 'data'), page: '', preload: '', resources: '' }, { demo: false })
    expect(again).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  })
})

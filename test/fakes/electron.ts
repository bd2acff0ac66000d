/**
 * A stand-in for the `electron` module: main process and preload script in one Node process. It copies what Electron does at the
 * process boundary (structured clone, error wrapping, frozen bridge objects, later delivery) and takes note of everything else.
 * Only what `src/main` and `src/preload` use is here.
 */
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { app } from './electron-app.ts'
import { bridged } from './electron-bridge.ts'
import { calls, record } from './electron-record.ts'
import { session } from './electron-session.ts'
import { BrowserWindow, WebContents } from './electron-window.ts'
import type { Frame } from './electron-window.ts'

export { app, BrowserWindow, calls, session, WebContents }
BrowserWindow.allClosed = () => void app.emit('window-all-closed')

export interface InvokeEvent {
  readonly sender: WebContents
  readonly senderFrame: Frame | null
}
type Handler = (event: InvokeEvent, ...args: unknown[]) => unknown

const handlers = new Map<string, Handler>()
export const ipcMain = Object.assign(new EventEmitter(), {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
})

/** Channels that main answers. */
export function handledChannels(): string[] {
  return [...handlers.keys()]
}

/** Forgets the handlers, windows and records of a test. */
export function resetElectron(): void {
  handlers.clear()
  calls.length = 0
  Notification.all = []
  Notification.isSupportedNow = true
  for (const window of BrowserWindow.getAllWindows()) window.destroy()
}

/** Calls a channel as any frame of any window. */
export async function invokeAs(event: InvokeEvent, channel: string, ...args: unknown[]): Promise<unknown> {
  const copy = structuredClone(args)
  await new Promise((resolve) => setImmediate(resolve))
  const handler = handlers.get(channel)
  if (handler === undefined) throw new Error(`Error invoking remote method '${channel}': Error: No handler registered for '${channel}'`)
  try {
    return structuredClone(await handler(event, ...copy))
  } catch (thrown) {
    // oxlint-disable-next-line preserve-caught-error -- class, code and cause are lost, as in Electron
    throw new Error(`Error invoking remote method '${channel}': ${String(thrown)}`)
  }
}

/** The renderer's side of IPC in the page of one window. */
export function rendererOf(contents: WebContents) {
  return {
    on: (channel: string, listener: (...args: unknown[]) => void) => contents.inbox.on(channel, listener),
    invoke: (channel: string, ...args: unknown[]) => invokeAs({ sender: contents, senderFrame: contents.mainFrame }, channel, ...args),
  }
}

function firstPage(): WebContents {
  const window = BrowserWindow.getAllWindows()[0]
  if (window === undefined) throw new Error('There is no window')
  return window.webContents
}

/** What a preload script imports: the first window's page. */
export const ipcRenderer = {
  on: (channel: string, listener: (...args: unknown[]) => void) => rendererOf(firstPage()).on(channel, listener),
  invoke: (channel: string, ...args: unknown[]) => rendererOf(firstPage()).invoke(channel, ...args),
}

/** What the page finds on `window`. */
export const mainWorld: Record<string, unknown> = {}
export const contextBridge = {
  exposeInMainWorld(key: string, api: unknown): void {
    if (key in mainWorld) throw new Error('Cannot bind an API on top of an existing property on the window object')
    mainWorld[key] = bridged(api)
  },
}

export const shell = {
  openExternal: async (url: string): Promise<void> => record('shell.openExternal')(url),
  openPath: async (path: string): Promise<string> => {
    record('shell.openPath')(path)
    return ''
  },
}

/** Contents of the clipboard; undefined: it cannot be read. */
export const clipboardNow: { text: string | undefined } = { text: '' }
export const clipboard = {
  readText: async (): Promise<string> => {
    record('clipboard.readText')()
    if (clipboardNow.text === undefined) throw new Error('Failed to read the clipboard')
    return clipboardNow.text
  },
}

/** Scripts run on a Node that looks like a utility process: without standard input, with a port to its parent. */
export const utilityProcess = {
  fork(script: string, args: readonly string[], options: { readonly env?: Record<string, string> }) {
    record('utilityProcess.fork')(script, args, options)
    const port = 'data:text/javascript,process.parentPort={}'
    return spawn(process.execPath, ['--import', port, script, ...args], { stdio: ['ignore', 'pipe', 'ignore'], env: options.env })
  },
}

/** The next answer of the folder dialog. */
export const nextFolder: { path: string | undefined } = { path: undefined }
/** Buttons that the operator presses in the next message boxes; by default the first, *Cancel*. */
export const messageBoxes: { answers: number[] } = { answers: [] }
export const dialog = {
  showMessageBox: async (...args: unknown[]) => {
    record('dialog.showMessageBox')(...args)
    return { response: messageBoxes.answers.shift() ?? 0, checkboxChecked: false }
  },
  showOpenDialog: async (...args: unknown[]) => {
    record('dialog.showOpenDialog')(...args)
    return { canceled: nextFolder.path === undefined, filePaths: nextFolder.path === undefined ? [] : [nextFolder.path] }
  },
  showErrorBox: record('dialog.showErrorBox'),
}

/** `backend` and `isAvailable` are for tests. The "encryption" only has to differ from its text. */
export const safeStorage = {
  backend: 'gnome_libsecret',
  isAvailable: true,
  getSelectedStorageBackend: (): string => safeStorage.backend,
  isAsyncEncryptionAvailable: async (): Promise<boolean> => safeStorage.isAvailable,
  encryptStringAsync: async (text: string): Promise<Buffer> => Buffer.from(text).map((byte) => byte ^ 0x5a) as Buffer,
  decryptStringAsync: async (bytes: Buffer) => ({
    shouldReEncrypt: false,
    result: Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString(),
  }),
}

/** A notification that shows nothing; `all` has those that are shown. */
interface NotificationOptions {
  readonly title: string
  readonly body: string
  readonly silent: boolean
  readonly actions?: readonly { readonly type: string; readonly text: string }[]
}
export class Notification extends EventEmitter {
  static isSupportedNow = true
  static all: Notification[] = []
  readonly options: NotificationOptions
  static isSupported(): boolean {
    return Notification.isSupportedNow
  }
  constructor(options: NotificationOptions) {
    super()
    this.options = options
  }
  show(): void {
    Notification.all.push(this)
  }
  close(): void {
    Notification.all = Notification.all.filter((one) => one !== this)
    this.emit('close')
  }
}

export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false })

export interface MenuItem {
  readonly label?: string
  readonly role?: string
  readonly submenu?: readonly MenuItem[]
  readonly click?: () => void
}
export const Menu = {
  setApplicationMenu: record('Menu.setApplicationMenu'),
  buildFromTemplate: (template: readonly MenuItem[]) => ({ template }),
}

export const nativeImage = {
  createFromPath: (path: string) => ({ path, isTemplate: false, setTemplateImage: record('nativeImage.setTemplateImage') }),
}
export class Tray extends EventEmitter {
  static readonly all: Tray[] = []
  image: unknown
  menu: { readonly template: readonly MenuItem[] } | undefined
  toolTip = ''
  title = ''
  constructor(image: unknown) {
    super()
    this.image = image
    Tray.all.push(this)
  }
  setToolTip(words: string): void {
    this.toolTip = words
  }
  setTitle(title: string): void {
    this.title = title
  }
  setImage(image: unknown): void {
    this.image = image
  }
  setContextMenu(menu: { readonly template: readonly MenuItem[] }): void {
    this.menu = menu
  }
}

/** Displays of the computer; tests change it. */
export const displays = [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }]
export const screen = { getAllDisplays: () => displays }

type SchemeHandler = (request: Request) => Response | Promise<Response>
/** Handlers of custom schemes, by scheme. */
export const schemes = new Map<string, SchemeHandler>()
export const protocol = {
  registerSchemesAsPrivileged(list: unknown): void {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    record('protocol.registerSchemesAsPrivileged')(list)
  },
  handle: (scheme: string, handler: SchemeHandler): void => void schemes.set(scheme, handler),
}

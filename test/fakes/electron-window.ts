import { EventEmitter } from 'node:events'
import { record } from './electron-record.ts'
import { session } from './electron-session.ts'

export interface Frame {
  readonly url: string
  readonly parent: Frame | null
}

type OpenHandler = (details: { readonly url: string }) => { readonly action: 'allow' | 'deny' }

/** The contents of a window. `try…` tell whether Electron would have done it. */
export class WebContents extends EventEmitter {
  readonly id: number
  readonly session = session.defaultSession
  /** The page's end of IPC. */
  readonly inbox = new EventEmitter()
  url = ''
  isGone = false
  openHandler: OpenHandler | undefined
  reloads = 0

  constructor(id: number) {
    super()
    this.id = id
    for (const listener of webContentsListeners) listener({}, this)
  }
  get mainFrame(): Frame {
    return { url: this.url, parent: null }
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
  /**
   * Structured clone, then a later turn: like a message between two processes. Throws what Electron throws, for example on functions. A page that is gone by
   * then receives nothing.
   */
  send(channel: string, ...args: unknown[]): void {
    const copy = structuredClone(args)
    setImmediate(() => {
      if (!this.isGone) this.inbox.emit(channel, {}, ...copy)
    })
  }
  getURL(): string {
    return this.url
  }
  isDestroyed(): boolean {
    return this.isGone
  }
  reload(): void {
    this.reloads += 1
    this.emit('did-navigate', {}, this.url)
  }
  tryEvent(name: 'will-navigate' | 'will-frame-navigate' | 'will-redirect' | 'will-attach-webview', url: string): boolean {
    let isAllowed = true
    this.emit(name, { url, preventDefault: () => (isAllowed = false) }, url)
    return isAllowed
  }
  tryOpen(url: string): boolean {
    return this.openHandler?.({ url }).action !== 'deny'
  }
}

/** Set by `app.on('web-contents-created')`. */
export const webContentsListeners: ((event: unknown, contents: WebContents) => void)[] = []

export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

export interface WindowOptions extends Partial<Bounds> {
  readonly show?: boolean
  readonly webPreferences?: Readonly<Record<string, unknown>>
  readonly [key: string]: unknown
}

/** A window that shows nothing. */
export class BrowserWindow extends EventEmitter {
  private static all: BrowserWindow[] = []
  private static lastId = 0
  /** Called when the last window has closed. */
  static allClosed: () => void = () => undefined

  readonly options: WindowOptions
  readonly webContents: WebContents
  loaded: string[] = []
  isShown = false
  private hasFocus = false
  minimized = false
  maximized = false
  private isGone = false

  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.all]
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return BrowserWindow.all.find((window) => window.webContents === contents) ?? null
  }

  constructor(options: WindowOptions = {}) {
    super()
    this.options = options
    this.isShown = options.show !== false
    BrowserWindow.lastId += 1
    this.webContents = new WebContents(BrowserWindow.lastId)
    BrowserWindow.all.push(this)
  }
  async loadURL(url: string): Promise<void> {
    const isSamePage = this.webContents.url !== '' && this.webContents.url.split('#')[0] === url.split('#')[0]
    this.loaded.push(url)
    this.webContents.url = url
    await Promise.resolve()
    this.webContents.emit(isSamePage ? 'did-navigate-in-page' : 'did-navigate', {}, url)
    if (!isSamePage) {
      this.webContents.emit('did-finish-load')
      this.emit('ready-to-show')
    }
  }
  show(): void {
    this.isShown = true
  }
  focus(): void {
    this.hasFocus = true
  }
  isFocused(): boolean {
    return this.hasFocus
  }
  restore(): void {
    this.minimized = false
  }
  maximize(): void {
    this.maximized = true
  }
  isMinimized(): boolean {
    return this.minimized
  }
  isMaximized(): boolean {
    return this.maximized
  }
  isVisible(): boolean {
    return this.isShown
  }
  isDestroyed(): boolean {
    return this.isGone
  }
  getNormalBounds(): Bounds {
    const { x = 0, y = 0, width = 800, height = 600 } = this.options
    return { x, y, width, height }
  }
  close(): void {
    let isAllowed = true
    this.emit('close', { preventDefault: () => (isAllowed = false) })
    if (isAllowed) this.destroy()
  }
  destroy(): void {
    record('BrowserWindow.destroy')()
    this.isGone = true
    this.webContents.isGone = true
    BrowserWindow.all = BrowserWindow.all.filter((window) => window !== this)
    this.webContents.emit('destroyed')
    this.emit('closed')
    if (BrowserWindow.all.length === 0) BrowserWindow.allClosed()
  }
}

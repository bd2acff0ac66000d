import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { record } from './electron-record.ts'
import { webContentsListeners } from './electron-window.ts'
import type { WebContents } from './electron-window.ts'

/** The life of the application. `fireReady` and `hasLock` are for tests. */
class App extends EventEmitter {
  isPackaged = false
  /** The result of `requestSingleInstanceLock`. */
  hasLock = true
  hasQuit = false
  private readonly becomeReady = Promise.withResolvers<void>()
  private isNowReady = false
  private readonly paths = new Map<string, string>()

  override on(event: string, listener: (...args: never[]) => void): this {
    if (event === 'web-contents-created') webContentsListeners.push(listener as unknown as (event: unknown, contents: WebContents) => void)
    return super.on(event, listener as (...args: unknown[]) => void)
  }
  whenReady(): Promise<void> {
    return this.becomeReady.promise
  }
  isReady(): boolean {
    return this.isNowReady
  }
  fireReady(): void {
    this.isNowReady = true
    this.emit('ready')
    this.becomeReady.resolve()
  }
  /** Switches that the app was started with; tests add some. */
  readonly switches = new Set<string>()
  readonly commandLine = { hasSwitch: (name: string): boolean => this.switches.has(name) }
  requestSingleInstanceLock(handed: unknown): boolean {
    record('app.requestSingleInstanceLock')(handed)
    return this.hasLock
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path)
  }
  getPath(name: string): string {
    return this.paths.get(name) ?? join('fake-electron', name)
  }
  getVersion(): string {
    return '0.0.0-fake'
  }
  readonly setAppUserModelId = record('app.setAppUserModelId')
  readonly enableSandbox = record('app.enableSandbox')
  readonly exit = record('app.exit')
  readonly setBadgeCount = record('app.setBadgeCount')

  quit(): void {
    let isAllowed = true
    this.emit('before-quit', { preventDefault: () => (isAllowed = false) })
    if (!isAllowed) return
    this.hasQuit = true
    this.emit('will-quit', { preventDefault: () => undefined })
    this.emit('quit')
  }
}

export const app = new App()

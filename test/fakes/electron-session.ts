import { EventEmitter } from 'node:events'

type PermissionRequest = (
  contents: unknown,
  permission: string,
  callback: (isAllowed: boolean) => void,
  details: { readonly isMainFrame: boolean; readonly requestingUrl: string },
) => void
type PermissionCheck = (contents: unknown, permission: string, origin: string) => boolean
type BeforeRequest = (details: { readonly url: string }, callback: (answer: { readonly cancel?: boolean }) => void) => void

/** Stores the handlers, and calls them like Electron. Without a handler Electron grants permission. */
class Session extends EventEmitter {
  private request: PermissionRequest | undefined
  private check: PermissionCheck | undefined
  private device: (() => boolean) | undefined
  private before: BeforeRequest | undefined

  readonly webRequest = {
    onBeforeRequest: (handler: BeforeRequest): void => {
      this.before = handler
    },
  }
  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.request = handler
  }
  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.check = handler
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    this.device = handler
  }
  tryPermission(permission: string, requestingUrl: string, isMainFrame = true): boolean {
    let isAllowed = true
    this.request?.({}, permission, (value) => (isAllowed = value), { isMainFrame, requestingUrl })
    return isAllowed && (this.check?.({}, permission, requestingUrl) ?? true)
  }
  tryDevice(): boolean {
    return this.device?.() ?? true
  }
  tryRequest(url: string): boolean {
    let isAllowed = true
    this.before?.({ url }, (answer) => (isAllowed = answer.cancel !== true))
    return isAllowed
  }
  tryDownload(): boolean {
    let isAllowed = true
    this.emit('will-download', { preventDefault: () => (isAllowed = false) })
    return isAllowed
  }
}

export const session = { defaultSession: new Session() }

import type { App, Session, WebContents } from 'electron'
import type { WireLog } from '../api/dispatch.ts'

/** What belongs to the app: `app://patchbay/` and, only in development, the dev server. */
export type IsOwn = (url: string) => boolean

/** Creates the test for "our own page" from its address. Compares scheme and host as a browser does, never as text; sockets of the same server count. */
export function ownPages(pageUrl: string): IsOwn {
  const own = new URL(pageUrl)
  return (url) => {
    const other = URL.parse(url)
    return other !== null && other.protocol.replace(/^ws/, 'http') === own.protocol && other.host === own.host && other.username === ''
  }
}

/** Every web contents stays on its page: no navigation, no windows, no webviews. */
export function hardenContents(app: App, isOwn: IsOwn, log: WireLog): void {
  function stay(event: { preventDefault(): void }, what: string, url: string): void {
    event.preventDefault()
    log('refused to leave the page', { what, origin: URL.parse(url)?.host ?? '' })
  }
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('will-navigate', (event) => stay(event, 'navigation', event.url))
    contents.on('will-frame-navigate', (event) => stay(event, 'frame', event.url))
    contents.on('will-redirect', (event) => {
      if (!isOwn(event.url)) stay(event, 'redirect', event.url)
    })
    contents.on('will-attach-webview', (event) => stay(event, 'webview', ''))
    contents.setWindowOpenHandler(({ url }) => {
      log('refused a new window', { origin: URL.parse(url)?.host ?? '' })
      return { action: 'deny' }
    })
  })
}

/** The one permission that the page uses, for its Copy commands. */
const allowedPermission = 'clipboard-sanitized-write'

/** The session grants no permissions, downloads nothing and loads only the page. */
export function hardenSession(session: Session, isOwn: IsOwn, log: WireLog): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(permission === allowedPermission && details.isMainFrame && isOwn(details.requestingUrl))
  })
  session.setPermissionCheckHandler((_contents, permission, origin) => permission === allowedPermission && isOwn(origin))
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => {
    event.preventDefault()
    log('refused a download')
  })
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !isOwn(details.url) && !details.url.startsWith('devtools:') })
  })
}

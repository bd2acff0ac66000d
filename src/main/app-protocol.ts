import { protocol } from 'electron'
import type { AssetMap } from '../io/assets.ts'
import { assetHeaders, pageHeaders } from '../io/page-headers.ts'

const scheme = 'app'
const host = 'patchbay'
/** Address of the page in Electron. Never `file:`, which could read the disk. */
export const pageUrl = `${scheme}://${host}/`

/** Makes `app:` a proper origin (storage, fetch and the policy apply). Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } }])
}

/** Serves the page from memory: no address ever becomes a path on disk. */
export function serveApp(assets: AssetMap): void {
  protocol.handle(scheme, (request) => answer(request, assets))
}

/** The response to one request of the `app:` scheme: 405 for other methods, 404 for anything that is not a built file. */
export function answer(request: Pick<Request, 'method' | 'url'>, assets: AssetMap): Response {
  const headers = { ...pageHeaders(), 'Cache-Control': 'no-cache' }
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405, headers })
  const url = URL.parse(request.url)
  const asset = url?.host === host ? assets.get(url.pathname) : undefined
  if (asset === undefined) return new Response(null, { status: 404, headers })
  return new Response(request.method === 'HEAD' ? null : asset.bytes, { status: 200, headers: { ...headers, ...assetHeaders(asset) } })
}

import type { Asset } from './assets.ts'

/**
 * The page may load its own files and connect to its own server, nothing else: no inline code, no remote origins, no frames.
 * `sockets` are WebSocket origins to allow besides 'self' (not every browser counts ws: as the same origin).
 */
export function contentSecurityPolicy(sockets: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...sockets].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Text never becomes markup or code: nothing here creates a policy.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** Headers of every response of a shell that serves the page, whatever its status. */
export function pageHeaders(sockets: readonly string[] = []): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(sockets),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), display-capture=()',
  }
}

/** Headers that one asset adds to `pageHeaders`. */
export function assetHeaders(asset: Asset): Record<string, string> {
  return {
    'Content-Type': asset.type,
    'Content-Length': String(asset.bytes.byteLength),
    'Cache-Control': asset.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
}

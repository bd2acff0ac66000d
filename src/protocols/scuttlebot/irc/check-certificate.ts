import type { TLSSocket } from 'node:tls'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'

const words: ReadonlyMap<string, string> = new Map([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is not signed by a CA that this computer trusts'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is not signed by a CA that this computer trusts'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate is not signed by a CA that this computer trusts'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate was issued for another host name'],
])

/**
 * Whether the server can be trusted: a pinned fingerprint alone decides; otherwise chain and name must be valid. Call before anything is sent.
 * @returns a phrase about the certificate, or a fault that offers the fingerprint that was seen.
 */
export function checkCertificate(socket: TLSSocket, pinned: string | undefined): Result<string> {
  const seen = socket.getPeerCertificate()
  const fingerprint: string | undefined = seen.fingerprint256
  const detail = `SHA-256 ${fingerprint ?? 'none'}`
  if (pinned !== undefined) {
    if (fingerprint !== undefined && bare(fingerprint) === bare(pinned)) return ok(`${version(socket)}, fingerprint as pinned`)
    return fail('not-allowed', 'The server’s certificate does not match the fingerprint in the settings.', {
      detail,
      field: 'fingerprint',
    })
  }
  if (socket.authorized) return ok(`${version(socket)}, certificate valid until ${seen.valid_to}`)
  const why = words.get(String(socket.authorizationError)) ?? `its certificate could not be verified (${String(socket.authorizationError)})`
  return fail('not-allowed', `The server cannot be trusted: ${why}. If you know this server, pin its fingerprint in the settings.`, {
    detail,
    field: 'fingerprint',
    ...(fingerprint !== undefined && { fix: fingerprint }),
  })
}

function bare(fingerprint: string): string {
  return fingerprint.replaceAll(/[^0-9a-f]/gi, '').toLowerCase()
}

function version(socket: TLSSocket): string {
  return (socket.getProtocol() ?? 'TLS').replace('TLSv', 'TLS ')
}

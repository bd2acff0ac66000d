import type { TLSSocket } from 'node:tls'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'

const words: ReadonlyMap<string, string> = new Map([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'it signed its certificate itself'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'nobody whom this computer trusts signed its certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'nobody whom this computer trusts signed its certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'nobody whom this computer trusts signed its certificate'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
])

/**
 * Whether the other end may be trusted: a pinned fingerprint decides alone, else the chain and the name must be right. Nothing may be sent before.
 * @returns half a sentence about the certificate, or a fault that offers the fingerprint that was seen.
 */
export function checkCertificate(socket: TLSSocket, pinned: string | undefined): Result<string> {
  const seen = socket.getPeerCertificate()
  const fingerprint: string | undefined = seen.fingerprint256
  const detail = `SHA-256 ${fingerprint ?? 'none'}`
  if (pinned !== undefined) {
    if (fingerprint !== undefined && bare(fingerprint) === bare(pinned)) return ok(`${version(socket)}, fingerprint as pinned`)
    return fail('not-allowed', 'The certificate of the server is not the one whose fingerprint is in the settings.', {
      detail,
      field: 'fingerprint',
    })
  }
  if (socket.authorized) return ok(`${version(socket)}, certificate to ${seen.valid_to}`)
  const why = words.get(String(socket.authorizationError)) ?? `its certificate cannot be checked (${String(socket.authorizationError)})`
  return fail('not-allowed', `The server is not to be trusted: ${why}. If you know it, its fingerprint can be pinned in the settings.`, {
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

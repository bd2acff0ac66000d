import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { errnoFault } from '../../../io/errno-fault.ts'
import type { Login } from '../irc/login.ts'
import type { Address } from '../irc/transport.ts'
import { readChannelKeys } from '../pure/config.ts'
import type { ScuttlebotConfig } from '../pure/config.ts'

/** Where to connect and with which identity, including secrets. */
export interface Credentials {
  readonly address: Address
  readonly login: Login
  readonly keys: ReadonlyMap<string, string>
  /** Values that must be masked everywhere. */
  readonly secrets: readonly string[]
}

const mostPem = 256 * 1024

/** Reads what a connection needs besides its settings: certificates from files, secrets from the key store. */
export async function openAddress(
  config: ScuttlebotConfig,
  workspacePath: string,
  secret: (field: string) => Promise<string | undefined>,
): Promise<Result<Credentials>> {
  const ca = await pem(workspacePath, config.ca, 'ca')
  if (!ca.ok) return ca
  const own = await pem(workspacePath, config.sasl === 'external' ? config.certificate : '', 'certificate')
  if (!own.ok) return own
  const [password, serverPassword, channelKeys] = await Promise.all([secret('password'), secret('serverPassword'), secret('channelKeys')])
  const keys = readChannelKeys(channelKeys ?? '')
  if (config.sasl === 'plain' && (password ?? '') === '')
    return fail('unavailable', 'The account password is no longer stored. Enter it again.', { field: 'password' })
  return ok({
    address: {
      host: config.server,
      port: config.port,
      ...(config.tls && {
        tls: {
          ...(ca.value !== undefined && { ca: ca.value }),
          ...(config.fingerprint !== '' && { fingerprint: config.fingerprint }),
          ...(own.value !== undefined && { own: own.value }),
        },
      }),
    },
    login: {
      nick: config.nick,
      sasl: config.sasl,
      ...(config.account !== '' && { account: config.account }),
      ...(isGiven(password) && { password }),
      ...(isGiven(serverPassword) && { serverPassword }),
    },
    keys,
    secrets: [password, serverPassword, ...keys.values()].filter(isGiven),
  })
}

/** The text of a PEM file; undefined if none is configured. */
async function pem(workspacePath: string, path: string, field: string): Promise<Result<string | undefined>> {
  if (path === '') return ok(undefined)
  try {
    const file = resolve(workspacePath, path)
    const { size } = await stat(file)
    if (size > mostPem) return fail('too-large', `${path} is too large to be a certificate.`, { field })
    return ok(await readFile(file, 'utf8'))
  } catch (thrown) {
    const { fault } = errnoFault(thrown, `read ${path}`)
    return { ok: false, fault: { ...fault, field } }
  }
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { LinkContext } from '../../../core/protocol.ts'
import type { AblyAddress } from '../ably/address.ts'
import { endpointOf } from '../pure/config.ts'
import type { JaibberConfig } from '../pure/config.ts'
import { JaibberServer } from '../rest/jaibber-server.ts'
import type { Identity } from '../rest/jaibber-server.ts'
import { askTokenAddress } from '../rest/token-address.ts'
import { ownIdentity } from './own-identity.ts'

/** How to reach a team: Ably, and its server if there is one. */
export interface TeamAddress {
  readonly ably: AblyAddress
  readonly server: JaibberServer | undefined
  readonly identity: Identity | undefined
  /** How we log in at Ably, in words, without secrets. */
  readonly words: string
}

/**
 * Combines the settings with secrets from the store. Logs in at the server if it has never reported our identity.
 * @param known our identity as it last reported it.
 * @param signal cancels the login.
 */
export async function openTeamAddress(
  config: JaibberConfig,
  { secret, operator }: Pick<LinkContext, 'secret' | 'operator'>,
  known: Identity | undefined,
  signal: AbortSignal,
): Promise<Result<TeamAddress>> {
  const [ablyKey = '', password = '', authHeader = ''] = await Promise.all([secret('ablyKey'), secret('password'), secret('authHeader')])
  const { auth, authUrl, account } = config
  if (auth === 'key' && ablyKey === '')
    return fail('unavailable', 'The Ably key is no longer stored. Enter it again.', { field: 'ablyKey' })
  if (config.server !== '' && password === '')
    return fail('unavailable', 'The account password is no longer stored. Enter it again.', { field: 'password' })
  const server = config.server === '' ? undefined : new JaibberServer({ base: config.server, account, password })
  const close = (): void => server?.close()
  signal.addEventListener('abort', close, { once: true })
  const login = server === undefined ? ok(undefined) : known === undefined ? await server.login() : ok(known)
  signal.removeEventListener('abort', close)
  if (!login.ok) {
    server?.close()
    return login
  }
  const identity = login.value
  const endpoint = endpointOf(config.endpoint)
  const common = endpoint === undefined ? {} : { endpoint: { ...endpoint, tls: config.tls } }
  const rest = { server, identity }
  if (auth === 'key')
    return ok({
      ably: { ...common, key: ablyKey, clientId: ownIdentity(config, identity, operator()).userId },
      ...rest,
      words: `key ${ablyKey.split(':')[0]}`,
    })
  if (auth === 'server') {
    const token = server === undefined ? () => Promise.resolve(noServer) : () => server.ablyToken()
    return ok({ ably: { ...common, token }, ...rest, words: `tokens of ${server?.host ?? 'nobody'}` })
  }
  const token = () => askTokenAddress(authUrl, authHeader === '' ? undefined : authHeader)
  const given = config.userId === '' ? {} : { clientId: config.userId }
  return ok({ ably: { ...common, ...given, token }, ...rest, words: `tokens of ${new URL(authUrl).host}` })
}

const noServer = fail('unavailable', 'No server is configured to issue tokens.', { field: 'server' })

import { hostname } from 'node:os'
import type { JaibberConfig } from '../pure/config.ts'
import type { OwnIdentity } from '../pure/identity.ts'
import type { Identity } from '../rest/jaibber-server.ts'

/** Our identity in a team, and our machine. */
export interface LocalIdentity extends OwnIdentity {
  readonly machine: string
}

/**
 * Our identity: from the server, then Ably, then the settings, then the operator's name.
 * @param clientId our client id as Ably reports it.
 */
export function ownIdentity(
  config: Pick<JaibberConfig, 'userId' | 'username' | 'machine'>,
  identity: Identity | undefined,
  operator: string,
  clientId?: string,
): LocalIdentity {
  const username = identity?.username ?? (config.username === '' ? operator : config.username)
  const known = clientId === undefined || clientId === '*' ? config.userId : clientId
  return {
    userId: identity?.userId ?? (known === '' ? userIdOf(operator) : known),
    username,
    operator,
    machine: config.machine === '' ? hostname() : config.machine,
  }
}

/** A userId made from a name if nothing else provides one: the name itself, since Ably accepts any but `*`. */
export function userIdOf(name: string): string {
  return name === '*' ? 'operator' : name
}

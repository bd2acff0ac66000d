import { hostname } from 'node:os'
import type { JaibberConfig } from '../pure/config.ts'
import type { OwnIdentity } from '../pure/identity.ts'
import type { Identity } from '../rest/jaibber-server.ts'

/** Who we are in a team, and where. */
export interface LocalIdentity extends OwnIdentity {
  readonly machine: string
}

/**
 * As whom we take part: what the server says, then what Ably says, then what the settings say, then the operator's name.
 * @param clientId who Ably says we are.
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

/** A userId made from a name, where nothing gives one: the name itself, since Ably takes any but `*`. */
export function userIdOf(name: string): string {
  return name === '*' ? 'operator' : name
}

import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { nameKey } from '../pure/agent-name.ts'
import type { Delivered } from '../files/mailbox-types.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import { stateLimits } from '../pure/state-file.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import type { Caller, ServiceChange } from './contract.ts'
import type { Claims } from './claims.ts'
import type { Holds } from './holds.ts'
import type { Registered } from '../pure/registration.ts'
import type { ServicePorts } from './ports.ts'

/** What the service's parts share. */
export interface ServiceCore {
  readonly ports: ServicePorts
  readonly holds: Holds
  readonly claims: Claims
  emit(change: ServiceChange): void
  /** Delivers a message that the caller announces with `emit`: what watches the files does not announce it again. */
  deliver(message: SwitchboardMessage): Promise<Result<Delivered>>
  /** A name was registered, for the first time or again. */
  registered(name: string): void
  /** Assigns a role to a registration, if it is still the current one of its name. */
  giveRole(registered: Registered, role: string): Promise<void>
  /** Serializes work that must not overlap: registrations and changes to them. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}

/** Limits on what a registered client may write, besides messages. */
export const serviceLimits = {
  capabilities: 64,
  words: 2_000,
  members: 64,
  artifacts: 64,
  /** Names that one session may hold. */
  names: 16,
  /** With more names than this, those that were away longest make room for new ones, so many at a time. */
  roomy: 500,
  madeRoom: 32,
  /** Characters that state.json may have after a change to teams or workflows: the rest is for those who register. */
  stateShared: stateLimits.text / 2,
  /** Messages that a filter or a search looks at, newest first. */
  scanned: 2_000,
  page: 200,
  /** Characters of a payload in a list. */
  preview: 280,
} as const

/** The actor: the operator, or the name that the session registered. Claims in the call are ignored. */
export function identityOf(core: ServiceCore, caller: Caller): Result<string> {
  if (caller.via === 'operator') return ok(core.ports.operator())
  const name = core.holds.identity(caller.session)
  if (name !== undefined) return ok(name)
  return fail('not-allowed', 'This session has no name, so it has read-only access. Call register_chat_agent first.')
}

/** True when the caller is this agent, under any name that its session holds. */
export function isSelf(core: ServiceCore, caller: Caller, agent: string): boolean {
  if (caller.via === 'operator') return nameKey(agent) === nameKey(core.ports.operator())
  return core.holds.has(caller.session, agent)
}

/** True when the caller may act for this agent: it is that agent, or it is the operator. */
export function actsFor(core: ServiceCore, caller: Caller, agent: string): boolean {
  return caller.via === 'operator' || isSelf(core, caller, agent)
}

/** A registered agent or terminal, by any spelling of its name. */
export function findAgent(
  state: SwitchboardState,
  name: string,
): { readonly name: string; readonly kind: 'chat' | 'terminal' } | undefined {
  const key = nameKey(name)
  const chat = keyIn(state.chatAgents, key)
  if (chat !== undefined) return { name: chat, kind: 'chat' }
  const terminal = keyIn(state.terminals, key)
  return terminal === undefined ? undefined : { name: terminal, kind: 'terminal' }
}

/** An agent's role according to the state: a claim (see `provenRole`). */
export function roleOf(state: SwitchboardState, name: string): string | undefined {
  const found = findAgent(state, name)
  if (found === undefined) return undefined
  return (found.kind === 'chat' ? state.chatAgents.get(found.name) : state.terminals.get(found.name))?.role
}

/** A copy of a Map with one entry set, or without it. */
export function withEntry<V>(map: ReadonlyMap<string, V>, key: string, value: V | undefined): ReadonlyMap<string, V> {
  const copy = new Map(map)
  if (value === undefined) copy.delete(key)
  else copy.set(key, value)
  return copy
}

function keyIn(map: ReadonlyMap<string, unknown>, key: string): string | undefined {
  if (map.has(key)) return key
  for (const name of map.keys()) if (nameKey(name) === key) return name
  return undefined
}

import type { Actor } from '../../../core/approval.ts'
import { nameKey } from '../pure/agent-name.ts'
import type { ServiceCore } from './core.ts'
import { identityOf } from './core.ts'
import type { Caller } from './contract.ts'
import type { Registered } from '../pure/registration.ts'

/** The registration of a name, in any spelling. */
export function registeredAs(core: Pick<ServiceCore, 'ports'>, name: string): Registered | undefined {
  const key = nameKey(name)
  return core.ports.registrations.all().find((each) => nameKey(each.name) === key)
}

/** A name with a role or a standing approval stays reserved, however long its agent is away. */
export function isKept({ ports }: Pick<ServiceCore, 'ports'>, { role, id }: Registered): boolean {
  return role !== undefined || ports.registrations.stands(id)
}

/** The role that counts: the registration's. A role in state.json is a claim, because any program can write there. */
export function provenRole(core: Pick<ServiceCore, 'ports'>, name: string): string | undefined {
  return registeredAs(core, name)?.role
}

/** Who acts, for the gate. */
export function actorOf(core: ServiceCore, caller: Caller, name: string): Actor {
  if (caller.via === 'operator') return { kind: 'operator', name }
  const identity = identityOf(core, caller)
  const registration = identity.ok ? registeredAs(core, identity.value)?.id : undefined
  return { kind: 'agent', name, ...(registration !== undefined && { registration }) }
}

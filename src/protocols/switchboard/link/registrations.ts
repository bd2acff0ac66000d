import { setImmediate } from 'node:timers/promises'
import { fail, ok } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import type { RegistrationPort } from '../service/ports.ts'
import type { Registered } from '../pure/registration.ts'
import { nameKey } from '../pure/agent-name.ts'

/**
 * Registrations, kept in the link's own saved state in the data folder: whoever can write to the workspace can neither take a name nor give a role there.
 * @param save stores the state at once. @param isOver true once the link was stopped, as it is when the state could not be stored.
 */
export function registrationPort(
  saved: readonly Registered[],
  gate: Gate,
  save: () => void,
  isOver: () => boolean,
): RegistrationPort & { now(): Registered[] } {
  const kept = new Map(saved.map((each) => [nameKey(each.name), each]))
  return {
    now: () => [...kept.values()],
    all: () => [...kept.values()],
    async put(registered) {
      kept.set(nameKey(registered.name), registered)
      save()
      await setImmediate() // the engine stops a link whose state it could not store
      return isOver() ? notKept : ok(undefined)
    },
    async end({ id, name }) {
      kept.delete(nameKey(name))
      save()
      return gate.end(id)
    },
    stands: (id) => gate.stands(id),
    leave: (id) => gate.leave(id),
    ask: (request) => gate.perform(request, () => Promise.resolve(ok(undefined))),
  }
}

const notKept = fail('unavailable', 'The registration could not be saved, so it was not made.')

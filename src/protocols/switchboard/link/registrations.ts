import { setImmediate } from 'node:timers/promises'
import { fail, ok } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import type { RegistrationPort } from '../service/ports.ts'
import type { Registered } from '../pure/registration.ts'
import { nameKey } from '../pure/agent-name.ts'

/**
 * Registrations, stored in the link's own state in the data folder: write access to the workspace is not enough to take a name or assign a role.
 * @param save stores the state immediately. @param isOver true when the link was stopped, which happens if the state could not be stored.
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
      await setImmediate() // the engine stops a link if it could not store its state
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

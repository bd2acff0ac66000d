import { setImmediate } from 'node:timers/promises'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { HeldPort } from '../service/ports.ts'
import type { HeldExecute } from '../pure/registration.ts'
import type { Saved } from './saved.ts'

const most = 1_000

/**
 * Executes that wait or run, stored in the link's own state: no other program can write there, so none can be slipped in or run twice.
 * @param save stores the state immediately. @param isOver true when the link was stopped, which happens if the state could not be stored.
 */
export function heldPort(saved: Saved['held'], save: () => void, isOver: () => boolean): HeldPort & { now(): Saved['held'] } {
  const held = new Map<string, HeldExecute>(saved.map((each) => [each.message.id, each]))

  async function stored(): Promise<Result<void>> {
    if (isOver()) return over
    save()
    await setImmediate() // the engine stops a link if it could not store its state
    return isOver() ? over : ok(undefined)
  }

  return {
    now: () => [...held.values()],
    list: () => Promise.resolve(ok([...held.values()])),
    put(each) {
      if (held.size >= most && !held.has(each.message.id))
        return Promise.resolve(fail('refused', `${most} commands are already waiting for terminals.`))
      held.set(each.message.id, each)
      return stored()
    },
    async remove(id) {
      held.delete(id)
      save()
      return ok(undefined)
    },
  }
}

const over = fail('unavailable', 'This could not be saved, so it was not done.')

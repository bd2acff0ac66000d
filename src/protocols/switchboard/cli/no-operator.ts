import { fail, ok } from '../../../core/fault.ts'
import type { ClipboardPort, HeldPort, RegistrationPort, TerminalPort } from '../service/ports.ts'
import { writesBySession, type Registered } from '../pure/registration.ts'
import type { SessionNames } from '../files/session-names.ts'
import { nameKey } from '../pure/agent-name.ts'

const noWindow =
  'No Patchbay window is open for this workspace, so this cannot be approved. Ask your user to open one, then call this again.'

/** Ports of a keeper without a window for terminals and the clipboard: every call is refused with a reason. */
export const noOperator: { readonly terminals: TerminalPort; readonly held: HeldPort; readonly clipboard: ClipboardPort } = {
  terminals: { run: () => Promise.resolve(fail('unsupported', noWindow)) },
  clipboard: { offer: () => Promise.resolve(fail('unsupported', noWindow)) },
  held: {
    list: () => Promise.resolve(ok([])),
    put: () => Promise.resolve(fail('unsupported', noWindow)),
    remove: () => Promise.resolve(ok(undefined)),
  },
}

/**
 * Registrations of a keeper without a window: kept in memory, and no approval is possible.
 * @param names told whom a session registered, for those that follow the folder
 */
export function registrationsInMemory(names?: Pick<SessionNames, 'add' | 'remove'>): RegistrationPort {
  const kept = new Map<string, Registered>()
  return {
    all: () => [...kept.values()],
    put(registered) {
      kept.set(nameKey(registered.name), registered)
      if (writesBySession([registered], registered.name)) names?.add(registered.name)
      return Promise.resolve(ok(undefined))
    },
    end({ name }) {
      kept.delete(nameKey(name))
      names?.remove(name)
      return Promise.resolve(ok(undefined))
    },
    stands: () => false,
    leave: () => undefined,
    ask: () => Promise.resolve(fail('unsupported', noWindow)),
  }
}

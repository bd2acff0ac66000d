import { fail, ok } from '../../../core/fault.ts'
import type { ClipboardPort, HeldPort, RegistrationPort, TerminalPort } from '../desk/ports.ts'
import type { Registered } from '../pure/registration.ts'
import { nameKey } from '../pure/agent-name.ts'

const noWindow = 'No Patchbay window is open for this workspace, so nobody can approve it. Ask your user to open one, then call it again.'

/** What a keeper without a window can do for terminals and the clipboard: nothing, in words. */
export const noOperator: { readonly terminals: TerminalPort; readonly held: HeldPort; readonly clipboard: ClipboardPort } = {
  terminals: { run: () => Promise.resolve(fail('unsupported', noWindow)) },
  clipboard: { offer: () => Promise.resolve(fail('unsupported', noWindow)) },
  held: {
    list: () => Promise.resolve(ok([])),
    put: () => Promise.resolve(fail('unsupported', noWindow)),
    remove: () => Promise.resolve(ok(undefined)),
  },
}

/** Registrations of a keeper without a window: they last as long as it does, and nobody can be asked about them. */
export function registrationsInMemory(): RegistrationPort {
  const kept = new Map<string, Registered>()
  return {
    all: () => [...kept.values()],
    put: (registered) => Promise.resolve(ok(void kept.set(nameKey(registered.name), registered))),
    end: ({ name }) => Promise.resolve(ok(void kept.delete(nameKey(name)))),
    stands: () => false,
    leave: () => undefined,
    ask: () => Promise.resolve(fail('unsupported', noWindow)),
  }
}

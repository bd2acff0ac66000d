import { fail, ok } from '../../../core/fault.ts'
import type { ClipboardPort, HeldPort, TerminalPort } from '../desk/ports.ts'

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

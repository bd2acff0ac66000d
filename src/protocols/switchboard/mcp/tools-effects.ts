import { operations } from '../pure/operations.ts'
import { offerTool } from './offer.ts'

/** Tools that reach beyond the mailboxes; the operator decides about each call. */
export const effectTools = [
  offerTool({
    name: 'run_in_terminal',
    title: 'Run in a terminal',
    description:
      'Runs a command line in a registered terminal that has a Patchbay shell. Only for the role lead, and only after the operator has approved the exact text; the call waits for approval and for the command to finish, and returns its output. If it is refused, do not retry with a different command: ask your user.',
    ...operations.runInTerminal,
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    needs: 'name',
    run: ({ service, caller, signal, say }, input) => {
      say(`Waiting for the operator to approve the command for ${input.name}.`)
      return service.runInTerminal(caller, input, signal)
    },
  }),
  offerTool({
    name: 'handoff_clipboard',
    title: 'Offer a file for the clipboard',
    description:
      'Offers the text of a file inside the workspace to the operator, who copies it with one click; the call waits for that. Fails when no Patchbay window is open.',
    ...operations.handoffClipboard,
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    needs: 'name',
    run: ({ service, caller, signal, say }, input) => {
      say(`Waiting for the operator to copy ${input.file}.`)
      return service.handoffClipboard(caller, input, signal)
    },
  }),
]

import { fail, ok } from '../../../core/fault.ts'
import type { LinkContext } from '../../../core/protocol.ts'
import type { ClipboardPort } from '../desk/ports.ts'

/** Asks the operator to take the text of a file; the window that shows the question puts it onto the clipboard with the same click. */
export function openClipboard({ gate, isWatched }: Pick<LinkContext, 'gate' | 'isWatched'>): ClipboardPort {
  return {
    async offer({ actor, file, text, signal }) {
      if (!isWatched())
        return fail(
          'unsupported',
          'No window shows this workspace, so nobody can take the text. Ask your user to open one, then call it again.',
        )
      return gate.perform(
        {
          actor,
          effect: { kind: 'copy', target: 'clipboard', exact: text, terms: [{ label: 'File', value: file }] },
          question: `${actor.name} hands you the text of a file`,
          ...(signal === undefined ? {} : { signal }),
        },
        () => Promise.resolve(ok(undefined)),
      )
    },
  }
}

import { fail, ok } from '../../../core/fault.ts'
import type { LinkContext } from '../../../core/protocol.ts'
import type { ClipboardPort } from '../service/ports.ts'

/** Asks the operator to copy the text of a file; the window with the question copies it with the same click. */
export function openClipboard({ gate, isWatched }: Pick<LinkContext, 'gate' | 'isWatched'>): ClipboardPort {
  return {
    async offer({ actor, file, text, signal }) {
      if (!isWatched())
        return fail(
          'unsupported',
          'No Patchbay window is open for this workspace, so the text cannot be copied. Ask your user to open one, then call this again.',
        )
      return gate.perform(
        {
          actor,
          effect: { kind: 'copy', target: 'clipboard', exact: text, terms: [{ label: 'File', value: file }] },
          question: `${actor.name} offers you the text of a file`,
          ...(signal === undefined ? {} : { signal }),
        },
        () => Promise.resolve(ok(undefined)),
      )
    },
  }
}

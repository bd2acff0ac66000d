import { Copy } from 'lucide-react'
import { CopyButton } from '../../../renderer/features/common/copy-button.tsx'
import { WholeTextDialog } from '../../../renderer/features/common/whole-text.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { outboxOverlay } from './overlays.ts'
import { useCodingAgent } from './slices.ts'

/** The full, exact text of an outbox. Copying the one on screen counts as copying it in step 1. */
export function WholeOutbox(): React.JSX.Element | null {
  const overlay = useApp(outboxOverlay.of)
  const isOnScreen = useCodingAgent((state) => state.session.outbox?.text === overlay?.text)
  const copyOutbox = useCodingAgent((state) => state.copyOutbox)
  const fault = useCodingAgent((state) => (state.session.fault?.at === 'copy' ? state.session.fault.fault : undefined))
  if (overlay === undefined) return null
  const { title, text } = overlay
  return (
    <WholeTextDialog title={title} text={text}>
      {isOnScreen ? (
        <>
          <button type="button" className="btn ghost" onClick={() => void copyOutbox()}>
            <Copy className="i" aria-hidden="true" /> Copy
          </button>
          {fault !== undefined && <FieldFault fault={fault} />}
        </>
      ) : (
        <CopyButton text={text} what={title} />
      )}
    </WholeTextDialog>
  )
}

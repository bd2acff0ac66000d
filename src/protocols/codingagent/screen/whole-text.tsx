import { Copy } from 'lucide-react'
import { CopyButton } from '../../../renderer/features/common/copy-button.tsx'
import { Dialog } from '../../../renderer/ui/dialog.tsx'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { RawText } from '../../../renderer/ui/raw-text.tsx'
import { counted } from '../../../renderer/ui/time.ts'
import { useApp } from '../../../renderer/features/state/store.ts'
import { exactTextOverlay } from '../../../renderer/features/overlays.ts'

const charsShown = 400_000

/** An outbox or a reply, whole and exact. */
export function ExactText(): React.JSX.Element | null {
  const overlay = useApp(exactTextOverlay.of)
  const setOverlay = useApp((state) => state.setOverlay)
  if (overlay === undefined) return null
  const { title, text } = overlay
  const close = (): void => setOverlay(undefined)
  return (
    <Dialog
      className="dlg exact"
      title={title}
      about={counted(text.length, 'character')}
      footer={
        <>
          <CopyWhole title={title} text={text} />
          <span className="end" />
          <button type="button" className="btn" data-autofocus onClick={close}>
            Close <kbd>Esc</kbd>
          </button>
        </>
      }
      onClose={close}
    >
      <RawText label={title} text={text.slice(0, charsShown)} />
      {text.length > charsShown && (
        <p className="small mid">{counted(text.length - charsShown, 'more character')} are not drawn here; Copy takes all of it.</p>
      )}
    </Dialog>
  )
}

/** The outbox on screen is copied as by the key of step 1, which is noted. */
function CopyWhole({ title, text }: { readonly title: string; readonly text: string }): React.JSX.Element {
  const isOutbox = useApp((state) => state.paste.outbox?.text === text)
  const copyOutbox = useApp((state) => state.copyOutbox)
  const fault = useApp((state) => (state.paste.fault?.at === 'copy' ? state.paste.fault.fault : undefined))
  if (!isOutbox) return <CopyButton text={text} what={title} />
  return (
    <>
      <button type="button" className="btn ghost" onClick={() => void copyOutbox()}>
        <Copy className="i" aria-hidden="true" /> Copy
      </button>
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}

import { Dialog } from '../../ui/dialog.tsx'
import { RawText } from '../../ui/raw-text.tsx'
import { counted } from '../../ui/time.ts'
import { wholeTextOverlay } from '../overlays.ts'
import { useApp } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'
import { CopyButton } from './copy-button.tsx'

const charsShown = 400_000

/** A complete, exact text in a dialog. */
export function WholeText(): React.JSX.Element | null {
  const overlay = useApp(wholeTextOverlay.of)
  if (overlay === undefined) return null
  const { title, text } = overlay
  return (
    <WholeTextDialog title={title} text={text}>
      <CopyButton text={text} what={title} />
    </WholeTextDialog>
  )
}

interface WholeTextDialogProps {
  readonly title: string
  readonly text: string
  /** The copy button. */
  readonly children: React.ReactNode
}

/** The dialog around a complete text, for screens that copy it in their own way. */
export function WholeTextDialog({ title, text, children }: WholeTextDialogProps): React.JSX.Element {
  const close = useCloseOverlay()
  return (
    <Dialog
      className="dlg exact"
      title={title}
      about={counted(text.length, 'character')}
      footer={
        <>
          {children}
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
        <p className="small mid">{counted(text.length - charsShown, 'more character')} not shown here. Copy includes them.</p>
      )}
    </Dialog>
  )
}

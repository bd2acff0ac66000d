import { useApp } from '../../app/store.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { counted } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'

const charsShown = 400_000

/** An outbox or a reply, whole and exact. */
export function ExactText(): React.JSX.Element | null {
  const overlay = useApp((state) => state.overlay)
  const setOverlay = useApp((state) => state.setOverlay)
  if (overlay?.kind !== 'exact text') return null
  const { title, text } = overlay
  const close = (): void => setOverlay(undefined)
  return (
    <Dialog
      className="dlg exact"
      title={title}
      about={counted(text.length, 'character')}
      footer={
        <>
          <CopyButton text={text} what={title} />
          <span className="end" />
          <button type="button" className="btn" data-autofocus onClick={close}>
            Close <kbd>Esc</kbd>
          </button>
        </>
      }
      onClose={close}
    >
      {/* Long texts scroll, so the keyboard must reach them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="raw" aria-label={title} tabIndex={0}>
        <VisibleText text={text.slice(0, charsShown)} />
      </pre>
      {text.length > charsShown && (
        <p className="small mid">{counted(text.length - charsShown, 'more character')} are not drawn here; Copy takes all of it.</p>
      )}
    </Dialog>
  )
}

import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FolderField } from './folder-field.tsx'
import './first-run.css'
import { useApp } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'

/** Opens another folder, in shells without a native folder dialog. */
export function FolderDialog(): React.JSX.Element {
  const open = useApp((state) => state.openWorkspace)
  const close = useCloseOverlay()
  return (
    <Dialog
      className="dlg folder"
      title="Open a folder"
      about="A project folder where your agents talk, or will talk. Opening it creates no files."
      footer={<CancelButton onCancel={close} />}
      onClose={close}
    >
      <FolderField focusesItself onOpen={open} />
    </Dialog>
  )
}

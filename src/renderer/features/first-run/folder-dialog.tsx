import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FolderField } from './folder-field.tsx'
import './first-run.css'
import { useApp } from '../state/store.ts'

/** Opens another folder from anywhere, in shells without a native folder dialog. */
export function FolderDialog(): React.JSX.Element {
  const open = useApp((state) => state.openWorkspace)
  const setOverlay = useApp((state) => state.setOverlay)
  const close = (): void => setOverlay(undefined)
  return (
    <Dialog
      className="dlg folder"
      title="Open a folder"
      about="A project whose agents talk here, or will. Opening creates nothing in it."
      footer={<CancelButton onCancel={close} />}
      onClose={close}
    >
      <FolderField focusesItself onOpen={open} />
    </Dialog>
  )
}

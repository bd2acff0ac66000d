import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FolderField } from '../first-run/folder-field.tsx'
import { useApp } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'

/** Opens a scenario file of any folder. */
export function ScenarioDialog(): React.JSX.Element {
  const open = useApp((state) => state.openScenario)
  const close = useCloseOverlay()
  return (
    <Dialog
      className="dlg folder"
      title="Open a scenario"
      about="A .yaml file, or a case (.jsonl). It stays where it is, and is listed until Patchbay ends."
      footer={<CancelButton onCancel={close} />}
      onClose={close}
    >
      <FolderField wants="scenario" focusesItself onOpen={open} />
    </Dialog>
  )
}

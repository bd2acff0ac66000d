import type { Fault } from '../../../core/fault.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What will be done, in exact words. */
  readonly exact: string
  /** The consequences. */
  readonly about?: string
  readonly verb: string
  readonly isDanger?: boolean
  readonly fault?: Fault | undefined
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation, with the exact words of what will be done. Cancel has the focus. */
export function ConfirmDialog({
  title,
  exact,
  about,
  verb,
  isDanger = false,
  fault,
  onConfirm,
  onClose,
}: ConfirmDialogProps): React.JSX.Element {
  return (
    <Dialog
      title={<VisibleText text={title} />}
      footer={
        <>
          <CancelButton hasFocus onCancel={onClose} />
          <button type="button" className={isDanger ? 'btn danger' : 'btn primary'} onClick={onConfirm}>
            {verb}
          </button>
        </>
      }
      onClose={onClose}
    >
      <pre className="raw">
        <VisibleText text={exact} />
      </pre>
      {about !== undefined && <p className="small mid">{about}</p>}
      {fault && <FieldFault fault={fault} />}
    </Dialog>
  )
}

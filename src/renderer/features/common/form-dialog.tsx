import { useId } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { notLive } from '../state/connection-words.ts'
import { useIsLive } from '../state/use-is-live.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'

export interface FormDialogProps {
  readonly title: React.ReactNode
  /** Its purpose, or whom it reaches: one line under the title. */
  readonly about?: React.ReactNode
  /** Classes of the form: `dlg` and one of the feature's own style sheet. */
  readonly className?: string
  /** The fields. One of them has `data-autofocus`. */
  readonly children: React.ReactNode
  /** Label of the submit button. */
  readonly verb: React.ReactNode
  /** A submit is running: no other one starts, and the button keeps the focus. */
  readonly isBusy: boolean
  /** Whether there is anything to submit. An incomplete form can be submitted: its fields then say what is missing. */
  readonly canSubmit?: boolean
  /** The fault of the submit, shown below the fields unless one of `fields` shows it. */
  readonly fault?: Fault | undefined
  /** Names of the fields that show their own faults. */
  readonly fields?: readonly string[]
  /** Buttons that do not close the dialog, at the other end of the footer. */
  readonly extraButtons?: React.ReactNode
  /** The form, for finding the field that gets the focus. */
  readonly ref?: React.Ref<HTMLFormElement>
  onSubmit(): void
  onClose(): void
}

/** A form in a dialog. Enter in a single-line field and Ctrl/⌘ Enter anywhere submit it, Esc cancels; the input stays until the submit succeeds. */
export function FormDialog(props: FormDialogProps): React.JSX.Element {
  const {
    title,
    about,
    className,
    children,
    verb,
    isBusy,
    canSubmit = true,
    fault,
    fields = [],
    extraButtons,
    ref,
    onSubmit,
    onClose,
  } = props
  const id = useId()
  const isLive = useIsLive()
  const submit = (event: React.SyntheticEvent): void => {
    event.preventDefault()
    if (!isBusy && canSubmit && isLive) onSubmit()
  }
  return (
    <Dialog
      {...(className === undefined ? {} : { className })}
      title={title}
      about={about}
      footer={
        <>
          {extraButtons}
          <CancelButton onCancel={onClose} />
          <button type="submit" form={id} className="btn primary" disabled={!canSubmit || !isLive} aria-busy={isBusy}>
            {verb}
          </button>
        </>
      }
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a chord of the whole form */}
      <form
        ref={ref}
        id={id}
        className="form"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) submit(event)
        }}
      >
        {children}
        {!isLive && <FieldFault fault={{ code: 'unavailable', message: notLive }} />}
        {fault !== undefined && !fields.includes(fault.field ?? '') && <FieldFault fault={fault} />}
      </form>
    </Dialog>
  )
}

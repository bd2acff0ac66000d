import { useId } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { notLive, useIsLive } from '../state/use-is-live.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'

export interface FormDialogProps {
  readonly title: React.ReactNode
  /** What it is for, or whom it reaches: one line under the title. */
  readonly about?: React.ReactNode
  /** What the form is called for its size: `dlg` and a word of the feature's own style sheet. */
  readonly className?: string
  /** The fields. One of them carries `data-autofocus`. */
  readonly children: React.ReactNode
  /** The verb on the button that submits. */
  readonly verb: React.ReactNode
  /** Whether it runs: nothing is submitted meanwhile, and the button keeps the focus. */
  readonly isBusy: boolean
  /** Whether there is anything to submit. A form that is not filled in yet can: its fields then say what they lack. */
  readonly canSubmit?: boolean
  /** What went wrong; it stands below the fields, unless one of `fields` shows it itself. */
  readonly fault?: Fault | undefined
  /** Names of the fields that show their fault themselves. */
  readonly fields?: readonly string[]
  /** Verbs that do not close the dialog, at the other end of the footer. */
  readonly beside?: React.ReactNode
  /** The form, to find the field that gets the focus. */
  readonly ref?: React.Ref<HTMLFormElement>
  onSubmit(): void
  onClose(): void
}

/** A form over the panes. Enter in a line and Ctrl or ⌘ Enter anywhere submit it, Esc cancels; what was typed stays until it is done. */
export function FormDialog(props: FormDialogProps): React.JSX.Element {
  const { title, about, className, children, verb, isBusy, canSubmit = true, fault, fields = [], beside, ref, onSubmit, onClose } = props
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
          {beside}
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

import { hiddenCharacters } from '../../../core/text.ts'
import { limits } from '../../../core/limits.ts'
import { useSwitchboardAct, useSwitchboardAnswer } from './use-open-switchboard.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { FormDialog } from '../../../renderer/features/common/form-dialog.tsx'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { TextField } from '../../../renderer/ui/text-field.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useCloseOverlay } from '../../../renderer/features/state/use-close-overlay.ts'
import { useTyped } from '../../../renderer/features/state/use-typed.ts'
import { deadLetterOverlay } from './overlays.ts'
import { useSwitchboard } from './slices.ts'

/** Edits a copy of a dead letter and delivers it; the original file is kept. */
export function EditDeadLetter(): React.JSX.Element | null {
  const overlay = useApp(deadLetterOverlay.of)
  return overlay !== undefined ? <Edit key={overlay.file} file={overlay.file} isFixed={overlay.isFixed === true} /> : null
}

function Edit({ file, isFixed }: { readonly file: string; readonly isFixed: boolean }): React.JSX.Element {
  const close = useCloseOverlay()
  const toast = useApp((state) => state.toast)
  const loadMessages = useSwitchboard((state) => state.loadMessages)
  const answer = useSwitchboardAnswer('deadLetter', { file })
  const redeliver = useSwitchboardAct('redeliver')
  const [{ edited }, type] = useTyped<{ readonly [field in 'edited']?: string }>(`dead letter ${file}`, {})
  const letter = answer?.ok === true ? answer.value : undefined
  const text = edited ?? (isFixed ? letter?.fixedText : undefined) ?? letter?.text ?? ''
  const run = async (): Promise<void> => {
    const done = await redeliver.run({ file, text })
    if (!done.ok) return
    close()
    toast({ text: 'Copy delivered', detail: done.value.file })
    await loadMessages()
  }
  return (
    <FormDialog
      className="dlg write"
      title="Redeliver a copy?"
      about={
        <span className="mono meta">
          <VisibleText text={file} />
        </span>
      }
      verb="Redeliver"
      isBusy={redeliver.isBusy}
      canSubmit={letter !== undefined && text !== ''}
      extraButtons={
        letter?.fixedText !== undefined &&
        text !== letter.fixedText && (
          <button type="button" className="btn ghost" onClick={() => type({ edited: letter.fixedText ?? '' })}>
            Use corrected text
          </button>
        )
      }
      onSubmit={() => void run()}
      onClose={close}
    >
      {answer?.ok === false && <FieldFault fault={answer.fault} />}
      {letter !== undefined && <FieldFault fault={letter.fault} />}
      <TextField
        label="Copy"
        isLong
        isMono
        hasFocus
        rows={14}
        most={limits.message}
        value={text}
        fault={redeliver.fault}
        hint="Sent as a new file. The original is kept."
        onChange={(next) => type({ edited: next })}
      />
      {hiddenCharacters(text).length > 0 && (
        <pre className="raw" aria-label="With hidden characters shown">
          <VisibleText text={text} />
        </pre>
      )}
    </FormDialog>
  )
}

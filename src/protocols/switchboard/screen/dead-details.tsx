import { useSwitchboardAnswer } from './use-open-switchboard.ts'
import type { SwitchboardView } from '../pure/view.ts'
import { CopyButton } from '../../../renderer/features/common/copy-button.tsx'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { RawText } from '../../../renderer/ui/raw-text.tsx'
import { exactTime } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { deadLetterOverlay } from './overlays.ts'

const shown = 20_000

/** A dead letter: why it is not a message, its text, and the corrected text if there is one. */
export function DeadDetails({ letter }: { readonly letter: SwitchboardView['deadLetters'][number] }): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const answer = useSwitchboardAnswer('deadLetter', { file: letter.file }, String(letter.at))
  const { file, fault } = letter
  const text = answer?.ok === true ? answer.value.text : undefined
  const fixed = answer?.ok === true ? answer.value.fixedText : undefined
  return (
    <>
      <h3 className="tag lost reason">
        <Glyph shape="no" /> <VisibleText text={fault.message} />
      </h3>
      {fault.detail !== undefined && (
        <p className="mono meta">
          <VisibleText text={fault.detail} />
        </p>
      )}
      <h3>File</h3>
      <dl className="kv">
        <dt>Source</dt>
        <dd>
          <span className="mono cut" title={visibleString(file)}>
            <VisibleText text={file.slice(file.lastIndexOf('/') + 1)} />
          </span>
          <CopyButton text={file} what="Path" />
        </dd>
        <dt>Mailbox</dt>
        <dd>
          <VisibleText text={letter.recipient} />
        </dd>
        <dt>Written</dt>
        <dd className="mono">{exactTime(letter.at)}</dd>
        {letter.redelivered !== undefined && (
          <>
            <dt>Copy</dt>
            <dd>
              <span className="mono cut" title={visibleString(letter.redelivered)}>
                <VisibleText text={letter.redelivered} />
              </span>
            </dd>
          </>
        )}
      </dl>
      {answer?.ok === false && <FieldFault fault={answer.fault} />}
      {text !== undefined && (
        <>
          <h3>Text</h3>
          <RawText className="raw short" label="File text" text={text} most={shown} />
        </>
      )}
      {fixed !== undefined && (
        <>
          <h3>Corrected</h3>
          <RawText className="raw short" label="Corrected text" text={fixed} most={shown} />
        </>
      )}
      <div className="acts">
        <button type="button" className="btn" onClick={() => setOverlay(deadLetterOverlay({ file }))}>
          Edit copy
        </button>
        {fixed !== undefined && (
          <button type="button" className="btn" onClick={() => setOverlay(deadLetterOverlay({ file, isFixed: true }))}>
            Redeliver
          </button>
        )}
      </div>
      <p className="small dim note">The file is kept. Redeliver sends a copy.</p>
    </>
  )
}

import { keyCaps } from '../../../renderer/ui/keys.ts'
import { hiddenCharacters } from '../../../core/text.ts'
import { limits } from '../../../core/limits.ts'
import { CancelButton } from '../../../renderer/ui/cancel-button.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { LongText } from '../../../renderer/ui/long-text.tsx'
import { KeyCap } from '../../../renderer/ui/key-caps.tsx'

interface EditBodyProps {
  /** What is edited, for the label: `src/a.ts`, `the command`. */
  readonly what: string
  readonly text: string
  readonly isEdited: boolean
  readonly onText: (text: string) => void
  readonly onSave: () => void
  /** Discards the operator's earlier change. */
  readonly onReset: () => void
  readonly onClose: () => void
}

/** Maximum number of hidden characters that are named. */
const named = 6

/** The body of a command as text that can be changed before it is applied. */
export function EditBody({ what, text, isEdited, onText, onSave, onReset, onClose }: EditBodyProps): React.JSX.Element {
  const hidden = hiddenCharacters(text)
  const isTooLong = text.length > limits.message
  return (
    <form
      className="edit-body"
      aria-label={`Edit ${what}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTooLong) onSave()
      }}
    >
      <LongText
        most={limits.message}
        className="in area mono"
        aria-label={`Text of ${what}`}
        spellCheck={false}
        // The operator has just asked for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={text}
        onText={onText}
        onKeyDown={(event) => {
          // The keys that apply the plan elsewhere only accept this text here.
          const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
          if (event.nativeEvent.isComposing || (event.key !== 'Escape' && !isSave)) return
          event.preventDefault()
          if (!isSave) onClose()
          else if (!isTooLong) onSave()
        }}
      />
      {hidden.length > 0 && (
        <p className="fault small">
          <Glyph shape="over" /> Hidden in this field:{' '}
          {[...new Set(hidden.map((one) => one.label))].slice(0, named).map((label) => (
            <span key={label} className="ctrl">
              {label}
            </span>
          ))}
        </p>
      )}
      {isTooLong && (
        <p className="fault small" role="alert">
          <Glyph shape="no" /> {text.length.toLocaleString('en-US')} of {limits.message.toLocaleString('en-US')} characters. Shorten it.
        </p>
      )}
      <div className="acts">
        {isEdited && (
          <button type="button" className="btn ghost" onClick={onReset}>
            Discard my change
          </button>
        )}
        <CancelButton onCancel={onClose} />
        <button type="submit" className="btn" disabled={isTooLong}>
          Use this text <KeyCap text={keyCaps('$mod+Enter').join(' ')} />
        </button>
      </div>
    </form>
  )
}

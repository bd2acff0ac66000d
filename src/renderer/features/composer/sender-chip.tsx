import { useState } from 'react'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import type { ComposerDraft } from '../state/compose-slice.ts'
import { useApp } from '../state/store.ts'

/** The sender of the message. Names other than the operator's can be used, and are marked. */
export function SenderChip({ draft, isWrong }: { readonly draft: ComposerDraft; readonly isWrong: boolean }): React.JSX.Element {
  const operator = useApp((state) => state.state?.info.operator ?? '')
  const editDraft = useApp((state) => state.editDraft)
  const [isOpen, setOpen] = useState(false)
  const from = draft.from ?? operator
  const isOther = from !== operator
  if (isOpen || isWrong) {
    return (
      <label className="sender">
        as{' '}
        <input
          className="in"
          aria-label="Sender"
          aria-invalid={isWrong}
          value={from}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the operator has just asked for this field
          autoFocus={isOpen}
          spellCheck={false}
          onChange={(event) => editDraft({ from: event.currentTarget.value })}
          onBlur={() => {
            setOpen(false)
            if (from.trim() === '' || from === operator) editDraft({ from: undefined })
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            event.currentTarget.blur()
          }}
        />
      </label>
    )
  }
  return (
    <button
      type="button"
      className={`btn ghost small ${isOther ? 'sender-other' : ''}`}
      title={isOther ? `Sent by the operator as ${visibleString(from)}` : 'Send as someone else'}
      onClick={() => setOpen(true)}
    >
      {isOther ? 'sent by the operator as ' : 'as '}
      <VisibleText text={from} />
    </button>
  )
}

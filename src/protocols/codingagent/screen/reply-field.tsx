import { useEffect, useId, useRef, useState } from 'react'
import { limits } from '../../../core/limits.ts'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { LongText } from '../../../renderer/ui/long-text.tsx'
import { count } from '../../../renderer/ui/time.ts'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { openSessionOf } from './open-session.ts'
import { replyKey } from './reply-state.ts'
import { useCodingAgent } from './slices.ts'
import './sessions.css'

/** The field for a reply that was not accepted as is, or where the page cannot read the clipboard. */
export function ReplyField(): React.JSX.Element {
  const held = useCodingAgent((state) => state.held)
  const busy = useCodingAgent((state) => state.session.busy)
  const hasFault = useCodingAgent((state) => state.session.fault?.at === 'paste')
  const takeReply = useCodingAgent((state) => state.takeReply)
  const holdReply = useCodingAgent((state) => state.holdReply)
  const setSessionFault = useCodingAgent((state) => state.setSessionFault)
  const session = useCodingAgent((state) => openSessionOf(state)?.row?.id)
  const key = useApp((state) => replyKey(state, session))
  const begun = useApp((state) => state.typed.get(key)?.text)
  const keepTyped = useApp((state) => state.keepTyped)
  const [shown, setText] = useState(held?.text === '' ? undefined : held?.text)
  const text = shown ?? begun ?? ''
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const warnings = held?.warnings ?? []
  const isSure = warnings.length > 0 && text === held?.text
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      className="reply-field"
      onSubmit={(event) => {
        event.preventDefault()
        void takeReply(text, isSure)
      }}
    >
      {warnings.length > 0 && (
        <ul id={id} className="small" role="alert">
          {warnings.map((warning) => (
            <li key={warning} className="lost agent">
              <Glyph shape="over" /> <VisibleText text={warning} />
            </li>
          ))}
        </ul>
      )}
      <LongText
        ref={field}
        most={limits.message}
        className="in area mono"
        aria-label="LLM reply"
        aria-invalid={hasFault ? true : undefined}
        aria-describedby={warnings.length > 0 ? id : undefined}
        placeholder="Paste the full reply here"
        spellCheck={false}
        value={text}
        onText={(next) => {
          setText(next)
          keepTyped(key, { text: next })
        }}
        onPaste={(event) => {
          // A reply pasted into the empty field is complete: it needs no second press.
          const pasted = event.clipboardData.getData('text/plain')
          if (text.trim() !== '' || pasted.trim() === '') return
          event.preventDefault()
          void takeReply(pasted)
        }}
      />
      <div className="acts">
        <button type="submit" className="btn small" disabled={text.trim() === '' || busy !== undefined}>
          {isSure ? 'Use anyway' : 'Use reply'}
        </button>
        <button
          type="button"
          className="btn small ghost"
          onClick={() => {
            holdReply(undefined)
            setSessionFault('paste', undefined)
          }}
        >
          Cancel
        </button>
        {text !== '' && <span className="small dim">{count(text.length)} characters</span>}
      </div>
    </form>
  )
}

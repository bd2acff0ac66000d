import { ClipboardPaste } from 'lucide-react'
import { maxWireBytes, utf8Length } from '../../pure/size.ts'
import { splitText } from '../../pure/split.ts'
import { keyCaps } from '../../../../renderer/ui/keys.ts'
import { promptKey } from './prompts.ts'
import type { WaitingPrompt } from './prompts.ts'
import { answerOf, mostAnswerChars } from './prompts-state.ts'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { LongText } from '../../../../renderer/ui/long-text.tsx'
import { count } from '../../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { KeyCap } from '../../../../renderer/ui/key-caps.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { useJaibber } from '../state.ts'
import { declinePromptOverlay } from '../overlays.ts'

/** Approximate bytes of a message besides its text. */
const aroundText = 2_048

/** Step 2: the LLM's answer. Nothing is sent before *Publish*. */
export function AnswerStep({ open }: { readonly open: WaitingPrompt }): React.JSX.Element {
  const { link, item } = open
  const key = promptKey(open)
  const text = useApp((state) => answerOf(state, open))
  const isBusy = useJaibber((state) => state.isPublishing)
  const fault = useJaibber((state) =>
    state.promptFault?.key === key && state.promptFault.at === 'answer' ? state.promptFault.fault : undefined,
  )
  const setAnswer = useJaibber((state) => state.setAnswer)
  const paste = useJaibber((state) => state.pasteAnswer)
  const publish = useJaibber((state) => state.publishAnswer)
  const setOverlay = useApp((state) => state.setOverlay)
  const hasText = text.trim() !== ''
  return (
    <section className="step" aria-label="Step 2, answer">
      <header>
        <span className={hasText ? 'num now' : 'num'} aria-hidden="true">
          2
        </span>
        <h2 className="cut">
          Paste the answer for <VisibleText text={item.agent} />
        </h2>
        <span className="end" />
        <button type="button" className="btn small" onClick={() => void paste()}>
          <ClipboardPaste className="i" aria-hidden="true" /> Paste <KeyCap text={keyCaps('$mod+Shift+v').join(' ')} />
        </button>
      </header>
      <Size text={text} />
      <LongText
        most={mostAnswerChars}
        className="in area"
        aria-label={`Answer of ${visibleString(item.agent)}`}
        aria-invalid={fault === undefined ? undefined : true}
        placeholder="Paste or type the answer"
        value={text}
        onText={setAnswer}
      />
      {fault !== undefined && <FieldFault fault={fault} />}
      <div className="acts">
        <button type="button" className="btn ghost" onClick={() => setOverlay(declinePromptOverlay({ link: link.id, prompt: item.id }))}>
          Decline…
        </button>
        <span className="end" />
        <button
          type="button"
          className={hasText ? 'btn primary' : 'btn'}
          disabled={!hasText}
          aria-busy={isBusy}
          onClick={() => void publish()}
        >
          Publish answer <KeyCap text={keyCaps('$mod+Enter').join(' ')} />
        </button>
      </div>
    </section>
  )
}

/** Size of the answer, and the number of messages when it is too large for one. */
function Size({ text }: { readonly text: string }): React.JSX.Element {
  const bytes = utf8Length(text)
  const room = maxWireBytes - aroundText
  const parts = bytes > room / 6 ? splitText(text, room).length : 1
  return (
    <p className="lead">
      {text === '' ? 'nothing is sent until you publish it' : <>{count(bytes)}&nbsp;B</>}
      {parts > 1 && <span className="ink"> · too long for one message of 64&nbsp;KiB: published as {count(parts)}, in order</span>}
    </p>
  )
}

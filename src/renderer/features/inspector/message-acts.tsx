import { CircleDot, History } from 'lucide-react'
import type { Event } from '../../../core/event.ts'
import type { Need } from '../../../core/need.ts'
import { KeyCap } from '../../ui/key-caps.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { lookFromEvent, lookKey } from '../replay/look-from.ts'
import { draftOf, whyNoMessages } from '../state/draft.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { useIsLive } from '../state/use-is-live.ts'
import { answerForm } from './answer-form.tsx'

interface MessageActsProps {
  readonly event: Event
  /** What the message asks for, where it is answered with one. */
  readonly need: Need | undefined
  /** The answer is being written in the pane above: its button sends it. */
  readonly isAnswering: boolean
}

/** What the operator can do with the message in the inspector. */
export function MessageActs({ event, need, isAnswering }: MessageActsProps): React.JSX.Element {
  const { acknowledge, answerDebt, lookAt, markUnread, reply } = useStoreApi().getState()
  const isAcknowledged = useApp((state) => state.acknowledged.has(event.id))
  const whyNoReply = useApp((state) => whyNoMessages(state, event.source))
  return (
    <footer className="foot-acts">
      {isAnswering ? (
        <SendAnswer />
      ) : (
        whyNoReply === undefined && (
          <button type="button" className="btn primary" onClick={() => void (need === undefined ? reply(event.id) : answerDebt(need.id))}>
            Reply <kbd>r</kbd>
          </button>
        )
      )}
      {whyNoReply === undefined ? (
        <button type="button" className="btn" disabled={isAcknowledged} onClick={() => void acknowledge(event.id)}>
          {isAcknowledged ? 'Acknowledged' : 'Acknowledge'} <kbd>a</kbd>
        </button>
      ) : (
        <span className="small dim why-not">{whyNoReply}</span>
      )}
      {!isAnswering && (
        <button
          type="button"
          className="btn ghost icon"
          title="Mark unread  u"
          aria-label="Mark unread"
          onClick={() => void markUnread(event.id)}
        >
          <CircleDot className="i" aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className="btn ghost icon"
        title={`Look from here  ${keyCaps(lookKey).join('')}`}
        aria-label="Look from here"
        onClick={() => void lookAt(lookFromEvent(event))}
      >
        <History className="i" aria-hidden="true" />
      </button>
    </footer>
  )
}

function SendAnswer(): React.JSX.Element {
  const isReady = useApp((state) => state.answer?.step === 'ready' && state.answer.fault === undefined)
  const isSending = useApp((state) => draftOf(state).sending === true)
  const isLive = useIsLive()
  return (
    <button type="submit" form={answerForm} className="btn primary" disabled={!isReady || !isLive} aria-busy={isSending}>
      Send and next <KeyCap text={keyCaps('$mod+Enter').join(' ')} />
    </button>
  )
}

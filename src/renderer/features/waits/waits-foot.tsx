import { useEffect, useRef } from 'react'
import { KeyCap } from '../../ui/key-caps.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { count, counted } from '../../ui/time.ts'
import { nameOf } from '../needs/named-agent.tsx'
import { useApp } from '../state/store.ts'
import type { WaitActs } from './use-wait-acts.ts'
import type { WaitSelection } from './use-wait-selection.ts'
import type { Way } from './use-way-message.ts'

interface WaitsFootProps {
  readonly selection: WaitSelection
  readonly acts: WaitActs
  onIgnore(): void
  onKeep(): void
  onClose(): void
}

/** What is done with the ring, and what sends the chosen message. */
export function WaitsFoot({ selection, acts, onIgnore, onKeep, onClose }: WaitsFootProps): React.JSX.Element {
  const { ring, selected, isMine } = selection
  const { isClosed, isAll, hasActs, row, showAll } = acts
  const debtor = useApp((state) => (selected === undefined ? '' : nameOf(state, selected.to, row?.debt.source)))
  const hasWaysOfRing = ring !== undefined && !isClosed && !isAll

  const back = useRef<HTMLButtonElement>(null)
  const into = useRef<HTMLButtonElement>(null)
  const wasAll = useRef(false)
  useEffect(() => {
    // Each button goes away with what it leads to.
    if (isAll) back.current?.focus()
    else if (wasAll.current) into.current?.focus()
    wasAll.current = isAll
  }, [isAll])
  const closing = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // What had the focus may have gone with the wait.
    if (!hasActs && document.activeElement === document.body) closing.current?.focus()
  }, [hasActs])

  return (
    <footer>
      {hasWaysOfRing && (
        <button type="button" className="btn ghost" onClick={onIgnore}>
          Ignore for 30 m
        </button>
      )}
      {ring !== undefined && (
        <button type="button" className="btn ghost" onClick={onKeep}>
          Keep as a case
        </button>
      )}
      {isAll && (
        // Not where the button was that led here: the second click of two would lead back.
        <button type="button" ref={back} className="btn" onClick={() => showAll(false)}>
          Back
        </button>
      )}
      <span className="end small dim cut">{hasActs && (isAll || !isMine) && `Sent as you${isAll ? '' : `, not as ${debtor}`}.`}</span>
      {hasWaysOfRing && (
        <button type="button" ref={into} className="btn" onClick={() => showAll(true)}>
          Nudge all {count(ring.inRing.length)}
        </button>
      )}
      {hasActs ? (
        <SendButton acts={acts} />
      ) : (
        <button type="button" ref={closing} className="btn primary" onClick={onClose}>
          Close
        </button>
      )}
    </footer>
  )
}

function SendButton({ acts: { isAll, nudge, message, canSend, send } }: { readonly acts: WaitActs }): React.JSX.Element {
  const { isBusy, isSent } = isAll ? nudge : message
  const words = isAll ? `Send ${counted(nudge.total, 'reminder')}` : sendWords[message.way]
  return (
    <button type="button" className="btn primary" disabled={!canSend} aria-busy={isBusy} onClick={() => void send()}>
      {isSent ? 'Sent' : words} <KeyCap text={keyCaps('$mod+Enter').join(' ')} />
    </button>
  )
}

const sendWords: Readonly<Record<Way, string>> = {
  answer: 'Send answer',
  nudge: 'Send reminder',
  reassign: 'Send',
  break: 'Send and end it',
}

import type { Approval, Decision } from '../../../core/approval.ts'
import { CopyButton } from '../common/copy-button.tsx'
import type { ReadTime } from '../common/use-read-time.ts'
import { allowedWords, allowVerb, type Scope } from './approval-words.ts'
import type { ShownState } from './shown-question.ts'

/** An approval on the screen, and what the operator can do with it. */
export interface ApprovalActs {
  readonly approval: Approval
  readonly state: ShownState
  /** Why it cannot be approved now: the operator has halted. It waits, and can be refused. */
  readonly held?: string | undefined
  readonly onDecide: (decision: Decision, answer: string) => void
  /** Postpones this approval. */
  readonly onLater: () => void
  /** Goes to the next approval; undefined when there is none. */
  readonly onNext: (() => void) | undefined
  /** Closes the dialog and changes nothing. */
  readonly onClose: () => void
}

interface ApprovalVerbsProps extends ApprovalActs {
  readonly scope: Scope
  readonly reason: string
  readonly isEndSeen: boolean
  readonly read: ReadTime
}

/** The buttons of the dialog; of an approval that no longer waits, only those that leave it. */
export function ApprovalVerbs(props: ApprovalVerbsProps): React.JSX.Element {
  const { approval, state, held, scope, reason, isEndSeen, read, onDecide, onLater, onNext, onClose } = props
  const refusal: Decision = { allow: false, ...(reason === '' ? {} : { reason }) }
  if (state !== 'waits')
    return (
      <>
        <CopyButton text={approval.effect.exact} what="Exact text" />
        <span className="end" />
        <button type="button" className="btn" ref={takeFocus} aria-disabled={!read.isOver} onClick={() => read.check() && onClose()}>
          Close <kbd>Esc</kbd>
        </button>
        {onNext !== undefined && (
          <button type="button" className="btn" aria-disabled={!read.isOver} onClick={() => read.check() && onNext()}>
            Next approval
          </button>
        )}
      </>
    )
  return (
    <>
      <CopyButton text={approval.effect.exact} what="Exact text" />
      <button type="button" className="btn ghost" onClick={onLater}>
        Later
      </button>
      <span className="end" />
      <button
        type="button"
        className="btn"
        data-autofocus
        aria-disabled={!read.isOver}
        onClick={() => read.check() && onDecide(refusal, 'Refused')}
      >
        Refuse
      </button>
      <button
        type="button"
        className="btn"
        aria-disabled={!read.isOver || !isEndSeen || held !== undefined}
        onClick={() => held === undefined && read.check() && isEndSeen && onDecide({ allow: true, scope }, allowedWords(approval, scope))}
      >
        {allowVerb(approval, scope)}
      </button>
    </>
  )
}

/** The button that had the focus is gone: keyboard focus moves here. */
function takeFocus(button: HTMLButtonElement | null): void {
  if (button !== null && (document.activeElement === null || document.activeElement === document.body)) button.focus()
}

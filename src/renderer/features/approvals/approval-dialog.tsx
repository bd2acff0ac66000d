import { useCallback, useState } from 'react'
import { agentOfActor } from '../../../core/approval.ts'
import type { Fault } from '../../../core/fault.ts'
import { quotedActor } from '../../../core/quoted-name.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { hiddenCharacters } from '../../../core/text.ts'
import { HiddenNote } from '../../ui/hidden-note.tsx'
import { Term } from '../../ui/term.tsx'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { effectWords, expiryText, risksOf, endedWords, type Scope } from './approval-words.ts'
import { ApprovalVerbs, type ApprovalActs } from './approval-verbs.tsx'
import { ExactText } from './exact-text.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { LookAlike, LookAlikeNote } from '../common/look-alike.tsx'
import { useReadTime } from '../common/use-read-time.ts'
import { useAnswer } from '../state/use-answer.ts'
import './approvals.css'

interface ApprovalDialogProps extends ApprovalActs {
  /** The operator's answer, once given. */
  readonly answer: string | undefined
  readonly now: number
  /** Why the last decision was not delivered. */
  readonly fault?: Fault | undefined
  /** The list of waiting approvals, when there are several. */
  readonly list: React.ReactNode
  /** Number of approvals waiting from this agent. */
  readonly ofAsker: number
  readonly onRefuseAll: () => void
}

/**
 * Asks the operator to approve one effect: who requested it, the exact text with nothing hidden, the terms, and how long the approval lasts. No button works
 * before the approval has been on the screen for as long as it takes to read it, and approving also requires that the end of the text was on the screen. Refuse
 * has the focus, so an Enter typed for something else approves nothing.
 */
export function ApprovalDialog(props: ApprovalDialogProps): React.JSX.Element {
  const { approval, state, answer, now, held, fault, list, ofAsker, onClose } = props
  const { actor, effect, hidden } = approval
  const key = `${approval.id} ${approval.digest}`
  const [choice, setChoice] = useState<Choice>({ ...fresh, key })
  const { scope, reason, isEndSeen } = choice.key === key ? choice : fresh
  const change = useCallback(
    (part: Partial<Choice>) => setChoice((before) => ({ ...(before.key === key ? before : fresh), ...part, key })),
    [key],
  )
  const seeEnd = useCallback(() => change({ isEndSeen: true }), [change])
  const ended = useAnswer('gate.ended', state === 'withdrawn' ? { id: approval.id } : undefined)
  const how = ended?.ok === true ? ended.value.how : undefined
  const read = useReadTime(`${key} ${state}`)
  const expiry = state === 'waits' ? expiryText(approval, now) : undefined
  return (
    <Dialog
      title={
        <>
          <Glyph shape={state === 'waits' ? 'needs' : 'off'} /> <VisibleText text={approval.question} />
        </>
      }
      about={
        <span className="asked">
          <span>
            requested by {actor.kind !== 'operator' && `${actor.kind} `}
            <VisibleText text={quotedActor(actor)} /> {actor.kind === 'agent' && <LookAlike name={agentOfActor(actor.name)} />}
          </span>
          {expiry !== undefined && <span className="dim">{expiry}</span>}
        </span>
      }
      footer={<ApprovalVerbs {...props} scope={scope} reason={reason.trim()} isEndSeen={isEndSeen} read={read} />}
      onClose={onClose}
    >
      {list}
      {state === 'waits' && held !== undefined && (
        <p className="over-note lost" role="status">
          <Glyph shape="halt" /> {held}
        </p>
      )}
      {state !== 'waits' && (
        <p className="over-note" role="status">
          {state === 'answered' ? `${answer}.` : endedWords(approval, how)}
        </p>
      )}
      {actor.kind === 'agent' && <LookAlikeNote name={agentOfActor(actor.name)} />}
      <ExactText key={key} text={effect.exact} isEndSeen={isEndSeen || state !== 'waits'} onEnd={seeEnd} />
      {risksOf(approval).map((why) => (
        <p key={why} className="fault small">
          <Glyph shape="over" /> The command {why}.
        </p>
      ))}
      <HiddenNote number={hidden.length === 0 ? 0 : hiddenCharacters(`${effect.target}\n${effect.exact}`).length} />
      <dl className="kv wrap">
        <dt>{effectWords[effect.kind]}</dt>
        <dd className="mono">
          <VisibleText text={effect.target} />
        </dd>
        {effect.terminal !== undefined && (
          <>
            <Term label="Program" value={effect.terminal.client} />
            <Term label="Session" value={effect.terminal.session} />
            <Term label="Works in" value={effect.terminal.folder} />
          </>
        )}
        {effect.terms?.map((term) => (
          <Term key={term.label} label={term.label} value={term.value} />
        ))}
        {effect.why !== undefined && <Term label="Why" value={`“${effect.why}”`} />}
      </dl>
      {state === 'waits' && (
        <>
          {effect.kind !== 'assign' && effect.kind !== 'configure' && (
            <ScopeChoice approval={approval} scope={scope} onScope={(chosen) => change({ scope: chosen })} />
          )}
          <input
            className="in"
            aria-label="Reason for refusing"
            placeholder="Reason for refusing (optional)"
            maxLength={2_000}
            value={reason}
            onChange={(event) => change({ reason: event.currentTarget.value })}
          />
          {ofAsker > 1 && (
            <button
              type="button"
              className="link small mid"
              aria-disabled={!read.isOver}
              onClick={() => read.check() && props.onRefuseAll()}
            >
              Refuse all {ofAsker} from {visibleString(quotedActor(actor))}
            </button>
          )}
        </>
      )}
      {fault && <FieldFault fault={fault} />}
    </Dialog>
  )
}

/** What the operator has entered for one approval so far, and whether the end of its text was on the screen. */
interface Choice {
  readonly key: string
  readonly scope: Scope
  readonly reason: string
  readonly isEndSeen: boolean
}
const fresh: Choice = { key: '', scope: 'once', reason: '', isEndSeen: false }

import { useState } from 'react'
import type { Approval, Decision } from '../../../core/approval.ts'
import type { Fault } from '../../../core/fault.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { HiddenNote } from '../../ui/hidden-note.tsx'
import { RawText } from '../../ui/raw-text.tsx'
import { Term } from '../../ui/term.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { allowedScopes, allowVerb, effectWords, expiryText, scopeHint, scopeMeaning, scopeWords, type Scope } from './approval-words.ts'
import './approvals.css'

interface ApprovalDialogProps {
  readonly approval: Approval
  /** Place in the queue, from 1, and its length. */
  readonly place: number
  readonly total: number
  readonly now: number
  /** Why the last decision did not arrive. */
  readonly fault?: Fault | undefined
  readonly onDecide: (decision: Decision) => void
  /** The operator wants to look at something else first: the question stays open. */
  readonly onLater: () => void
}

/**
 * Asks for one effect: who, the exact text with nothing hidden, the terms, how long a yes lasts.
 * Refuse has focus, so that an Enter typed for something else allows nothing.
 */
export function ApprovalDialog({ approval, place, total, now, fault, onDecide, onLater }: ApprovalDialogProps): React.JSX.Element {
  const [scope, setScope] = useState<Scope>('once')
  const [reason, setReason] = useState('')
  const { actor, effect, hidden } = approval
  const expiry = expiryText(approval, now)
  const refuse = (): void => onDecide({ allow: false, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) })
  return (
    <Dialog
      title={
        <>
          <Glyph shape="needs" /> <VisibleText text={approval.question} />
        </>
      }
      about={
        <span className="asked">
          <span>
            asked by {actor.kind === 'operator' ? 'you' : `${actor.kind} `}
            {actor.kind !== 'operator' && <VisibleText text={actor.name} />}
          </span>
          {expiry !== undefined && <span className="dim">{expiry}</span>}
          {total > 1 && (
            <span className="dim end">
              {place} of {total}
            </span>
          )}
        </span>
      }
      footer={
        <>
          <CopyButton text={effect.exact} what="Exact text" />
          <button type="button" className="btn ghost" onClick={onLater}>
            Later <kbd>Esc</kbd>
          </button>
          <span className="end" />
          <button type="button" className="btn" data-autofocus onClick={refuse}>
            Refuse
          </button>
          <button type="button" className="btn" onClick={() => onDecide({ allow: true, scope })}>
            {allowVerb(approval, scope)}
          </button>
        </>
      }
      onClose={onLater}
    >
      <RawText label="Exact text" text={effect.exact} />
      <dl className="kv wrap">
        <dt>{effectWords[effect.kind]}</dt>
        <dd className="mono">
          <VisibleText text={effect.target} />
        </dd>
        {effect.terms?.map((term) => (
          <Term key={term.label} label={term.label} value={term.value} />
        ))}
        {effect.why !== undefined && <Term label="Why" value={`“${effect.why}”`} />}
      </dl>
      <HiddenNote number={hidden.length} />
      <ScopeChoice approval={approval} scope={scope} onScope={setScope} />
      <input
        className="in"
        aria-label="Reason, sent with a refusal"
        placeholder="Reason, sent with a refusal"
        maxLength={2_000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {fault && <FieldFault fault={fault} />}
    </Dialog>
  )
}

interface ScopeChoiceProps {
  readonly approval: Approval
  readonly scope: Scope
  readonly onScope: (scope: Scope) => void
}

function ScopeChoice({ approval, scope, onScope }: ScopeChoiceProps): React.JSX.Element {
  const allowed = allowedScopes(approval)
  return (
    <fieldset className="opts">
      <legend className="sr">How long a yes lasts</legend>
      {(['once', 'session', 'always'] as const).map((each) => {
        const possible = allowed.includes(each)
        return (
          <label key={each} className={possible ? undefined : 'no'}>
            <input type="radio" name="scope" checked={scope === each} disabled={!possible} onChange={() => onScope(each)} />
            {scopeWords[each].label} <span className="dim">{possible ? scopeMeaning(approval, each) : scopeHint(approval)}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

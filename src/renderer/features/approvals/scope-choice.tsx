import type { Approval } from '../../../core/approval.ts'
import { whyOnlyOnce } from '../../../core/approval-text.ts'
import { allowedScopes, scopeMeaning, scopeWords, type Scope } from './approval-words.ts'

interface ScopeChoiceProps {
  readonly approval: Approval
  readonly scope: Scope
  readonly onScope: (scope: Scope) => void
}

/** How long an approval lasts: what is possible, and why the rest is not. */
export function ScopeChoice({ approval, scope, onScope }: ScopeChoiceProps): React.JSX.Element {
  const allowed = allowedScopes(approval)
  return (
    <fieldset className="opts">
      <legend className="sr">How long the approval lasts</legend>
      {(['once', 'session', 'always'] as const).map((each) => {
        const possible = allowed.includes(each)
        return (
          <label key={each} className={possible ? undefined : 'no'}>
            <input type="radio" name="scope" checked={scope === each} disabled={!possible} onChange={() => onScope(each)} />
            {scopeWords[each].label} <span className="dim">{possible ? scopeMeaning(approval, each) : whyOnlyOnce(approval)}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

import type { Plan } from '../../../protocols/codingagent/pure/api.ts'
import { useStoreApi } from '../../app/store.ts'
import { count } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { rowAtLine } from './plan-rows.ts'

/** Findings that are drawn; a reply with more of them has other problems. */
const shown = 200

/** What the lint says of the reply; the line leads to its row. */
export function LintList({ plan }: { readonly plan: Plan }): React.JSX.Element | null {
  const store = useStoreApi()
  if (plan.lint.length === 0) return null
  return (
    <section aria-label="Lint">
      <h3 className="band2">
        Lint <span className="n">{count(plan.lint.length)}</span>
      </h3>
      {plan.lint.slice(0, shown).map((finding, at) => {
        const row = rowAtLine(plan.rows, finding.line)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a list of one plan, which never moves
          <div key={at} className="lint">
            <code>{finding.rule}</code>
            <span>
              <VisibleText text={finding.message} />
            </span>
            {row === undefined ? (
              <span className="anchor">reply:{finding.line}</span>
            ) : (
              <button type="button" className="anchor" title="Show its row" onClick={() => store.getState().chooseRow(row.index)}>
                reply:{finding.line}
              </button>
            )}
          </div>
        )
      })}
      {plan.lint.length > shown && <p className="lint dim">{count(plan.lint.length - shown)} more</p>}
    </section>
  )
}

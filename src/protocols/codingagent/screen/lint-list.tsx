import type { Plan } from '../pure/api.ts'
import { lintRules } from '../pure/lint-rules.ts'
import { count } from '../../../renderer/ui/time.ts'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { rowAtLine } from './plan-rows.ts'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { codingAgentOf } from './slices.ts'

/** Maximum number of findings drawn per rule; a reply with more has other problems. */
const shown = 200
/** Findings of a rule shown before it is expanded. */
const open = 3

type Found = Plan['lint'][number]

/** Lint findings of the reply by rule: errors, then stale lines, then the rest; a line opens its row. */
export function LintList({ plan }: { readonly plan: Plan }): React.JSX.Element | null {
  if (plan.lint.length === 0) return null
  return (
    <section aria-label="Lint">
      <h3 className="band2">
        Lint <span className="n">{count(plan.lint.length)}</span>
      </h3>
      {groupsOf(plan.lint).map((findings) => (
        <Group key={findings[0]?.rule} plan={plan} findings={findings} />
      ))}
    </section>
  )
}

function groupsOf(lint: readonly Found[]): readonly (readonly Found[])[] {
  const groups = [...Map.groupBy(lint, ({ rule }) => rule).values()]
  const rank = ([first]: readonly Found[]): number => (first?.severity === 'error' ? 0 : first?.rule === 'CA014' ? 1 : 2)
  return groups.toSorted((a, b) => rank(a) - rank(b) || (a[0]?.line ?? 0) - (b[0]?.line ?? 0))
}

function Group({ plan, findings }: { readonly plan: Plan; readonly findings: readonly Found[] }): React.JSX.Element {
  const [first] = findings
  const lines = findings.slice(0, shown).map((finding, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- a list of one plan, which never moves
    <Line key={at} plan={plan} finding={finding} />
  ))
  if (findings.length <= open) return <>{lines}</>
  return (
    <details className="prose lint-group">
      <summary className="lint">
        <code>{first?.rule}</code>
        <span>{titleOf(first?.rule)}</span>
        <span className="n">{count(findings.length)}</span>
      </summary>
      {lines}
      {findings.length > shown && <p className="lint dim">{count(findings.length - shown)} more</p>}
    </details>
  )
}

/** The title of a rule, on its own line. */
function titleOf(wanted: string | undefined): string {
  const about = lintRules.find(({ rule }) => rule === wanted)?.about ?? ''
  return about.charAt(0).toUpperCase() + about.slice(1)
}

function Line({ plan, finding }: { readonly plan: Plan; readonly finding: Found }): React.JSX.Element {
  const store = useStoreApi()
  const row = rowAtLine(plan.rows, finding.line)
  return (
    <div className="lint">
      <code>{finding.rule}</code>
      <span>
        <VisibleText text={finding.message} />
      </span>
      {row === undefined ? (
        <span className="anchor">reply:{finding.line}</span>
      ) : (
        <button type="button" className="anchor" title="Show row" onClick={() => codingAgentOf(store.getState()).chooseRow(row.index)}>
          reply:{finding.line}
        </button>
      )}
    </div>
  )
}

import { Undo2 } from 'lucide-react'
import type { Plan, Round } from '../pure/api.ts'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { clockTime, count } from '../../../renderer/ui/time.ts'
import { countPlan } from './plan-rows.ts'

/** Counts for step 3. */
export function ReviewHead({ round }: { readonly round: Round | undefined }): React.JSX.Element {
  const plan = round?.plan
  const isReview = round === undefined || round.state === 'open' || round.state === 'replied'
  return (
    <header className="stephead">
      <span className={round?.state === 'replied' ? 'num now' : 'num'} aria-hidden="true">
        3
      </span>
      <h2>
        {isReview ? 'Review' : round.state === 'applying' ? `Applying round ${round.sequence}` : `Results of round ${round.sequence}`}
      </h2>
      {plan !== undefined && round !== undefined && (isReview ? <PlanCounts plan={plan} /> : <ResultCounts plan={plan} />)}
      {round !== undefined && !isReview && <StateWord round={round} />}
      {isReview && plan?.dryRun !== undefined && <DryRun dryRun={plan.dryRun} />}
    </header>
  )
}

function PlanCounts({ plan }: { readonly plan: Plan }): React.JSX.Element {
  const { selected, total, refused, stale } = countPlan(plan.rows)
  return (
    <>
      <span className="small mid" role="status">
        {count(selected)} of {count(total)} selected
      </span>
      {refused > 0 && (
        <span className="small lost agent">
          <Glyph shape="no" /> {count(refused)} refused
        </span>
      )}
      {stale > 0 && (
        <span className="small needs agent">
          <Glyph shape="over" /> {count(stale)} stale
        </span>
      )}
    </>
  )
}

function ResultCounts({ plan }: { readonly plan: Plan }): React.JSX.Element {
  const { done, failed } = countPlan(plan.rows)
  return (
    <>
      <span className="small mid">{count(done)} done</span>
      {failed > 0 && (
        <span className="small lost agent">
          <Glyph shape="no" /> {count(failed)} failed
        </span>
      )}
    </>
  )
}

function StateWord({ round }: { readonly round: Round }): React.JSX.Element | null {
  if (round.state === 'applying')
    return (
      <span className="small mid agent end">
        <Glyph shape="working" /> being applied
      </span>
    )
  if (round.state === 'interrupted')
    return (
      <span className="small lost agent end">
        <Glyph shape="over" /> interrupted
      </span>
    )
  if (round.state === 'applied') return <span className="small dim end">applied</span>
  if (round.state !== 'rolled back') return null
  // Beside the counts: what was done stands below as it was reported.
  return (
    <span className="small med agent">
      <Undo2 className="i" aria-hidden="true" /> rolled back
    </span>
  )
}

function DryRun({ dryRun }: { readonly dryRun: NonNullable<Plan['dryRun']> }): React.JSX.Element {
  const at = clockTime(dryRun.at)
  return dryRun.failed === 0 ? (
    <span className="end small dim">Dry run passed {at}, nothing written</span>
  ) : (
    <span className="end small lost agent">
      <Glyph shape="no" /> Dry run {at}: {count(dryRun.failed)} would fail, nothing written
    </span>
  )
}

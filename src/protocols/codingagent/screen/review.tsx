import { useEffect } from 'react'
import type { Round } from '../pure/api.ts'
import { reviewedRoundOf } from './open-session.ts'
import { canDecide, reviewOf, shownRow } from './review-state.ts'
import { useOpenSession } from './use-open-session.ts'
import { HiddenDialog } from './hidden-dialog.tsx'
import { LiveRun } from './live-run.tsx'
import { hidingRows, newestApplied } from './plan-rows.ts'
import { PlanTable } from './plan-table.tsx'
import { ReadFirst } from './read-first.tsx'
import { RepairedDialog } from './repair.tsx'
import { ReviewAlerts } from './review-alerts.tsx'
import { ReviewFoot } from './review-foot.tsx'
import { ReviewHead } from './review-head.tsx'
import { RollBackDialog } from './rollback.tsx'
import { RowDetail } from './row-detail.tsx'
import './review.css'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { useCodingAgent, codingAgentOf } from './slices.ts'

/** Planning a long reply again takes a while. */
const resultsEveryMs = 2_000

/** Step 3: what the reply would do, row by row, and the results. */
export function Review(): React.JSX.Element {
  const round = useCodingAgent(reviewedRoundOf)
  const row = useCodingAgent(shownRow)
  const isOpen = useCodingAgent(canDecide)
  const asks = useCodingAgent((state) => reviewOf(state).asks)
  const changed = useCodingAgent((state) => (state.review.changed.length === 0 ? none : reviewOf(state).changed))
  const open = useOpenSession()
  const run = open?.view?.run
  const live = run !== undefined && run.session === round?.session && run.sequence === round.sequence ? run : undefined
  const rollBack = newestApplied(open?.row)
  useLiveResults(live === undefined ? undefined : round)
  return (
    <section className="review" aria-label="Step 3, review">
      <ReviewHead round={round} />
      <ReviewAlerts round={round} changed={changed} />
      {round?.plan !== undefined && round.state === 'replied' && <ReadFirst plan={round.plan} />}
      {round?.plan === undefined ? (
        <p className="review-none mid">The plan of a reply appears here before anything is applied.</p>
      ) : (
        <div className="split">
          <PlanTable
            plan={round.plan}
            shown={row?.index}
            isOpen={isOpen}
            isOver={round.state !== 'replied'}
            running={live?.index}
            changed={changed}
          />
          {live?.command !== undefined && live.index === row?.index ? (
            <div className="diff" id="row-detail" tabIndex={-1}>
              <LiveRun key={live.index} run={live} />
            </div>
          ) : (
            row !== undefined && <RowDetail round={round} row={row} isOpen={isOpen} confinement={open?.view?.confinement ?? ''} />
          )}
        </div>
      )}
      {open?.row !== undefined && <ReviewFoot round={round} session={open.row} run={live} />}
      {asks === 'roll back' && open?.row !== undefined && rollBack !== undefined && (
        <RollBackDialog session={open.row.id} sequence={rollBack} open={open.row.isComplete ? open.row.sequence + 1 : open.row.sequence} />
      )}
      {asks === 'repaired' && round?.reply?.original !== undefined && (
        <RepairedDialog before={round.reply.original} after={round.reply.text} />
      )}
      {asks === 'hidden' && round?.plan !== undefined && <HiddenDialog round={round} rows={hidingRows(round.plan.rows)} />}
    </section>
  )
}

const none: readonly number[] = []

/** Results of finished rows, while the others are being applied. */
function useLiveResults(round: Round | undefined): void {
  const store = useStoreApi()
  const session = round?.session
  const sequence = round?.sequence
  useEffect(() => {
    if (session === undefined || sequence === undefined) return undefined
    let isAsking = false
    let isOver = false
    const timer = setInterval(() => {
      if (isAsking) return
      isAsking = true
      void codingAgentOf(store.getState())
        .callHome('round', { session, sequence })
        .then((answer) => {
          isAsking = false
          // What was read while it ran must not replace the result.
          if (answer.ok && !isOver) codingAgentOf(store.getState()).setRound(answer.value)
        })
    }, resultsEveryMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [session, sequence, store])
}

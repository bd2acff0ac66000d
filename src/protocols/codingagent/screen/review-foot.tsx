import type { Round, SessionRow } from '../pure/api.ts'
import { keyCaps } from '../../../renderer/ui/keys.ts'
import { applyObstacle, canDecide } from './review-state.ts'
import { count } from '../../../renderer/ui/time.ts'
import { RunProgress, StopButton, type Run } from './live-run.tsx'
import { countPlan, hidingRows, isEnd, isSelected, newestApplied, rollBackObstacle } from './plan-rows.ts'
import { RollBackButton } from './rollback.tsx'
import { KeyCap } from '../../../renderer/ui/key-caps.tsx'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { useCodingAgent, codingAgentOf } from './slices.ts'

interface ReviewFootProps {
  readonly round: Round | undefined
  readonly session: SessionRow
  readonly run: Run | undefined
}

/** Actions of a plan: roll back, dry run, apply; while applying, the progress and a stop button. */
export function ReviewFoot({ round, session, run }: ReviewFootProps): React.JSX.Element | null {
  const store = useStoreApi()
  const isOpen = useCodingAgent(canDecide)
  const obstacle = useCodingAgent(applyObstacle)
  const isBusy = useCodingAgent((state) => state.session.busy !== undefined)
  const applied = newestApplied(session)
  const isReview = (round?.state === 'replied' || round?.state === 'interrupted') && round.plan !== undefined
  const isApplying = run !== undefined
  if (!isReview && !isApplying && applied === undefined) return null
  return (
    <footer className="foot-acts">
      {applied !== undefined && !isApplying && <RollBackButton sequence={applied} obstacle={rollBackObstacle(session)} />}
      {isReview && !isApplying && (
        <span className={obstacle === undefined ? 'small dim cut after' : 'small mid'} id="apply-hint">
          {obstacle ?? nextWords(round)}
        </span>
      )}
      <span className="end" />
      {isApplying && (
        <>
          <RunProgress run={run} />
          <StopButton />
        </>
      )}
      {isReview && !isApplying && (
        <>
          {round.state === 'replied' && (
            <button
              type="button"
              className="btn"
              disabled={!isOpen || isBusy}
              onClick={() => void codingAgentOf(store.getState()).dryRun()}
            >
              Dry run
            </button>
          )}
          <ApplyButton round={round} />
        </>
      )}
    </footer>
  )
}

/** The primary button; with hidden characters it is an ordinary button that asks first. */
function ApplyButton({ round }: { readonly round: Round }): React.JSX.Element {
  const applyPlan = useCodingAgent((state) => state.applyPlan)
  const obstacle = useCodingAgent(applyObstacle)
  const rows = round.plan?.rows ?? []
  const asksFirst = hidingRows(rows).length > 0
  return (
    <button
      type="button"
      className={asksFirst ? 'btn' : 'btn primary'}
      disabled={obstacle !== undefined}
      aria-describedby="apply-hint"
      title={obstacle}
      onClick={() => void applyPlan()}
    >
      {applyWords(round)}
      {asksFirst ? '…' : <KeyCap text={keyCaps('$mod+Enter').join(' ')} />}
    </button>
  )
}

/** `Apply 4 of 5`; with nothing to apply, what pressing it does. */
function applyWords(round: Round): string {
  const rows = round.plan?.rows ?? []
  if (round.state === 'interrupted') return 'Continue with the rest'
  const { selected, total } = countPlan(rows)
  if (selected > 0) return selected === total ? `Apply ${count(selected)}` : `Apply ${count(selected)} of ${count(total)}`
  return endsSession(round) ? 'Finish' : `Answer with outbox ${round.sequence + 1}`
}

/** The effect of Apply. */
function nextWords(round: Round): string {
  const next = round.sequence + 1
  if (endsSession(round)) return 'Applying ends the session.'
  const isNothing = (round.plan?.rows ?? []).every((row) => !isSelected(row))
  return isNothing ? `Nothing is applied. Outbox ${next} explains why and is copied.` : `Applying writes outbox ${next} and copies it.`
}

function endsSession(round: Round): boolean {
  return round.plan?.rows.some((row) => isEnd(row) && row.apply) ?? false
}

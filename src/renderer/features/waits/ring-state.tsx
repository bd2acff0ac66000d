import type { WaitArrowRow } from '../../../api/desk.ts'
import type { Stuck } from '../../../core/stuck.ts'
import { clockTime } from '../../ui/time.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { nameOf } from '../needs/named-agent.tsx'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'

interface RingStateProps {
  readonly ring: Stuck
  readonly arrows: readonly WaitArrowRow[]
  readonly isOver: boolean
}

/** Since when a ring stands and by which message it closed; or when it was resolved, and by whom. */
export function RingState({ ring, arrows, isOver }: RingStateProps): React.JSX.Element {
  const openSource = useApp((state) => state.openSource)
  const closed = arrows.toSorted((a, b) => b.since - a.since)[0]
  if (isOver) return <Resolved ring={ring} />
  return (
    <p className="w-note">
      <b>Nobody in the ring can go on.</b>{' '}
      {closed !== undefined && (
        <>
          Closed {clockTime(closed.since)}
          {closed.anchor !== undefined && (
            <>
              {' '}
              by{' '}
              <button type="button" className="link mono" onClick={() => void openSource(closed.event)}>
                <VisibleText text={closed.anchor.label} />
              </button>
            </>
          )}
          .
        </>
      )}
    </p>
  )
}

function Resolved({ ring }: { readonly ring: Stuck }): React.JSX.Element {
  return (
    <p className="w-note" role="status">
      <b>Resolved</b>
      {ring.debts.slice(0, mostRead).map((debt) => (
        <End key={debt} debt={debt} />
      ))}
      .
    </p>
  )
}

/** Debts of a ring whose end is looked for. */
const mostRead = 6

function End({ debt }: { readonly debt: string }): React.JSX.Element | null {
  const workspace = useApp((state) => state.workspace)
  const revision = useApp((state) => String(state.state?.desk.revision))
  const answer = useAnswer('desk.get', workspace === undefined ? undefined : { workspace, key: debt }, revision)
  const row = answer?.ok === true ? answer.value.row : undefined
  const end = row?.debt.end
  const by = useApp((state) => (end === undefined ? '' : end.how === 'operator' ? 'you' : nameOf(state, end.by, row?.debt.source)))
  return end === undefined ? null : (
    <>
      {' '}
      {clockTime(end.at)} by {visibleString(by)}
    </>
  )
}

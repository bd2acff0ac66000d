import type { DebtRow } from '../../../core/debt.ts'
import { fail, ok } from '../../../core/fault.ts'
import { clockTime } from '../../ui/time.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { nameOf } from '../needs/named-agent.tsx'
import { useApp } from '../state/store.ts'
import { useAsked } from '../state/use-asked.ts'
import type { LookedRing } from './use-looked-ring.ts'

/** Debts of a ring whose end is looked for. */
const mostRead = 8

/** Since when a ring stands and by which message it closed; or when it was resolved, and by whom. */
export function RingState({ looked, onNext }: { readonly looked: LookedRing; onNext(): void }): React.JSX.Element {
  const openSource = useApp((state) => state.openSource)
  const { inRing, overAt, next } = looked
  // What is read from a file at once has one time; the ids are in the order in which it was stored.
  const closed = inRing.toSorted((a, b) => b.since - a.since || (a.event < b.event ? 1 : -1))[0]
  if (overAt !== undefined) {
    return (
      <p className="w-note" role="status">
        {next === undefined ? <Resolved looked={looked} overAt={overAt} /> : <b>The ring changed {clockTime(overAt)}.</b>}
        {next !== undefined && (
          <>
            {' '}
            <button type="button" className="link" onClick={onNext}>
              Show it as it is now
            </button>
          </>
        )}
      </p>
    )
  }
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

function Resolved({ looked, overAt }: { readonly looked: LookedRing; readonly overAt: number }): React.JSX.Element {
  const rows = useRows(looked.inRing.flatMap(({ row }) => row?.debt.key ?? []))
  const [end] = rows.flatMap(({ debt }) => debt.end ?? []).toSorted((a, b) => a.at - b.at)
  const by = useApp((state) => (end === undefined ? undefined : end.how === 'operator' ? 'you' : nameOf(state, end.by)))
  return (
    <b>
      Resolved {clockTime(end?.at ?? overAt)}
      {by !== undefined && ` by ${visibleString(by)}`}.
    </b>
  )
}

/** Debts as they are now; those that cannot be read are left out. */
function useRows(keys: readonly string[]): readonly DebtRow[] {
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace)
  const revision = useApp((state) => String(state.state?.desk.revision))
  const read = useAsked(JSON.stringify([workspace, revision, keys]), async () => {
    if (workspace === undefined) return fail('not-found', 'Open a workspace first.')
    const answers = await Promise.all(keys.slice(0, mostRead).map((key) => client.call('desk.get', { workspace, key })))
    return ok(answers.flatMap((answer) => (answer.ok ? [answer.value.row] : [])))
  })
  return read?.ok === true ? read.value : []
}

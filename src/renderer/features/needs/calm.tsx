import { age, count } from '../../ui/time.ts'
import { countedAgents } from '../agents/agent-order.ts'
import { BeginActs } from '../first-run/begin-acts.tsx'
import { missingThen } from '../replay/past-words.ts'
import { useApp } from '../state/store.ts'

/** Nothing waits: what goes on instead, and what would appear here. In a workspace where nobody is known yet, also how to begin. */
export function Calm({ now }: { readonly now: number }): React.JSX.Element {
  const agents = useApp((state) => state.state?.agents)
  const showAgents = useApp((state) => state.showAgents)
  const past = useApp((state) => state.past)
  const isWhole = past === undefined || missingThen(past).length === 0
  const working = countedAgents(agents ?? [], 'working').length
  const last = Math.max(0, ...(agents ?? []).map(({ lastSeen = 0 }) => lastSeen))
  return (
    <div className="calm-desk">
      <h2>{past === undefined ? 'Nothing needs you.' : isWhole ? 'Nothing needed you.' : 'Nothing is known that needed you.'}</h2>
      <p>
        {working > 0 && (
          <>
            <button type="button" className="link" onClick={() => showAgents('working')}>
              {count(working)} working
            </button>
            {last > 0 ? ', ' : '. '}
          </>
        )}
        {last > 0 && `${working > 0 ? 'last' : 'Last'} activity ${age(last, now)} ago. `}Questions to you, approvals, replies to paste and
        whatever is overdue appear here.
      </p>
      {past === undefined && agents?.length === 0 && <BeginActs />}
    </div>
  )
}

import type { Agent } from '../../../core/agent.ts'
import { count } from '../../ui/time.ts'
import { searchOverlay } from '../overlays.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { sentQuery } from './sent-query.ts'

interface SentCountProps {
  readonly agent: Agent
  /** How many messages it wrote today, or ever. */
  readonly of: 'today' | 'ever'
}

/** How much an agent wrote; leads to exactly these messages, or to all of its messages in the feed where no search tells its names from those of others. */
export function SentCount({ agent, of }: SentCountProps): React.JSX.Element {
  const store = useStoreApi()
  const setOverlay = useApp((state) => state.setOverlay)
  const number = of === 'today' ? agent.sentToday : agent.sent
  if (number === 0) return <>0</>
  const show = (): void => {
    const { state, setView, setFilter } = store.getState()
    const query = sentQuery(agent, state?.agents ?? [], state?.links ?? [])
    if (query !== undefined) return setOverlay(searchOverlay({ query: of === 'today' ? `${query} after:today` : query }))
    setView('feed')
    setFilter({ agent: agent.id })
  }
  return (
    <button
      type="button"
      className="link"
      title="Show these messages"
      aria-label={`${count(number)} ${of === 'today' ? 'today' : 'messages'}, show them`}
      onClick={(event) => {
        event.stopPropagation()
        show()
      }}
    >
      {count(number)}
    </button>
  )
}

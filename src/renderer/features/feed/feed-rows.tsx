import { useApp } from '../state/store.ts'
import { FeedList } from './feed-list.tsx'
import { FeedEmpty, FeedFailed, FeedLoading } from './feed-states.tsx'

/** The rows of the filter; without any, whether they are loading, and why there are none. */
export function FeedRows(): React.JSX.Element {
  const phase = useApp((state) => state.feedPhase)
  const load = useApp((state) => state.feedLoad)
  const isEmpty = useApp((state) => state.feed.rows.length === 0)
  return (
    <>
      {phase === 'failed' && <FeedFailed />}
      {phase === 'loading' && isEmpty && <FeedLoading />}
      {phase === 'ready' && isEmpty && <FeedEmpty />}
      {!isEmpty && <FeedList key={load} />}
    </>
  )
}

import { X } from 'lucide-react'
import { Signs } from '../../ui/signs.tsx'
import { count } from '../../ui/time.ts'
import '../feed/feed.css'
import { showsAll } from '../feed/feed-filter.ts'
import { titleOf } from '../feed/feed-head.tsx'
import { FeedRows } from '../feed/feed-rows.tsx'
import { AsOf } from '../replay/as-of.tsx'
import { LaterLine } from '../replay/later-line.tsx'
import { ThenBar } from '../replay/then-bar.tsx'
import { useApp, useStoreApi } from '../state/store.ts'

/** The feed of the moment that is looked at, next to the lanes: a mark that is opened is selected in it. */
export function FlowFeed(): React.JSX.Element {
  const store = useStoreApi()
  const title = useApp(titleOf)
  const isWhole = useApp(({ filter }) => showsAll(filter))
  const then = useApp((state) => state.past?.messages ?? 0)
  const all = useApp((state) => state.present?.messages ?? then)
  return (
    <section className="flow-feed" aria-label="Feed next to Flow">
      <header className="head">
        <h3>Feed</h3>
        <AsOf />
        <span className="sub">{isWhole ? `${count(then)} of ${count(all)}` : <Signs text={title} />}</span>
        <span className="end" />
        <button
          type="button"
          className="btn ghost icon"
          title="Close the feed"
          aria-label="Close the feed"
          onClick={() => store.getState().setFlow({ hasFeed: false })}
        >
          <X className="i" aria-hidden="true" />
        </button>
      </header>
      <FeedRows />
      <LaterLine />
      <ThenBar isBeside />
    </section>
  )
}

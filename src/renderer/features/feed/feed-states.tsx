import type { Conversation } from '../../../core/conversation.ts'
import { conversationsOf } from './feed-filter.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { counted } from '../../ui/time.ts'
import { useLongWait } from '../../ui/use-long-wait.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { TryDemo } from '../first-run/try-demo.tsx'
import { useApp } from '../state/store.ts'

const none: readonly Conversation[] = []

/** Text while the first page is loading; nothing at first. */
export function FeedLoading(): React.JSX.Element {
  const isLong = useLongWait()
  return (
    <div className="feed empty" aria-busy="true">
      {isLong && <p role="status">Loading messages…</p>}
    </div>
  )
}

/** Why the rows could not be loaded. */
export function FeedFailed(): React.JSX.Element {
  const fault = useApp((state) => state.feedFault)
  const reload = useApp((state) => state.reload)
  return (
    <div className="err" role="alert">
      <Glyph shape="no" />
      <div>
        <b className="med">Messages could not be loaded</b>
        <p className="small mid">
          <VisibleText text={fault?.message ?? ''} />
        </p>
      </div>
      {fault?.detail !== undefined && (
        <pre className="raw">
          <VisibleText text={fault.detail} />
        </pre>
      )}
      <div className="acts">
        <button type="button" className="btn small" onClick={reload}>
          Try again
        </button>
      </div>
    </div>
  )
}

/** Why the feed is empty: a filter hides everything, or nothing was written yet. */
export function FeedEmpty(): React.JSX.Element {
  const isPast = useApp((state) => state.past !== undefined)
  const isFiltered = useApp((state) => state.filter.without !== undefined)
  const isFollowed = useApp((state) => state.state?.links.some(({ enabled }) => enabled) !== false)
  return isFiltered ? <AllHidden /> : isPast ? <NothingThen /> : isFollowed ? <NothingYet /> : <NothingFollowed />
}

/** Every link was removed or stopped: what would bring messages here. */
function NothingFollowed(): React.JSX.Element {
  const hasLinks = useApp((state) => state.state?.links.length !== 0)
  const setView = useApp((state) => state.setView)
  return (
    <div className="feed">
      <div className="empty">
        <h2>Nothing is followed</h2>
        <p>{hasLinks ? 'Every link of this workspace is off' : 'This workspace has no link'}, so no messages arrive here.</p>
        <div className="acts">
          <button type="button" className="btn primary" onClick={() => setView('links')}>
            {hasLinks ? 'Show links' : 'Add a link'}
          </button>
          <TryDemo />
        </div>
      </div>
    </div>
  )
}

/** Protocols are hidden: how much that hides, and a button to show it. */
function AllHidden(): React.JSX.Element {
  const filter = useApp((state) => state.filter)
  const setFilter = useApp((state) => state.setFilter)
  const protocols = useApp((state) => state.protocols)
  const hidden = useApp((state) => {
    const { without: _without, ...whole } = state.filter
    const agent = state.state?.agents.find((one) => one.id === state.filter.agent)
    return conversationsOf(whole, state.state?.conversations ?? none, agent).reduce(
      (sum, one) => sum + (state.filter.without?.includes(one.protocol) === true ? one.count : 0),
      0,
    )
  })
  const names = protocols.filter(({ id }) => filter.without?.includes(id) === true).map(({ title }) => title)
  const { without: _without, ...rest } = filter
  return (
    <div className="feed">
      <div className="empty">
        <h2>{hidden === 0 ? 'No messages here' : `${counted(hidden, 'message')} hidden`}</h2>
        <p>
          {names.join(', ')} {names.length === 1 ? 'is' : 'are'} hidden by the filter above.
        </p>
        <div className="acts">
          <button type="button" className="btn primary" onClick={() => setFilter(rest)}>
            Show {hidden === 0 ? 'all protocols' : 'them'}
          </button>
        </div>
      </div>
    </div>
  )
}

function NothingThen(): React.JSX.Element {
  return (
    <div className="feed">
      <div className="empty">
        <h2>No messages at that time</h2>
        <p>Nothing had been stored here by then.</p>
      </div>
    </div>
  )
}

/** What will appear here, and how to get started. */
function NothingYet(): React.JSX.Element {
  const isWhole = useApp((state) => state.filter.conversation === undefined && state.filter.agent === undefined)
  const place = useApp((state) => state.state?.links[0]?.place)
  const isBroken = useApp((state) => {
    const followed = state.state?.links.filter((link) => link.enabled) ?? []
    return followed.length > 0 && followed.every((link) => link.status.lamp === 'down')
  })
  const messageTo = useApp((state) => state.messageTo)
  return (
    <div className="feed">
      <div className="empty">
        <h2>{isBroken ? 'Messages cannot be read' : isWhole ? 'No messages yet' : 'No messages here'}</h2>
        <p>
          {isWhole ? 'Messages in ' : 'New messages appear here'}
          {isWhole && <code>{place ?? '.workplace/chat.md'}</code>}
          {isWhole ? ` appear here as soon as ${isBroken ? 'it can be read again' : 'they are written'}.` : '.'}
        </p>
        <div className="acts">
          {!isBroken && (
            <button type="button" className="btn primary" onClick={() => messageTo()}>
              Write the first message
            </button>
          )}
          <TryDemo />
        </div>
      </div>
    </div>
  )
}

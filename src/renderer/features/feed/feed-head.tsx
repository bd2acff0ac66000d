import { FileText, Pause, Play } from 'lucide-react'
import { conversationId } from '../../../core/conversation.ts'
import { count, counted, progressText } from '../../ui/time.ts'
import { Signs } from '../../ui/signs.tsx'
import { visibleString } from '../../ui/visible-text.tsx'
import { ListButton } from '../common/list-button.tsx'
import { NotUsable } from '../common/not-usable.tsx'
import { showsAll } from './feed-filter.ts'
import { PlacePart } from './place-part.tsx'
import { ProtocolToggles } from '../common/protocol-toggles.tsx'
import type { AppState } from '../screen.ts'
import { shownPlace } from '../state/places.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { searchOverlay } from '../overlays.ts'
import { AsOf } from '../replay/as-of.tsx'
import { SearchButton } from '../common/search-button.tsx'

/** Title, number of messages, follow or pause, raw lines, search. */
export function FeedHead(): React.JSX.Element {
  const store = useStoreApi()
  const title = useApp(titleOf)
  const following = useApp((state) => state.following)
  const source = useApp(linkOf)
  const isPast = useApp((state) => state.past !== undefined)
  const isRaw = useApp((state) => state.filter.raw === true)
  return (
    <header className="head">
      <ListButton title="Conversations" />
      <h1 title={visibleString(title)}>
        <Signs text={title} />
      </h1>
      <AsOf />
      <Total />
      <NotUsable link={source} />
      <PlacePart part="Head" />
      <span className="end" />
      <FeedProtocols />
      <button
        type="button"
        className={`btn ghost ${isRaw ? 'on' : ''}`}
        title="Also show lines that are not messages"
        aria-pressed={isRaw}
        onClick={() => {
          const { filter, setFilter } = store.getState()
          const { raw: _raw, ...rest } = filter
          setFilter(isRaw ? rest : { ...rest, raw: true })
        }}
      >
        <FileText className="i" aria-hidden="true" />
        <span className="wide">Raw lines</span>
      </button>
      {!isPast && (
        <>
          <span className="sep" />
          <button
            type="button"
            className="btn ghost"
            title={following ? 'Pause  Space' : 'Follow  Space'}
            aria-pressed={following}
            onClick={() => store.getState().toggleFollow()}
          >
            {following ? <Pause className="i" aria-hidden="true" /> : <Play className="i" aria-hidden="true" />}
            {following ? 'Following' : 'Paused'}
          </button>
        </>
      )}
      <SearchButton />
    </header>
  )
}

const none: readonly string[] = []

/** Not in the feed of one conversation or link: it has one protocol. */
function FeedProtocols(): React.JSX.Element | null {
  const filter = useApp((state) => state.filter)
  const setFilter = useApp((state) => state.setFilter)
  if (filter.source !== undefined || filter.conversation !== undefined) return null
  const { without = none, ...rest } = filter
  return <ProtocolToggles without={without} onChange={(next) => setFilter(next.length === 0 ? rest : { ...rest, without: [...next] })} />
}

/** The number of messages; while a link reads its history, the progress. */
function Total(): React.JSX.Element | null {
  const store = useStoreApi()
  const progress = useApp((state) => state.state?.links.find((link) => link.status.progress !== undefined)?.status.progress)
  const reading = useApp((state) => state.state?.links.find((link) => link.status.progress !== undefined)?.id)
  const today = useApp((state) => state.state?.today ?? 0)
  const total = useApp(totalOf)
  const isWhole = useApp((state) => showsAll(state.filter))
  const isConnected = useApp((state) => state.connection.state === 'open')
  // The screen is out of date: the status bar says why.
  if (!isConnected) return <span className="sub lost">not connected</span>
  if (progress !== undefined && reading !== undefined) {
    return (
      <>
        <span className="sub" role="status">
          {progressText(progress)}
        </span>
        {progress.cancellable && (
          <button type="button" className="btn small" onClick={() => void store.getState().actOnLink(reading, 'cancel')}>
            Cancel
          </button>
        )}
      </>
    )
  }
  if (!isWhole) return total === undefined ? null : <span className="sub">{counted(total, 'message')}</span>
  return (
    <button type="button" className="sub link" onClick={() => store.getState().setOverlay(searchOverlay({ query: 'after:today' }))}>
      {count(today)} today
    </button>
  )
}

/** The link of the filter: the one on screen, or that of the conversation. Undefined: several links. */
function linkOf({ filter, state }: AppState): string | undefined {
  const { source, conversation } = filter
  if (conversation === undefined) return source
  return state?.links.find(({ id }) => conversation.startsWith(conversationId(id, '')))?.id
}

/** What the feed shows: a conversation, an agent, a link, everything. */
export function titleOf(state: AppState): string {
  const { filter, state: now } = state
  if (filter.conversation !== undefined) {
    const found = now?.conversations.find((one) => one.id === filter.conversation)
    return shownPlace(state)?.name ?? found?.topic ?? found?.key ?? 'Conversation'
  }
  if (filter.agent !== undefined) return now?.agents.find((one) => one.id === filter.agent)?.name ?? 'Agent'
  if (filter.faults === true) return 'Not usable'
  if (filter.source !== undefined) return now?.links.find((one) => one.id === filter.source)?.name ?? 'Link'
  return filter.forYou === true ? 'For you' : 'Everything'
}

/** Messages of a conversation or a link; the folds do not count an agent's. */
function totalOf(state: AppState): number | undefined {
  const { filter, state: now } = state
  if (filter.conversation !== undefined) return now?.conversations.find((one) => one.id === filter.conversation)?.count
  if (filter.source === undefined || filter.faults === true) return undefined
  return now?.conversations.reduce((sum, one) => sum + (one.source === filter.source ? one.count : 0), 0)
}

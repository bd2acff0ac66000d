import { Tabs } from 'radix-ui'
import type { Event } from '../../../core/event.ts'
import { positionOf } from '../feed/feed-window.ts'
import { placeOfEvent, shownPlace } from '../state/places.ts'
import { usePlace } from '../state/use-place.ts'
import { needToAnswer } from '../needs/need-verbs.ts'
import { CloseDrawer } from '../common/close-drawer.tsx'
import { AnswerTab } from './answer-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import './inspector.css'
import { LedgerTab } from './ledger-tab.tsx'
import { LintTab } from './lint-tab.tsx'
import { MessageActs } from './message-acts.tsx'
import { RawTab } from './raw-tab.tsx'
import { ThreadTab } from './thread-tab.tsx'
import { WaitsTab } from './waits-tab.tsx'
import { useThread } from './use-thread.ts'
import type { InspectorTab } from '../state/slices.ts'
import { useApp } from '../state/store.ts'

/** Everything known about the selected row; without one, the place on screen. */
export function FeedInspector(): React.JSX.Element {
  const event = useSelected()
  const place = usePlace((state) => (event === undefined ? shownPlace(state) : placeOfEvent(state, event)))
  const tab = place?.parts.tab
  const placeTab = place && tab && { title: tab.title, pane: <tab.Pane {...place.place} /> }
  if (event !== undefined) return <RowInspector event={event} placeTab={placeTab} />
  if (placeTab === undefined) return <NothingSelected />
  return (
    <>
      <header className="head">
        <span className="sub">{placeTab.title}</span>
        <CloseDrawer />
      </header>
      <div className="insp">{placeTab.pane}</div>
    </>
  )
}

interface Tab {
  readonly id: InspectorTab
  readonly title: string
  readonly count?: number | undefined
  readonly pane: React.JSX.Element
}

interface RowInspectorProps {
  readonly event: Event
  /** What its protocol shows of the place of the row. */
  readonly placeTab: Omit<Tab, 'id'> | undefined
}

function RowInspector({ event, placeTab }: RowInspectorProps): React.JSX.Element {
  const wanted = useApp((state) => state.inspectorTab)
  const setTab = useApp((state) => state.setInspectorTab)
  const isPast = useApp((state) => state.past !== undefined)
  const asked = useApp((state) => (state.past === undefined ? needToAnswer(state) : undefined))
  const need = asked?.event === event.id ? asked : undefined
  const thread = useThread(event)
  const isMessage = event.body.kind === 'message'
  // The debts of the message before must not be shown with this one: their buttons act. A newer version of the same message keeps its tab.
  const { ord } = event
  const first: Tab =
    need === undefined
      ? { id: 'details', title: 'Details', pane: <DetailsTab event={event} /> }
      : { id: 'answer', title: 'Answer', pane: <AnswerTab need={need} event={event} /> }
  const ofMessages: readonly Tab[] = [
    { id: 'ledger', title: 'Ledger', pane: <LedgerTab key={ord} event={event} /> },
    { id: 'waits', title: 'Waits', pane: <WaitsTab key={ord} event={event} /> },
    { id: 'lint', title: 'Lint', pane: <LintTab event={event} /> },
  ]
  const tabs: readonly Tab[] = [
    first,
    { id: 'raw', title: 'Raw', pane: <RawTab event={event} /> },
    ...(isMessage ? ofMessages : []),
    ...(thread.exists
      ? [{ id: 'thread', title: 'Thread', count: thread.value?.total, pane: <ThreadTab event={event} thread={thread} /> } as const]
      : []),
    ...(placeTab === undefined ? [] : [{ id: 'place', ...placeTab } as const]),
  ]
  const shown = (tabs.find(({ id }) => id === wanted) ?? first).id
  return (
    <Tabs.Root className="tabs-root" value={shown} onValueChange={(id) => setTab(id as InspectorTab)}>
      <header className="head">
        <Tabs.List className="tabs" aria-label="Inspector">
          {tabs.map(({ id, title, count }) => (
            // The first is one button, whatever it shows: the focus stays on it.
            <Tabs.Trigger key={id === first.id ? 'first' : id} value={id}>
              {title}
              {count !== undefined && (
                <>
                  {' '}
                  <span className="n">{count.toLocaleString('en-US')}</span>
                </>
              )}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <CloseDrawer />
      </header>
      {tabs.map(({ id, pane }) => (
        <Tabs.Content key={id} className="insp" value={id}>
          {pane}
        </Tabs.Content>
      ))}
      {isMessage && !isPast && shown !== 'place' && <MessageActs event={event} need={need} isAnswering={shown === 'answer'} />}
    </Tabs.Root>
  )
}

/** The selected row. It stays open when it leaves the loaded window. */
function useSelected(): Event | undefined {
  const id = useApp((state) => state.selection)
  const row = useApp((state) => state.feed.rows[positionOf(state.feed, id)])
  const held = useApp((state) => state.selected)
  return row ?? (held?.id === id ? held : undefined)
}

/** What would be here, and the keys that select it where the pane stands. */
function NothingSelected(): React.JSX.Element {
  const isFlow = useApp((state) => state.view === 'flow')
  const [what, back, on, verb] = isFlow ? (['message', '[', ']', 'step'] as const) : (['row', 'j', 'k', 'move'] as const)
  return (
    <>
      <header className="head">
        <span className="sub">Nothing selected</span>
        <CloseDrawer />
      </header>
      <div className="insp">
        <p className="small dim">
          Select a {what} to see its sender, source and thread.{' '}
          <span className="nowrap">
            <kbd>{back}</kbd> <kbd>{on}</kbd> {verb}.
          </span>
        </p>
      </div>
    </>
  )
}

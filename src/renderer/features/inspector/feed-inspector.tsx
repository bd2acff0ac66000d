import { CircleDot, History } from 'lucide-react'
import { Tabs } from 'radix-ui'
import type { Event } from '../../../core/event.ts'
import { positionOf } from '../feed/feed-window.ts'
import { placeOfEvent, shownPlace } from '../state/places.ts'
import { usePlace } from '../state/use-place.ts'
import { needToAnswer } from '../needs/need-verbs.ts'
import { draftOf, whyNoMessages } from '../state/draft.ts'
import { lookFromEvent, lookKey } from '../replay/look-from.ts'
import { useIsLive } from '../state/use-is-live.ts'
import { CloseDrawer } from '../common/close-drawer.tsx'
import { KeyCap } from '../../ui/key-caps.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { AnswerTab, answerForm } from './answer-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import './inspector.css'
import { LedgerTab } from './ledger-tab.tsx'
import { LintTab } from './lint-tab.tsx'
import { RawTab } from './raw-tab.tsx'
import { ThreadTab } from './thread-tab.tsx'
import { WaitsTab } from './waits-tab.tsx'
import { useThread } from './use-thread.ts'
import type { InspectorTab } from '../state/slices.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** Everything known about the selected row. */
export function FeedInspector(): React.JSX.Element {
  const store = useStoreApi()
  const event = useSelected()
  const tab = useApp((state) => state.inspectorTab)
  const thread = useThread(event)
  const isMessage = event?.body.kind === 'message'
  const isAcknowledged = useApp((state) => event !== undefined && state.acknowledged.has(event.id))
  /** The place of the selected row, otherwise the one whose conversation is shown. */
  const found = usePlace((state) => (event === undefined ? shownPlace(state) : placeOfEvent(state, event)))
  const placeTab = found?.parts.tab && { ...found.parts.tab, ...found.place }
  const isPast = useApp((state) => state.past !== undefined)
  const need = useApp((state) => (state.past === undefined ? needToAnswer(state) : undefined))
  const asked = need !== undefined && need.event === event?.id ? need : undefined
  const first = asked === undefined ? 'details' : 'answer'
  const isThere: Readonly<Record<InspectorTab, boolean>> = {
    answer: asked !== undefined,
    details: asked === undefined,
    raw: true,
    ledger: isMessage,
    waits: isMessage,
    lint: isMessage,
    thread: thread.exists,
    place: placeTab !== undefined,
  }
  const shown = isThere[tab] ? tab : first
  const whyNot = useApp((state) => whyNoMessages(state, event?.source))
  const reply = (): unknown => (asked === undefined ? store.getState().reply(event?.id) : store.getState().answerDebt(asked.id))
  if (event === undefined && placeTab !== undefined) {
    return (
      <>
        <header className="head">
          <span className="sub">{placeTab.title}</span>
          <CloseDrawer />
        </header>
        <div className="insp">
          <placeTab.Pane link={placeTab.link} place={placeTab.place} />
        </div>
      </>
    )
  }
  if (event === undefined) return <NothingSelected />
  // The debts of the message before must not be shown with this one: their buttons act. A newer version of the same message keeps its tab.
  const { ord } = event
  return (
    <Tabs.Root className="tabs-root" value={shown} onValueChange={(value) => store.getState().setInspectorTab(value as InspectorTab)}>
      <header className="head">
        <Tabs.List className="tabs" aria-label="Inspector">
          <Tabs.Trigger value={first}>{asked === undefined ? 'Details' : 'Answer'}</Tabs.Trigger>
          <Tabs.Trigger value="raw">Raw</Tabs.Trigger>
          {isMessage && <Tabs.Trigger value="ledger">Ledger</Tabs.Trigger>}
          {isMessage && <Tabs.Trigger value="waits">Waits</Tabs.Trigger>}
          {isMessage && <Tabs.Trigger value="lint">Lint</Tabs.Trigger>}
          {thread.exists && (
            <Tabs.Trigger value="thread">
              Thread {thread.value !== undefined && <span className="n">{thread.value.total.toLocaleString('en-US')}</span>}
            </Tabs.Trigger>
          )}
          {placeTab !== undefined && <Tabs.Trigger value="place">{placeTab.title}</Tabs.Trigger>}
        </Tabs.List>
        <CloseDrawer />
      </header>
      <Tabs.Content className="insp" value={first}>
        {asked === undefined ? <DetailsTab event={event} /> : <AnswerTab need={asked} event={event} />}
      </Tabs.Content>
      <Tabs.Content className="insp" value="raw">
        <RawTab event={event} />
      </Tabs.Content>
      {isMessage && (
        <Tabs.Content className="insp" value="ledger">
          <LedgerTab key={ord} event={event} />
        </Tabs.Content>
      )}
      {isMessage && (
        <Tabs.Content className="insp" value="waits">
          <WaitsTab key={ord} event={event} />
        </Tabs.Content>
      )}
      {isMessage && (
        <Tabs.Content className="insp" value="lint">
          <LintTab event={event} />
        </Tabs.Content>
      )}
      {thread.exists && (
        <Tabs.Content className="insp" value="thread">
          <ThreadTab event={event} thread={thread} />
        </Tabs.Content>
      )}
      {placeTab !== undefined && (
        <Tabs.Content className="insp" value="place">
          <placeTab.Pane link={placeTab.link} place={placeTab.place} />
        </Tabs.Content>
      )}
      {isMessage && !isPast && shown !== 'place' && (
        <footer className="foot-acts">
          {shown === 'answer' ? (
            <SendAnswer />
          ) : (
            whyNot === undefined && (
              <button type="button" className="btn primary" onClick={() => void reply()}>
                Reply <kbd>r</kbd>
              </button>
            )
          )}
          {whyNot === undefined ? (
            <button type="button" className="btn" disabled={isAcknowledged} onClick={() => void store.getState().acknowledge(event.id)}>
              {isAcknowledged ? 'Acknowledged' : 'Acknowledge'} <kbd>a</kbd>
            </button>
          ) : (
            <span className="small dim why-not">{whyNot}</span>
          )}
          {shown !== 'answer' && (
            <button
              type="button"
              className="btn ghost icon"
              title="Mark unread  u"
              aria-label="Mark unread"
              onClick={() => void store.getState().markUnread(event.id)}
            >
              <CircleDot className="i" aria-hidden="true" />
            </button>
          )}
          <button
            type="button"
            className="btn ghost icon"
            title={`Look from here  ${keyCaps(lookKey).join('')}`}
            aria-label="Look from here"
            onClick={() => void store.getState().lookAt(lookFromEvent(event))}
          >
            <History className="i" aria-hidden="true" />
          </button>
        </footer>
      )}
    </Tabs.Root>
  )
}

function SendAnswer(): React.JSX.Element {
  const isReady = useApp((state) => state.answer?.step === 'ready' && state.answer.fault === undefined)
  const isSending = useApp((state) => draftOf(state).sending === true)
  const isLive = useIsLive()
  return (
    <button type="submit" form={answerForm} className="btn primary" disabled={!isReady || !isLive} aria-busy={isSending}>
      Send and next <KeyCap text={keyCaps('$mod+Enter').join(' ')} />
    </button>
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

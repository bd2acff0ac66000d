import { Tabs } from 'radix-ui'
import type { Event } from '../../../core/event.ts'
import { positionOf } from '../feed/feed-window.ts'
import { placeOfEvent, shownPlace } from '../state/places.ts'
import { usePlace } from '../state/use-place.ts'
import { CloseButton } from '../../ui/close-button.tsx'
import { DetailsTab } from './details-tab.tsx'
import './inspector.css'
import { LedgerTab } from './ledger-tab.tsx'
import { LintTab } from './lint-tab.tsx'
import { RawTab } from './raw-tab.tsx'
import { ThreadTab } from './thread-tab.tsx'
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
  const isThere = { details: true, raw: true, ledger: isMessage, lint: isMessage, thread: thread.exists, place: placeTab !== undefined }[
    tab
  ]
  const shown = isThere ? tab : 'details'
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
  if (event === undefined) {
    return (
      <>
        <header className="head">
          <span className="sub">Nothing selected</span>
          <CloseDrawer />
        </header>
        <div className="insp">
          <p className="small dim">
            Select a row to see its sender, source and thread. <kbd>j</kbd> <kbd>k</kbd> move.
          </p>
        </div>
      </>
    )
  }
  return (
    <Tabs.Root className="tabs-root" value={shown} onValueChange={(value) => store.getState().setInspectorTab(value as InspectorTab)}>
      <header className="head">
        <Tabs.List className="tabs" aria-label="Inspector">
          <Tabs.Trigger value="details">Details</Tabs.Trigger>
          <Tabs.Trigger value="raw">Raw</Tabs.Trigger>
          {isMessage && <Tabs.Trigger value="ledger">Ledger</Tabs.Trigger>}
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
      <Tabs.Content className="insp" value="details">
        <DetailsTab event={event} />
      </Tabs.Content>
      <Tabs.Content className="insp" value="raw">
        <RawTab event={event} />
      </Tabs.Content>
      {isMessage && (
        <Tabs.Content className="insp" value="ledger">
          <LedgerTab event={event} />
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
      {isMessage && shown !== 'place' && (
        <footer className="foot-acts">
          <button type="button" className="btn primary" onClick={() => void store.getState().reply(event.id)}>
            Reply <kbd>r</kbd>
          </button>
          <button type="button" className="btn" disabled={isAcknowledged} onClick={() => void store.getState().acknowledge(event.id)}>
            {isAcknowledged ? 'Acknowledged' : 'Acknowledge'} <kbd>a</kbd>
          </button>
          <button type="button" className="btn ghost" onClick={() => void store.getState().markUnread(event.id)}>
            Unread <kbd>u</kbd>
          </button>
        </footer>
      )}
    </Tabs.Root>
  )
}

function CloseDrawer(): React.JSX.Element {
  const setDrawer = useApp((state) => state.setDrawer)
  return <CloseButton className="end only-drawer" onClose={() => setDrawer(undefined)} />
}

/** The selected row. It stays open when it leaves the loaded window. */
function useSelected(): Event | undefined {
  const id = useApp((state) => state.selection)
  const row = useApp((state) => state.feed.rows[positionOf(state.feed, id)])
  const held = useApp((state) => state.selected)
  return row ?? (held?.id === id ? held : undefined)
}

import { Tabs } from 'radix-ui'
import { useMemo } from 'react'
import type { Event } from '../../../core/event.ts'
import { positionOf } from '../feed/feed-window.ts'
import { projectOfEvent, shownProject, type ShownProject } from '../../../protocols/jaibber/screen/teams.ts'
import { CloseButton } from '../../ui/close-button.tsx'
import { ProjectPane } from '../../../protocols/jaibber/screen/projects/project-pane.tsx'
import { DetailsTab } from './details-tab.tsx'
import './inspector.css'
import { LintTab } from './lint-tab.tsx'
import { RawTab } from './raw-tab.tsx'
import { ThreadTab } from './thread-tab.tsx'
import { useThread } from './use-thread.ts'
import type { InspectorTab } from '../state/slices.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** What is known of the selected row. */
export function FeedInspector(): React.JSX.Element {
  const store = useStoreApi()
  const event = useSelected()
  const tab = useApp((state) => state.inspectorTab)
  const thread = useThread(event)
  const isMessage = event?.body.kind === 'message'
  const isAcknowledged = useApp((state) => event !== undefined && state.acknowledged.has(event.id))
  const project = useProject(event)
  const isThere = { details: true, raw: true, lint: isMessage, thread: thread.exists, project: project !== undefined }[tab]
  const shown = isThere ? tab : 'details'
  if (event === undefined && project !== undefined) {
    return (
      <>
        <header className="head">
          <span className="sub">Project</span>
          <CloseDrawer />
        </header>
        <div className="insp">
          <ProjectPane shown={project} />
        </div>
      </>
    )
  }
  if (event === undefined) {
    return (
      <>
        <header className="head">
          <span className="sub">Nothing is selected</span>
          <CloseDrawer />
        </header>
        <div className="insp">
          <p className="small dim">
            Select a row to see who wrote it, where it stands and what it answers. <kbd>j</kbd> <kbd>k</kbd> move.
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
          {isMessage && <Tabs.Trigger value="lint">Lint</Tabs.Trigger>}
          {thread.exists && (
            <Tabs.Trigger value="thread">
              Thread {thread.value !== undefined && <span className="n">{thread.value.total.toLocaleString('en-US')}</span>}
            </Tabs.Trigger>
          )}
          {project !== undefined && <Tabs.Trigger value="project">Project</Tabs.Trigger>}
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
        <Tabs.Content className="insp" value="lint">
          <LintTab event={event} />
        </Tabs.Content>
      )}
      {thread.exists && (
        <Tabs.Content className="insp" value="thread">
          <ThreadTab event={event} thread={thread} />
        </Tabs.Content>
      )}
      {project !== undefined && (
        <Tabs.Content className="insp" value="project">
          <ProjectPane shown={project} />
        </Tabs.Content>
      )}
      {isMessage && shown !== 'project' && (
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

/** The project of the selected row, else the one whose conversation is shown. */
function useProject(event: Event | undefined): ShownProject | undefined {
  const key = useApp((state) => {
    const project = event === undefined ? shownProject(state) : projectOfEvent(state, event)
    return project === undefined ? '' : JSON.stringify(project)
  })
  return useMemo(() => (key === '' ? undefined : (JSON.parse(key) as ShownProject)), [key])
}

/** The selected row. It stays open when it leaves the window of rows that are held. */
function useSelected(): Event | undefined {
  const id = useApp((state) => state.selection)
  const row = useApp((state) => state.feed.rows[positionOf(state.feed, id)])
  const held = useApp((state) => state.selected)
  return row ?? (held?.id === id ? held : undefined)
}

import type { Client, Connection } from '../../../api/client.ts'
import type { FeedFilter, Output, Push, Settings, WorkspaceState } from '../../../api/contract.ts'
import type { Owing } from '../../../api/desk.ts'
import type { Event } from '../../../core/event.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { ProtocolInfo } from '../../../core/link.ts'
import type { Workspace } from '../../../core/workspace.ts'
import type { FeedWindow } from '../feed/feed-window.ts'
import type { ComposeSlice } from './compose-slice.ts'
import type { LiveTexts } from './live-texts.ts'

/** Connection, settings and the workspace on screen. */
export interface SessionSlice {
  /** The wire, for requests made by a view. */
  readonly client: Client
  /** The time that the screen shows, ms since 1970 (`state/clock.ts`): now, or the moment in the past that is looked at. */
  readonly now: () => number
  /** The current time, whatever is looked at. */
  readonly liveNow: () => number
  readonly connection: { readonly state: Connection; readonly detail?: string }
  /** `starting` until the engine has answered; then a workspace or the first-run page can be drawn. */
  readonly phase: 'starting' | 'ready' | 'failed'
  readonly startFault: Fault | undefined
  /** What the engine does before it can answer anything else, and why it did not start. */
  readonly starting: Output<'app.starting'>
  readonly info: Output<'app.info'> | undefined
  readonly protocols: readonly ProtocolInfo[]
  readonly settings: Settings
  /** Known workspaces, most recently opened first. */
  readonly workspaces: readonly Workspace[]
  /** Id of the workspace on screen. */
  readonly workspace: string | undefined
  /** The folds of the workspace on screen, as last pushed; while a moment in the past is looked at, as they were. */
  readonly state: WorkspaceState | undefined
  /** Asks the engine for its state and shows the last workspace. Called once, and again after a failure; while the engine is still starting it calls itself. */
  start(): Promise<void>
  /** Ends what the engine does before it can answer anything else. */
  cancelStart(): Promise<void>
  /** Shows an opened workspace. */
  showWorkspace(workspace: Workspace): void
  openWorkspace(path: string): Promise<Result<Workspace>>
  /** The native folder dialog; fault `cancelled` if it was closed. */
  pickWorkspace(): Promise<Result<Workspace>>
  startDemo(): Promise<Result<Workspace>>
  /** Takes a workspace off the list; the folder is not changed. */
  forgetWorkspace(id: string, copies?: 'keep' | 'clean' | 'delete'): Promise<Result<unknown>>
  /** For the workspace on screen, or another known one. */
  setOperator(name: string, workspace?: string): Promise<Result<Workspace>>
  setSettings(patch: Partial<Settings>): Promise<Result<Settings>>
  /** Fault of the last action on a link, shown next to it. */
  readonly linkFault: { readonly link: string; readonly fault: Fault } | undefined
  /** One of the protocol's actions, `retry` or `cancel`. */
  actOnLink(link: string, act: string): Promise<Result<{ readonly text: string }>>
  /** The wire reports its state. */
  connectionChanged(state: Connection, detail: string | undefined): void
}

/** The open dialog; there is one at a time. Its data is its own (`state/overlay.ts`). */
export interface Overlay {
  readonly kind: string
}

/** A confirmation of what the operator did; never an error. */
export interface Toast {
  readonly id: string
  readonly text: string
  readonly detail?: string
  /** Something was not done. */
  readonly isFault?: true
  readonly act?: { readonly label: string; readonly run: () => void }
}

/** A part of an agent's pane that one of its numbers counts. */
export type AgentPart = 'owes' | 'owed' | 'lint'

/** Agents that a number counts: those that work now, and those that wrote today. */
export type AgentsOnly = 'working' | 'today'

/** State of the screen, apart from data. */
export interface ScreenSlice {
  readonly view: string
  /** What a view shows in its inspector: an agent id, a link id, `new:chat`… */
  readonly detail: ReadonlyMap<string, string>
  readonly overlay: Overlay | undefined
  /** Pane that floats over the main one on narrow screens. */
  readonly drawer: 'list' | 'inspector' | undefined
  readonly toasts: readonly Toast[]
  setView(view: string, detail?: string): void
  setDetail(view: string, detail: string | undefined): void
  /** Keeps what a view shows by default, so that nothing else takes its place by itself. Opens no drawer. */
  settleDetail(view: string, detail: string): void
  /** The agents that the table of Agents is limited to; undefined: all. */
  readonly agentsOnly: AgentsOnly | undefined
  /** Shows Agents with exactly these. */
  showAgents(only: AgentsOnly | undefined): void
  /** The agents in the order of their table on screen; empty: it is not there. */
  readonly agentOrder: readonly string[]
  agentsShown(ids: readonly string[]): void
  /** The part of an agent's pane that should come into view; a new object is a new request. */
  readonly agentPart: { readonly agent: string; readonly part: AgentPart } | undefined
  showAgentPart(agent: string, part: AgentPart): void
  agentPartShown(): void
  /** Typed calls are in `state/overlay.ts`. */
  setOverlay(overlay: Overlay | undefined): void
  /** Closes this dialog. False, and nothing closes, if it is no longer open: another one may be. In components: `useCloseOverlay`. */
  closeOverlay(own: Overlay | undefined): boolean
  setDrawer(drawer: 'list' | 'inspector' | undefined): void
  /** Shows a toast for six seconds. */
  toast(toast: Omit<Toast, 'id'>): void
  dismissToast(id: string): void
}

/** Where the list should scroll; a new object is a new request. */
export type ScrollRequest = { readonly to: 'end' } | { readonly to: 'event'; readonly id: string; readonly align: 'center' | 'nearest' }

/** The rows on screen. */
export interface FeedSlice {
  readonly filter: FeedFilter
  readonly feed: FeedWindow
  /** Grows when the rows are unrelated to those before: the list starts over. */
  readonly feedLoad: number
  readonly feedPhase: 'loading' | 'ready' | 'failed'
  readonly feedFault: Fault | undefined
  readonly loadingSide: 'before' | 'after' | undefined
  /** New rows scroll into view. */
  readonly following: boolean
  /** Why it does not follow: the operator paused it, or scrolled away (then reaching the end resumes it). */
  readonly pausedBy: 'key' | 'scroll' | undefined
  /** Messages that arrived since the pause. */
  readonly newCount: number
  /** Where the rows begin that the operator had not seen. */
  readonly marker: { readonly ord: number; readonly count: number } | undefined
  /** Row that was jumped to. */
  readonly highlight: string | undefined
  readonly scroll: ScrollRequest | undefined
  /** For the live region: how many messages arrived, and the last of them. */
  readonly arrived: { readonly count: number; readonly last: Event | undefined }
  setFilter(filter: FeedFilter): void
  /** Loads the newest page. */
  showNewest(): void
  /** Reloads the newest page, or the page around the list's position. */
  reload(): void
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Shows an event in its context; drops the filter if it would hide the event. */
  jumpTo(id: string, how?: { readonly isBeside?: boolean }): Promise<Result<Event>>
  follow(): void
  pause(by: 'key' | 'scroll'): void
  toggleFollow(): void
  /** The list shows rows up to this position; they count as read while somebody is looking. */
  seen(ord: number): void
  /** The event and what follows in its conversation become unread. */
  markUnread(id?: string): Promise<Result<unknown>>
  /** Pushed events; applied before the next frame. */
  receive(events: readonly Event[]): void
  stateArrived(): void
}

/** The list pane. */
export interface ListSlice {
  /** What is open in the list pane, by the id of its section, link or line; absent: not decided yet. */
  readonly listOpen: ReadonlyMap<string, boolean>
  /** The list pane shows only conversations with unread messages. */
  readonly unreadOnly: boolean
  /** The operator opens or folds parts of the list pane. */
  setListOpen(ids: readonly string[], isOpen: boolean): void
  /** Sets the initial state of parts; parts already decided stay. */
  listArrived(parts: ReadonlyMap<string, boolean>): void
  setUnreadOnly(isOn: boolean): void
  /** Pins a conversation before another pinned one or as the last; without a place, a pinned one is unpinned. */
  pin(conversation: string, before?: string): void
  /** Height of the agents in percent of the list pane; 0: as much as they need, up to a third. */
  setAgentsHeight(percent: number): void
}

/** Everything unread. */
export interface UnreadSlice {
  /** Goes to the oldest unread message of the conversation with the latest message: within the filter on screen, otherwise anywhere. */
  nextUnread(): Promise<Result<Event>>
  /** Marks everything the filter shows as read; a toast offers Undo unless that is too much. */
  markAllRead(): Promise<Result<unknown>>
}

/** Answers that are being written. */
export interface LiveSlice {
  /** Texts of answers that are being written: always the same object. */
  readonly live: LiveTexts
  /** Pushed texts; drawn with the next frame. */
  receiveLive(push: Extract<Push, { type: 'live' }>): void
  /** The texts may be out of date: all of them will be pushed again. */
  forgetLive(): void
}

/** What messages on screen still owe. */
export interface OwingSlice {
  /** By event, for rows that are or were on screen. Absent: it owes nothing, as far as is known. */
  readonly owing: ReadonlyMap<string, Owing>
  /** These events are on screen now. One call asks about all of them, once they stay and whenever the debts changed. */
  inSight(events: readonly string[]): void
  /** The debts changed. */
  owingChanged(): void
  /** Another moment is looked at: what was known is of now, or of the past. */
  forgetOwing(): void
}

const inspectorTabs = ['answer', 'details', 'raw', 'ledger', 'waits', 'lint', 'thread', 'place'] as const
export type InspectorTab = (typeof inspectorTabs)[number]

/** The selected row, and actions on it that send nothing. */
export interface SelectionSlice {
  /** Id of the selected row of the feed. */
  readonly selection: string | undefined
  /** The selected event itself: it stays when its row leaves the window. */
  readonly selected: Event | undefined
  readonly inspectorTab: InspectorTab
  /** Fault of the last action on a row, shown in that row. */
  readonly actFault: { readonly event: string; readonly fault: Fault } | undefined
  /** Fault of the last attempt to open an agent's file, shown next to its path. */
  readonly definitionFault: { readonly agent: string; readonly fault: Fault } | undefined
  select(id: string | undefined): void
  /** Selects a row and shows the inspector, which is a drawer on narrow screens. */
  open(id?: string): void
  /** Shows what the protocol knows about the place on screen, instead of a row. */
  showPlace(): void
  /** Moves the selection by rows; without a selection it starts at the newest. */
  moveSelection(by: number): void
  setInspectorTab(tab: InspectorTab): void
  /** The event that the actions below apply to without an id: the selected one. */
  selectedEvent(): Event | undefined
  /** Findings of the protocol's lint. */
  lint(id: string): Promise<Result<Output<'events.lint'>>>
  /** Lines of the source around an event, as they are on disk now. */
  source(id: string, context: number): Promise<Result<Output<'events.source'>>>
  /** The messages of a thread, around this one. */
  thread(id: string, limit: number): Promise<Result<Output<'events.thread'>>>
  copyRaw(id?: string): Promise<Result<void>>
  /** Opens the source at its line; if no editor can be started, the inspector shows the lines. */
  openSource(id?: string): Promise<Result<unknown>>
  /** Opens the file that defines an agent. */
  openDefinition(agent: string): Promise<Result<unknown>>
}

/** What is folded in the feed. */
export interface FoldingSlice {
  /** Folds of chatter that are open, by the ids of events in them. */
  readonly openFolds: ReadonlySet<string>
  /** Toggles the fold of this event; without id, of the selected one. */
  toggleFold(id?: string): void
}

/** An item of the Paste view: its link, and its id there. */
export interface PasteName {
  readonly link: string
  readonly id: string
}

/** What the Paste view shows. */
export interface PasteSlice {
  /** The opened item; it may no longer exist. Undefined: none was opened yet. */
  readonly pasteItem: PasteName | undefined
  showPasteItem(item: PasteName): void
}

/** The state shared by all screens. `Screen` is what a protocol brings; see `features/screen.ts`. */
export type SharedState<Screen> = SessionSlice &
  ScreenSlice &
  FeedSlice &
  ListSlice &
  UnreadSlice &
  LiveSlice &
  OwingSlice &
  SelectionSlice &
  FoldingSlice &
  ComposeSlice &
  PasteSlice & {
    /** The screens of all protocols, by the protocol's id. */
    readonly screens: ReadonlyMap<string, Screen>
    /** Resets every screen's own slice to its initial values. */
    resetScreens(): void
  }

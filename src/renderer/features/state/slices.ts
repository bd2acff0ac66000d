import type { Client, Connection } from '../../../api/client.ts'
import type { FeedFilter, Output, Push, Settings, WorkspaceState } from '../../../api/contract.ts'
import type { Command, Draft } from '../../../core/command.ts'
import type { Event } from '../../../core/event.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { ProtocolInfo } from '../../../core/link.ts'
import type { Workspace } from '../../../core/workspace.ts'
import type { FeedWindow } from '../feed/feed-window.ts'
import type { FormValues } from '../links/form-values.ts'
import type { LiveTexts } from './live-texts.ts'

/** Connection, settings and the workspace on screen. */
export interface SessionSlice {
  /** The wire, for what a view asks for itself. */
  readonly client: Client
  /** What the screen takes for now, ms since 1970 (`state/clock.ts`). */
  readonly now: () => number
  readonly connection: { readonly state: Connection; readonly detail?: string }
  /** `starting` until the core answered; then a workspace or the first-run page can be drawn. */
  readonly phase: 'starting' | 'ready' | 'failed'
  readonly startFault: Fault | undefined
  readonly info: Output<'app.info'> | undefined
  readonly protocols: readonly ProtocolInfo[]
  readonly settings: Settings
  /** Known workspaces, most recently opened first. */
  readonly workspaces: readonly Workspace[]
  /** Id of the workspace on screen. */
  readonly workspace: string | undefined
  /** The folds of the workspace on screen, as last pushed. */
  readonly state: WorkspaceState | undefined
  /** Asks the core what runs here and shows the last workspace. Called once, and again after a failure. */
  start(): Promise<void>
  /** Shows an opened workspace. */
  showWorkspace(workspace: Workspace): void
  openWorkspace(path: string): Promise<Result<Workspace>>
  /** The native folder dialog; fault `cancelled` when it was closed. */
  pickWorkspace(): Promise<Result<Workspace>>
  startDemo(): Promise<Result<Workspace>>
  /** Takes a workspace off the list; the folder is not touched. */
  forgetWorkspace(id: string): Promise<Result<unknown>>
  /** Of the workspace on screen, or of another known one. */
  setOperator(name: string, workspace?: string): Promise<Result<Workspace>>
  setSettings(patch: Partial<Settings>): Promise<Result<Settings>>
  /** Fault of the last act on a link, shown beside it. */
  readonly linkFault: { readonly link: string; readonly fault: Fault } | undefined
  /** One of the protocol's acts, `retry` or `cancel`. */
  actOnLink(link: string, act: string): Promise<Result<{ readonly text: string }>>
  /** The wire says how it is. */
  connectionChanged(state: Connection, detail: string | undefined): void
}

/** What lies over the panes, one at a time. What it is about is its own (`state/overlay.ts`). */
export interface Overlay {
  readonly kind: string
}

/** A confirmation of what the operator did; never an error. */
export interface Toast {
  readonly id: string
  readonly text: string
  readonly detail?: string
  readonly act?: { readonly label: string; readonly run: () => void }
}

/** What is on screen apart from data. */
export interface ScreenSlice {
  readonly view: string
  /** What a view has open in its inspector: an agent id, a link id, `new:chat`… */
  readonly detail: ReadonlyMap<string, string>
  readonly overlay: Overlay | undefined
  /** Pane that floats over the main one on narrow screens. */
  readonly drawer: 'list' | 'inspector' | undefined
  readonly toasts: readonly Toast[]
  setView(view: string, detail?: string): void
  setDetail(view: string, detail: string | undefined): void
  /** Typed calls are in `state/overlay.ts`. */
  setOverlay(overlay: Overlay | undefined): void
  setDrawer(drawer: 'list' | 'inspector' | undefined): void
  /** Shows a toast for six seconds. */
  toast(toast: Omit<Toast, 'id'>): void
  dismissToast(id: string): void
}

/** Where the list is asked to scroll; a new object is a new request. */
export type ScrollRequest = { readonly to: 'end' } | { readonly to: 'event'; readonly id: string; readonly align: 'center' | 'nearest' }

/** The rows on screen. */
export interface FeedSlice {
  readonly filter: FeedFilter
  readonly feed: FeedWindow
  /** Grows when the rows have nothing to do with those before: the list starts anew. */
  readonly feedLoad: number
  readonly feedPhase: 'loading' | 'ready' | 'failed'
  readonly feedFault: Fault | undefined
  readonly loadingSide: 'before' | 'after' | undefined
  /** New rows scroll into view. */
  readonly following: boolean
  /** Why it does not follow: the operator said so, or scrolled away (then the end resumes it). */
  readonly pausedBy: 'key' | 'scroll' | undefined
  /** Messages that came since the pause. */
  readonly newCount: number
  /** Where the rows begin that the operator had not seen. */
  readonly marker: { readonly ord: number; readonly count: number } | undefined
  /** Row that was jumped to. */
  readonly highlight: string | undefined
  readonly scroll: ScrollRequest | undefined
  /** For the live region: how many messages came, and the last of them. */
  readonly arrived: { readonly count: number; readonly last: Event | undefined }
  setFilter(filter: FeedFilter): void
  /** Loads the newest page again, or the page around where the list is. */
  reload(): void
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Shows an event in its context, with the filter dropped when it would hide the event. */
  jumpTo(id: string): Promise<Result<Event>>
  follow(): void
  pause(by: 'key' | 'scroll'): void
  toggleFollow(): void
  /** The list shows rows up to this position; they count as read when somebody looks. */
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
  /** The list pane shows conversations with something unread only. */
  readonly unreadOnly: boolean
  /** The operator opens or folds parts of the list pane. */
  setListOpen(ids: readonly string[], isOpen: boolean): void
  /** Decides how parts arrive; what is decided already stays. */
  listArrived(parts: ReadonlyMap<string, boolean>): void
  setUnreadOnly(isOn: boolean): void
  /** Pins a conversation, before another pinned one or as the last; a pinned one with no place given is let go. */
  pin(conversation: string, before?: string): void
  /** Height of the agents in percent of the list pane; 0: as much as they need, up to a third. */
  setAgentsHeight(percent: number): void
}

/** What is unread, as a whole. */
export interface UnreadSlice {
  /** Goes to the oldest unread message of the conversation that spoke last: of the filter on screen, else of any. */
  nextUnread(): Promise<Result<Event>>
  /** Everything that the filter shows counts as read; a toast takes it back where that is not too much. */
  markAllRead(): Promise<Result<unknown>>
}

/** Answers that are being written. */
export interface LiveSlice {
  /** Texts of answers that are being written: always the same object. */
  readonly live: LiveTexts
  /** Pushed texts; drawn with the next frame. */
  receiveLive(push: Extract<Push, { type: 'live' }>): void
  /** What is known may be out of date: all that there is will be pushed again. */
  forgetLive(): void
}

export const inspectorTabs = ['details', 'raw', 'lint', 'thread', 'place'] as const
export type InspectorTab = (typeof inspectorTabs)[number]

/** Which row is selected, and acts on it that send nothing. */
export interface SelectionSlice {
  /** Id of the selected row of the feed. */
  readonly selection: string | undefined
  /** The selected event itself: it stays when its row leaves the window. */
  readonly selected: Event | undefined
  readonly inspectorTab: InspectorTab
  /** Fault of the last act on a row, shown in that row. */
  readonly actFault: { readonly event: string; readonly fault: Fault } | undefined
  /** Fault of the last try to open an agent's file, shown beside its path. */
  readonly definitionFault: { readonly agent: string; readonly fault: Fault } | undefined
  select(id: string | undefined): void
  /** Selects and shows the inspector, which is a drawer on narrow screens. */
  open(id?: string): void
  /** Shows what the protocol tells of the place on screen, in place of a row. */
  showPlace(): void
  /** Moves the selection by rows; without one it begins at the newest. */
  moveSelection(by: number): void
  setInspectorTab(tab: InspectorTab): void
  /** The event that the acts below work on when they get no id: the selected one. */
  selectedEvent(): Event | undefined
  /** Findings of the protocol's lint. */
  lint(id: string): Promise<Result<Output<'events.lint'>>>
  /** Lines of the source around an event, as they are on disk now. */
  source(id: string, context: number): Promise<Result<Output<'events.source'>>>
  /** Messages that answer one another, around this one. */
  thread(id: string, limit: number): Promise<Result<Output<'events.thread'>>>
  copyRaw(id?: string): Promise<Result<void>>
  /** Opens the source at its line; where no editor can be started, the inspector shows the lines. */
  openSource(id?: string): Promise<Result<unknown>>
  /** Opens the file that defines an agent. */
  openDefinition(agent: string): Promise<Result<unknown>>
}

/** What is folded in the feed. */
export interface FoldingSlice {
  /** Folds of chatter that are open, by the ids of events in them. */
  readonly openFolds: ReadonlySet<string>
  /** Opens the fold of this event or closes it; without id that of the selected one. */
  toggleFold(id?: string): void
}

/** What stands in the composer of one filter. */
export interface ComposerDraft {
  /** Link to send by; absent: where the recipients are. */
  readonly source?: string
  /** The operator chose the link by hand: it stays, whoever the recipients are. */
  readonly isLinkPicked?: boolean
  /** Another sender than the operator. */
  readonly from?: string
  /** Absent: nobody was chosen yet, and the conversation on screen decides. */
  readonly to?: readonly string[]
  /** Where it is said; empty: to the recipients alone. Absent: the conversation on screen decides. */
  readonly where?: string
  /** Kind of message; absent or empty: plain text. */
  readonly label?: string
  /** The kind is one of somebody's own, with `json` as its data. */
  readonly isCustom?: boolean
  /** What the form of the kind holds. */
  readonly fields?: FormValues
  readonly json?: string
  readonly observers: readonly string[]
  readonly text: string
  readonly replyTo?: Event
  /** Id of the command while it is tried; a repeated try is the same message. */
  readonly commandId?: string
  readonly fault?: Fault
  readonly sending?: boolean
}

/** A change of a draft; `from: undefined` takes the choice of another sender back. */
export type DraftPatch = Partial<Omit<ComposerDraft, 'from'>> & { readonly from?: string | undefined }

/** Writing, answering, and what became of it. */
export interface ComposeSlice {
  /** By filter key; kept while the operator looks elsewhere. */
  readonly drafts: ReadonlyMap<string, ComposerDraft>
  /** Grows when the composer should take the focus. */
  readonly composerFocus: number
  /** Faults of retry and discard, by command. */
  readonly commandFaults: ReadonlyMap<string, Fault>
  /** Changes the draft of the filter on screen; `from: undefined` is the operator again. */
  editDraft(patch: DraftPatch): void
  /** Chooses recipients. The link goes with them, unless the operator chose it, or it is theirs too. */
  address(to: readonly string[]): void
  /** Asks what would be written. */
  readonly preview: Client['call']
  /** Sends what is in the composer; a refusal keeps the text. */
  send(): Promise<Result<Command>>
  /** Puts an answer to the event into the composer. */
  reply(id?: string): Promise<Result<Draft>>
  cancelReply(): void
  /** Messages that were acknowledged from here. */
  readonly acknowledged: ReadonlySet<string>
  /** Sends the protocol's acknowledgement at once, of each message once. */
  acknowledge(id?: string): Promise<Result<Command>>
  /** A new message to this name of a link; the composer takes the focus. */
  messageTo(name?: string, source?: string): void
  retry(command: string): Promise<Result<Command>>
  discard(command: string): Promise<Result<Command>>
  /** Takes a failed command back into the composer. */
  editCommand(command: string): Promise<Result<Command>>
}

/** An item of the Paste view: its link, and its id there. */
export interface PasteName {
  readonly link: string
  readonly id: string
}

/** What is on screen of the Paste view. */
export interface PasteSlice {
  /** The item that was opened; it may be gone by now. Undefined: none was opened yet. */
  readonly pasteItem: PasteName | undefined
  showPasteItem(item: PasteName): void
}

/** What all screens share. `Screen` is what a protocol brings; `features/screen.ts` says what. */
export type SharedState<Screen> = SessionSlice &
  ScreenSlice &
  FeedSlice &
  ListSlice &
  UnreadSlice &
  LiveSlice &
  SelectionSlice &
  FoldingSlice &
  ComposeSlice &
  PasteSlice & {
    /** The screens of all protocols, by the protocol's id. */
    readonly screens: ReadonlyMap<string, Screen>
    /** Every screen's own slice holds again what it held at the start. */
    resetScreens(): void
  }

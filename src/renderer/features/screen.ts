import type { ComponentType } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { Agent } from '../../core/agent.ts'
import type { Event, EventKind } from '../../core/event.ts'
import type { Fault } from '../../core/fault.ts'
import type { Link } from '../../core/link.ts'
import type { WorkspaceState } from '../../api/contract.ts'
import type { GlyphShape } from '../ui/glyph.tsx'
import type { NameOption } from '../ui/name-options.tsx'
import type { FoldLevel } from './feed/feed-items.ts'
import type { TaskSource } from './board/task-source.ts'
import type { BoardMoves, BoardSlice } from './board/state/board-slice.ts'
import type { CaseSlice } from './case/state/case-slice.ts'
import type { FlowSlice } from './flow/state/flow-slice.ts'
import type { HaltSlice } from './halt/state/halt-slice.ts'
import type { SimulateSlice } from './simulate/state/simulate-slice.ts'
import type { NoticesSlice } from './notices/state/notices-slice.ts'
import type { ReplaySlice } from './replay/state/replay-slice.ts'
import type { NeedsSlice } from './needs/state/needs-slice.ts'
import type { Command } from './state/command.ts'
import type { StoreEnv } from './state/env.ts'
import type { PasteName, SharedState } from './state/slices.ts'
import type { TypingSlice } from './state/typing-slice.ts'

/** The state shared by all features. What only one protocol's screen needs is in its own slice (`state/own-state.ts`). */
export type AppState = SharedState<ProtocolScreen> &
  BoardSlice &
  BoardMoves &
  NeedsSlice &
  NoticesSlice &
  HaltSlice &
  CaseSlice &
  FlowSlice &
  ReplaySlice &
  SimulateSlice &
  TypingSlice

/** A command of the palette, the shortcut sheet and the keyboard. `S`: the slice of its screen. */
export type AppCommand<S extends object = object> = Command<AppState & S>

/** Makes one slice of the store; `S` is what it sees besides the shared state: its own slice. */
export type MakeSlice<T, S extends object = object> = (set: SetState<S>, get: GetState<S>, env: StoreEnv) => T
export type SetState<S extends object = object> = (next: Partial<AppState & S> | ((state: AppState & S) => Partial<AppState & S>)) => void
export type GetState<S extends object = object> = () => AppState & S

/** Draws the content of an event, in the text column of its row. */
export type EventCard = ComponentType<{ readonly event: Event }>

/** An entry of the rail. */
export interface ViewEntry {
  readonly id: string
  readonly title: string
  /** What else somebody may type to find it. */
  readonly words?: string
  readonly icon: LucideIcon
  /** Fills the main pane; brings its own `head`. */
  readonly Main: ComponentType
  /** The list pane next to the rail. */
  readonly List?: ComponentType
  /** Name of the list pane, for screen readers. */
  readonly listLabel?: string
  /** The right pane; a drawer on narrow screens. */
  readonly Inspector?: ComponentType
  /** The view has nothing that could be selected: its right pane is away. */
  isInspectorAway?(state: AppState): boolean
  /** Id of the conversation that it shows: what is in sight is not notified. Undefined: none, or several. */
  conversationInSight?(state: AppState): string | undefined
  /** It has no place in the rail, and no number. */
  readonly isUnlisted?: true
  /** It follows the moment that is looked at; main: all but its inspector. The others have nothing of the past. */
  readonly hasPast?: 'whole' | 'main'
  /** It is at the bottom of the rail. */
  readonly atEnd?: boolean
}

/**
 * What one protocol adds to the screen. Everything but its name and colour is optional: without it, a protocol has rows in the feed, conversations, agents and
 * a line in Links. A screen is in `protocols/x/screen/` and has one line in `protocols/screens.ts`.
 */
export interface ProtocolScreen<S extends object = object> {
  /** Id of the protocol, as in its `Protocol`. */
  readonly id: string
  /**
   * Colour of the 2 px underline of its chip, as a CSS colour for both themes: `light-dark(#928a07, #e6cd55)`. At least 3:1 on the panes, easily told apart
   * from the other protocols' colours also by colour-blind people, and not red, amber or green, which stand for a status.
   */
  readonly hue: string
  /** Draws some kinds of events in its own way; the others have the common look. */
  readonly card?: { readonly [K in EventKind]?: EventCard }
  /** What the inspector shows about a message besides its sender and recipients. */
  readonly details?: EventCard
  /** Lines under the row of one of its links. */
  readonly linkLines?: ComponentType<{ readonly link: Link }>
  readonly agentParts?: AgentParts
  readonly composerParts?: ComposerParts
  readonly placeParts?: PlaceParts
  /** Its tasks on the Board. */
  readonly tasks?: TaskSource
  /** Its part of the Paste view. */
  readonly pasteItems?: PasteItems<S>
  /** An entry of the rail, with list and inspector. */
  readonly view?: ViewEntry
  /** Mends a file of its link that is not a message. `path`: the file, as its event says. */
  readonly mend?: { readonly label: string; run(state: AppState & S, file: { readonly link: string; readonly path: string }): unknown }
  /** Its dialogs, by `OverlayKind.kind`. */
  readonly overlays?: Readonly<Record<string, ComponentType>>
  readonly commands?: readonly AppCommand<S>[]
  /** Makes its own slice of the store. Everything in it belongs to the workspace on screen: another workspace starts with its initial values. */
  readonly state?: MakeSlice<S, S>
}

/** What a protocol adds to the Agents view. */
export interface AgentParts {
  /** What its links know about an agent, in the agent's pane. */
  readonly Pane?: ComponentType<{ readonly agent: Agent }>
  /** What a link reports about one of its names. `view`: what the link shows, undefined before it has run. Undefined: the name is unknown there. */
  readonly about?: (view: unknown, name: string) => AboutName | undefined
  /** The operator's name on a link. */
  readonly operatorName?: (view: unknown) => string | undefined
  readonly section?: AgentSection
}

/** Further rows below the table of agents: the arrow keys continue into them, and the inspector has a pane for them. */
export interface AgentSection {
  /** The values of the Agents view's `detail` that select a row, in the order of the rows. */
  rows(state: AppState): readonly string[]
  /** The rows. May draw nothing. */
  readonly Rows: ComponentType
  /** The selected row in the inspector, under this title. */
  readonly Pane: ComponentType
  readonly paneTitle: string
  /** A button in the head of the view that adds a row. May draw nothing. */
  readonly Button?: ComponentType
}

/** What a link reports about a name. */
export interface AboutName {
  /** Shown where the agent reports no role. */
  readonly type?: string
  /** Its runtime or machine; empty: not reported. */
  readonly runsIn?: string
}

/** What a protocol adds to the composer. */
export interface ComposerParts {
  /** Next to the recipients: whom they reach, and which of them are unknown. `where`: the place it is posted in; empty: none. */
  readonly Reach?: ComponentType<{ readonly source: string; readonly to: readonly string[]; readonly where: string }>
  /** Groups that can be addressed on a link, each with a description. `view`: what the link shows, undefined before it has run. */
  readonly groups?: (view: unknown) => readonly { readonly name: string; readonly about: string }[]
  /** Names on a link by its own list, whether or not they have written. */
  readonly names?: (view: unknown) => readonly string[]
  /** Members of a place of a link; `words`: text their names should contain. Undefined: the link has no list. */
  readonly members?: (view: unknown, place: string, words: string) => PlaceMembers | undefined
  /** Next to the reason why a message cannot be sent: another way to send it. May draw nothing. */
  readonly Remedy?: ComponentType<RemedyProps>
}

/** Members of a place, each name once. */
export interface PlaceMembers {
  readonly names: readonly NameOption[]
  /** If the list is incomplete: how to ask the link for names that contain the words, and how to read its answer. */
  readonly ask?: { readonly method: string; readonly input: unknown; names(output: unknown): readonly NameOption[] }
}

/** A message that cannot be sent, and why. */
export interface RemedyProps {
  readonly source: string
  /** Place it is posted in; empty: none. */
  readonly where: string
  readonly to: readonly string[]
  readonly text: string
  readonly fault: Fault
}

/** A place that messages are posted in: its id in the engine, and its name for people. */
export interface Place {
  readonly id: string
  readonly name: string
}

/** A place of a link. */
export interface PlaceProps {
  readonly link: string
  /** Key of its conversation. */
  readonly place: string
}

/** What a protocol adds to its places (channels, projects): in the feed, the list of conversations and the inspector. */
export interface PlaceParts {
  /**
   * Places that are conversations even before the first message, with the keys of the conversations as their ids: they are listed with the conversations, and
   * the composer offers only them. `view`: what the link shows, undefined before it has run.
   */
  readonly conversations?: (view: unknown) => readonly Place[]
  /** Next to the title of the feed while the place is on screen. */
  readonly Head?: ComponentType<PlaceProps>
  /** After the name of a conversation in the list, whether or not it is one of the places. */
  readonly Marks?: ComponentType<PlaceProps>
  /** Above the oldest row of the feed: loads earlier messages. */
  readonly Earlier?: ComponentType<PlaceProps>
  /** A tab of the inspector; without a selected row it fills the pane. */
  readonly tab?: { readonly title: string; readonly Pane: ComponentType<PlaceProps> }
  /** The places of a link. `view`: what the link shows, undefined before it has run; `spoken`: places with messages. Absent: those. */
  readonly list?: (view: unknown, spoken: readonly Place[]) => readonly Place[]
  /** What is folded in a place. Absent: tool use and presence. */
  readonly folds?: (view: unknown, place: string) => FoldLevel
}

/** A protocol's part of the Paste view: items that wait for the operator's paste, or came from one. */
export interface PasteItems<S extends object = object> {
  /** Its rows in the list pane. */
  sections(state: WorkspaceState): readonly PasteSection[]
  /** The item on screen: the one that was opened, or the one that replaces it. Undefined: it has none. */
  current(state: WorkspaceState, opened: PasteName | undefined): PasteName | undefined
  /** Opens an item: clears what its own slice keeps of the previous item, then calls `showPasteItem`. */
  open(state: AppState & S, item: PasteName): void
  /** Whether the workspace has a place for its items: then the view shows its pane before anything was opened, even without an item. */
  hasPlace?(state: WorkspaceState): boolean
  /** Copies what the LLM should get; no view changes. Resolves with whether it did; why not stands in the item's pane. */
  copy(state: AppState & S, item: PasteName): Promise<boolean>
  /** Takes the reply from the clipboard and shows the item, where it is reviewed. */
  paste(state: AppState & S, item: PasteName): unknown
  /** Fills the main pane with the current item, or says that there is none. Brings its own `PasteHead`. */
  readonly Main: ComponentType
  /** Below the line of a row: what the item waits for. */
  readonly Under: ComponentType<{ readonly item: PasteItem }>
  /** At the end of a section, even without rows; `isFiltered`: the filter matched none of its rows. */
  readonly Notes?: ComponentType<{ readonly section: PasteSection; readonly isFiltered: boolean }>
  /** Shown in the view when no protocol has an item or a place for one. */
  readonly Empty?: ComponentType
  /** In the head of the list pane: creates an item. */
  readonly ListButton?: ComponentType
}

/** Items of the list pane that belong together. */
export interface PasteSection {
  readonly key: string
  /** Its name, for screen readers. */
  readonly label: string
  /** Heading, where there are several such groups; `title` on hover. */
  readonly heading?: { readonly text: string; readonly title: string }
  /** Without a group a section is nothing but its notes. */
  readonly groups: readonly { readonly title: string; readonly items: readonly PasteItem[] }[]
}

/** A row of the list pane. */
export interface PasteItem extends PasteName {
  readonly shape: GlyphShape
  /** Text of the row, on one line. */
  readonly line: string
  /** The complete text, on hover. */
  readonly title: string
  /** ms since 1970; its age is shown. */
  readonly at: number
  /** The text that the filter searches. */
  readonly words: string
}

/** Declares a screen. The shell makes every screen's slice with the store, before drawing anything of it, so the slice's type can be dropped here. */
export function defineScreen<S extends object = object>(screen: ProtocolScreen<S>): ProtocolScreen {
  return screen as unknown as ProtocolScreen
}

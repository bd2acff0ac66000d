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
import type { Command } from './state/command.ts'
import type { StoreEnv } from './state/env.ts'
import type { PasteName, SharedState } from './state/slices.ts'

/** Everything that the features share. What a protocol's screen keeps for itself is its own slice (`state/own-state.ts`). */
export type AppState = SharedState<ProtocolScreen> & BoardSlice & BoardMoves

/** A command of the palette, the shortcut sheet and the keyboard. `S`: the slice of the screen that it belongs to. */
export type AppCommand<S extends object = object> = Command<AppState & S>

/** Makes one slice of the store; `S` is what it sees beside the shared state: its own slice. */
export type MakeSlice<T, S extends object = object> = (set: SetState<S>, get: GetState<S>, env: StoreEnv) => T
export type SetState<S extends object = object> = (next: Partial<AppState & S> | ((state: AppState & S) => Partial<AppState & S>)) => void
export type GetState<S extends object = object> = () => AppState & S

/** Draws what an event says, in the text column of its row. */
export type Card = ComponentType<{ readonly event: Event }>

/** An entry of the rail. */
export interface ViewEntry {
  readonly id: string
  readonly title: string
  readonly icon: LucideIcon
  /** Fills the main pane; brings its own `head`. */
  readonly Main: ComponentType
  /** The list pane beside the rail. */
  readonly List?: ComponentType
  /** What the list pane holds, for screen readers. */
  readonly listLabel?: string
  /** The right pane; a drawer on narrow screens. */
  readonly Inspector?: ComponentType
  /** Stands at the foot of the rail. */
  readonly atEnd?: boolean
}

/**
 * What one protocol adds to the screen. Everything but its name and colour is optional: a protocol without any of it has rows in the feed, conversations,
 * agents and a line in Links. A screen lies in `protocols/x/screen/` and has one line in `protocols/screens.ts`.
 */
export interface ProtocolScreen<S extends object = object> {
  /** Id of the protocol, as in its `Protocol`. */
  readonly id: string
  /** Colour of its chip: the name of a CSS variable of `tokens.css`. */
  readonly hue: string
  /** Draws kinds of events in its own way; others look as everybody's do. */
  readonly card?: { readonly [K in EventKind]?: Card }
  /** What the inspector tells of a message beside its parties. */
  readonly details?: Card
  /** Lines under the row of one of its links. */
  readonly linkLines?: ComponentType<{ readonly link: Link }>
  readonly agentParts?: AgentParts
  readonly composerParts?: ComposerParts
  readonly placeParts?: PlaceParts
  /** Its tasks on the Board. */
  readonly tasks?: TaskSource
  /** What it has in the Paste view. */
  readonly pasteItems?: PasteItems<S>
  /** An entry of the rail, with list and inspector. */
  readonly view?: ViewEntry
  /** What it lays over the panes, by `OverlayKind.kind`. */
  readonly overlays?: Readonly<Record<string, ComponentType>>
  readonly commands?: readonly AppCommand<S>[]
  /** Makes its own slice of the store. Everything in it belongs to the workspace on screen: another workspace begins with what it held at the start. */
  readonly state?: MakeSlice<S, S>
}

/** What a protocol adds to the Agents view. */
export interface AgentParts {
  /** What its links know of an agent, in the agent's pane. */
  readonly Pane?: ComponentType<{ readonly agent: Agent }>
  /** What a link tells of one of its names. `view`: what the link shows, undefined before it has run. Undefined: it knows nobody of that name. */
  readonly about?: (view: unknown, name: string) => AboutName | undefined
  /** What the operator is called on a link. */
  readonly operatorName?: (view: unknown) => string | undefined
  readonly section?: AgentSection
}

/** Further rows below the table of agents: the keyboard goes on into them, and the inspector has a pane of their own. */
export interface AgentSection {
  /** What the Agents view keeps as its `detail` while a row is chosen, in the order of the rows. */
  rows(state: AppState): readonly string[]
  /** The rows. May draw nothing. */
  readonly Rows: ComponentType
  /** The chosen row in the inspector, under this title. */
  readonly Pane: ComponentType
  readonly paneTitle: string
  /** In the head of the view: adds a row. May draw nothing. */
  readonly Button?: ComponentType
}

/** What a link tells of a name. */
export interface AboutName {
  /** Shown where the agent says no role. */
  readonly type?: string
  /** What it runs in, or on which machine; empty: it did not say. */
  readonly runsIn?: string
}

/** What a protocol adds to the composer. */
export interface ComposerParts {
  /** Beside the recipients: whom they reach there, and who of them is nobody. `where`: the place that it is said in; empty: none. */
  readonly Reach?: ComponentType<{ readonly source: string; readonly to: readonly string[]; readonly where: string }>
  /** Groups that can be addressed on a link, each with what it is. `view`: what the link shows, undefined before it has run. */
  readonly groups?: (view: unknown) => readonly { readonly name: string; readonly about: string }[]
  /** Who is on a link by its own list, whether or not they have said anything. */
  readonly names?: (view: unknown) => readonly string[]
  /** Who is in a place of a link; `words`: what their names should hold. Undefined: the link lists nobody. */
  readonly members?: (view: unknown, place: string, words: string) => PlaceMembers | undefined
  /** Beside the reason why a message cannot be sent: another way to send it. May draw nothing. */
  readonly Remedy?: ComponentType<RemedyProps>
}

/** Who is in a place, each name once. */
export interface PlaceMembers {
  readonly names: readonly NameOption[]
  /** Where the list is not the whole: what the link is asked for the names that hold the words, and how its answer is read. */
  readonly ask?: { readonly method: string; readonly input: unknown; names(output: unknown): readonly NameOption[] }
}

/** A message that cannot be sent, and why. */
export interface RemedyProps {
  readonly source: string
  /** Place that it is said in; empty: none. */
  readonly where: string
  readonly to: readonly string[]
  readonly text: string
  readonly fault: Fault
}

/** A place that messages are said in: how the core knows it, and what people call it. */
export interface Place {
  readonly id: string
  readonly name: string
}

/** Which place of which link. */
export interface PlaceProps {
  readonly link: string
  /** Key of its conversation. */
  readonly place: string
}

/** What a protocol adds to the places where it speaks (channels, projects): in the feed, the list of conversations and the inspector. */
export interface PlaceParts {
  /**
   * Places that are conversations before anybody has spoken in them, with the keys of the conversations as their ids: they stand in the list of
   * conversations, and the composer offers no others. `view`: what the link shows, undefined before it has run.
   */
  readonly conversations?: (view: unknown) => readonly Place[]
  /** Beside the title of the feed while the place is on screen. */
  readonly Head?: ComponentType<PlaceProps>
  /** Behind the name of a conversation in the list, whether or not it is one of the places. */
  readonly Marks?: ComponentType<PlaceProps>
  /** Over the oldest row of the feed: the way to what was said before. */
  readonly Earlier?: ComponentType<PlaceProps>
  /** A tab of the inspector; without a selected row it has the whole pane. */
  readonly tab?: { readonly title: string; readonly Pane: ComponentType<PlaceProps> }
  /** The places of a link. `view`: what the link shows, undefined before it has run; `spoken`: where something was said. Absent: those. */
  readonly list?: (view: unknown, spoken: readonly Place[]) => readonly Place[]
  /** What the operator wants folded in a place. Absent: use of tools, and who comes and goes. */
  readonly folds?: (view: unknown, place: string) => FoldLevel
}

/** What of a protocol waits for the operator's paste, or came by one: its part of the Paste view. */
export interface PasteItems<S extends object = object> {
  /** Its rows in the list pane. */
  sections(state: WorkspaceState): readonly PasteSection[]
  /** Which of its items is on screen: the one that was opened, or what takes its place. Undefined: it has none. */
  current(state: WorkspaceState, opened: PasteName | undefined): PasteName | undefined
  /** Opens an item: ends with `showPasteItem`, after what its own slice holds of the item before was let go. */
  open(state: AppState & S, item: PasteName): void
  /** Whether the workspace keeps a place for its items: then the view shows its pane before anything was opened, even without an item. */
  hasPlace?(state: WorkspaceState): boolean
  /** Fills the main pane with the current item, or says that there is none. Brings its own `PasteHead`. */
  readonly Main: ComponentType
  /** Below the line of a row: what the item waits for. */
  readonly Under: ComponentType<{ readonly item: PasteItem }>
  /** At the end of a section, also of one without rows; `isFiltered`: the operator's words left none of its rows. */
  readonly Notes?: ComponentType<{ readonly section: PasteSection; readonly isFiltered: boolean }>
  /** What the view says when no protocol has an item or a place for one. */
  readonly Empty?: ComponentType
  /** In the head of the list pane: makes a new item. */
  readonly ListButton?: ComponentType
}

/** Items of the list pane that belong together. */
export interface PasteSection {
  readonly key: string
  /** What it holds, for screen readers. */
  readonly label: string
  /** Heading, where it has to be told from others like it; `title` on hover. */
  readonly heading?: { readonly text: string; readonly title: string }
  /** Without a group a section is nothing but its notes. */
  readonly groups: readonly { readonly title: string; readonly items: readonly PasteItem[] }[]
}

/** A row of the list pane. */
export interface PasteItem extends PasteName {
  readonly shape: GlyphShape
  /** One line. */
  readonly line: string
  /** The whole of it, on hover. */
  readonly title: string
  /** ms since 1970; its age is shown. */
  readonly at: number
  /** What the filter of the list looks into. */
  readonly words: string
}

/** Declares a screen. The shell makes every screen's slice with the store, before anything of it is drawn, so the slice may be forgotten here. */
export function defineScreen<S extends object = object>(screen: ProtocolScreen<S>): ProtocolScreen {
  return screen as unknown as ProtocolScreen
}

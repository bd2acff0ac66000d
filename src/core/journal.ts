import type { Command, CommandState } from './command.ts'
import type { Approval, Grant } from './approval.ts'
import type { Event, EventKind, NewEvent } from './event.ts'
import type { Fault, Result } from './fault.ts'
import type { Archive } from './journal-files.ts'
import type { LinkConfig } from './link.ts'
import type { Workspace } from './workspace.ts'

/** The journal could not be read; `fault` is for the operator. */
export class JournalError extends Error {
  override readonly name: string = 'JournalError'
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}

/** The journal could not store something and stored none of it: the caller keeps its data and retries later. */
export class JournalWriteError extends JournalError {
  override readonly name = 'JournalWriteError'
}

/**
 * The journal as the engine sees it: one append-only store of events and of the engine's own records.
 * `io/journal` implements it on SQLite. All calls are synchronous. Once a writing call has returned, its data survives a SIGKILL (WAL);
 * commands, approvals, grants and acts are also flushed to disk, because an effect follows them.
 *
 * When SQLite fails (disk full, I/O error, damaged file), writing calls throw `JournalWriteError` and store nothing,
 * reading calls throw `JournalError`, and `search` returns the fault. Nothing else is thrown. Each error carries the fault to show.
 */
export interface Journal {
  /**
   * Stores new events and the link's state in one transaction; returns only the new ones, in order. A repeated `wireId` is dropped, even
   * if its event has since been replaced. A batch for an unknown or removed workspace is a `JournalWriteError` `not-found`.
   */
  append(batch: AppendBatch): Event[]
  /** Reserves `size` display positions before anything stored later; returns the first. */
  reserveOrder(size: number): number

  page(query: PageQuery): EventPage
  /** Positions of the newest `limit` messages below `below` to any of these names and from none of them (`${source}|${name}`), newest first. */
  addressedBelow(workspace: string, names: readonly string[], below: number, limit: number): number[]
  /** Events with a cursor above `cursor`, in cursor order, including replaced ones, so that a client can follow every step. */
  since(workspace: string, cursor: number, limit: number): Event[]
  /** Also finds replaced events. */
  event(id: string): Event | undefined
  /** The event that a link stored under this `wireId`, even if it has been replaced. */
  find(source: string, wireId: string): Event | undefined
  /** Like `since`, for one link. */
  sinceOf(source: string, cursor: number, limit: number): Event[]
  /** Highest cursor of the workspace, 0 when empty. */
  head(workspace: string): number
  /** Cursor of the newest event that was stored at `at` (ms) or before; 0: none. What was imported later counts from then on. */
  cursorAt(workspace: string, at: number): number
  /** Events as they came, with every version, in cursor order: the newest of a range. */
  steps(query: StepsQuery): Step[]
  /** The event of a kind that was the newest of each link at a moment, ms. */
  lastOf(workspace: string, kind: EventKind, at: number): Event[]
  /** How much each minute of each link has, from `from` up to, but not including, `to` (ms, whole minutes). */
  minutes(workspace: string, from: number, to: number): MinuteCount[]
  /** How many messages are from or to each of these names (`${source}|${name}`) between each two of these moments (ms, whole minutes), in display order. */
  involved(workspace: string, names: readonly string[], edges: readonly number[]): number[][]
  /** A display position above all events that were stored in the minute of a moment (ms) or before. */
  lastPlace(workspace: string, at: number): number
  /** The minute in which the first event was stored, ms; undefined: there is none. */
  begin(workspace: string): number | undefined
  /** Full-text search; `query` in the language of `core/query.ts`. */
  search(query: SearchQuery): Promise<Result<SearchPage>>
  /** The live events with a cursor above `fromCursor` in display order, for folds: read in chunks, so that other calls can run in between. */
  replay(workspace: string, fromCursor: number): IterableIterator<Event>

  workspaces(): Workspace[]
  putWorkspace(workspace: Workspace): void
  /** Forgets the workspace and all its data immediately; the rows are deleted in small steps afterwards. */
  removeWorkspace(id: string): void
  links(workspace: string): StoredLink[]
  putLink(link: StoredLink): void
  removeLink(id: string): void
  linkState(link: string): unknown

  commands(workspace: string, states?: readonly CommandState[]): Command[]
  command(id: string): Command | undefined
  putCommand(command: Command): void

  readMarks(workspace: string): Map<string, number> // conversation id → ord read up to
  putReadMarks(workspace: string, marks: ReadonlyMap<string, number>): void
  removeReadMarks(workspace: string, conversations: readonly string[]): void
  /** Small values of a workspace by key, separate for each kind; `engine/kept.ts` reads them with a schema. */
  kept(workspace: string, kind: string): Map<string, unknown>
  /** Stores a JSON value; undefined removes it. Throws `too-large` beyond `limits.keptChars` and `limits.keptEntries`. */
  putKept(workspace: string, kind: string, key: string, value: unknown): void

  approvals(): Approval[]
  putApproval(approval: Approval): void
  removeApproval(id: string): void
  grants(): Grant[]
  putGrant(grant: Grant): void
  removeGrant(id: string): void
  /** Does several writes in one transaction, on disk when this returns: either all are stored, or none. */
  together(writes: () => void): void
  /**
   * Appends a record of a gate decision or the outcome of an effect. @param isFlushed it is on disk when this returns, for an effect that follows. What came
   * of one is not: a power cut can come during it as well.
   */
  recordAct(act: ActRecord, isFlushed: boolean): void
  acts(limit: number): ActRecord[]

  setting(key: string): unknown
  putSetting(key: string, value: unknown): void
  /** Snapshot of a fold, so that startup need not replay everything. */
  snapshot(workspace: string, fold: string): Snapshot | undefined
  /** The names of the parts that are stored with a fold's snapshot. */
  snapshotParts(workspace: string, fold: string): string[]
  /** One of these parts; undefined: it is not there. Reading all of them may take long. */
  snapshotPart(workspace: string, fold: string, name: string): unknown
  /** Stores a snapshot and the given parts, and removes undefined ones, in one transaction. @returns the characters written. */
  putSnapshot(workspace: string, fold: string, snapshot: NewSnapshot): number

  /** Stores a fold as it was at a cursor, or what changed since the step before. `key` names what made the value: its version, and what else it depends on. */
  putCheckpoint(workspace: string, fold: string, checkpoint: Checkpoint & { readonly key: string }): void
  /** The newest checkpoint of a fold up to a cursor, after those of its chain that come before it. */
  checkpointsAt(workspace: string, fold: string, key: string, cursor: number): readonly Checkpoint[]
  /** Removes checkpoints of a fold that another key made, a few at a time. @returns whether there may be more. */
  dropCheckpoints(workspace: string, fold: string, key: string): boolean

  /** The archives that have the texts of closed months, oldest month first. */
  archives(): Archive[]
  /** Moves the texts that a new archive has out of the journal, in small steps afterwards. `event`, pages and searches find them there. */
  moveToArchive(file: string, month: string): void
  /** Puts the texts of an archive back into the journal, in small steps afterwards, and then removes the archive, unless a copy of the journal needs it. */
  bringBack(file: string): void

  health(): JournalHealth
  close(): void
}

/** A fold as it was saved. */
export interface Snapshot {
  readonly cursor: number
  readonly version: number
  readonly value: unknown
  /** It, or one of its parts, is not as it was written: the fold has to be made again. */
  readonly isBroken?: true
}

export interface NewSnapshot {
  readonly cursor: number
  readonly version: number
  readonly value: unknown
  /** As JSON, so a caller with many can make it in slices; undefined: it is removed. */
  readonly parts?: ReadonlyMap<string, string | undefined>
  /** Parts that are not given are removed. */
  readonly isWhole?: boolean
}

/** A fold as it was at a cursor, in bytes. */
export interface Checkpoint {
  readonly cursor: number
  /** Those that can only be used together, steps 0 to `step` of them. */
  readonly chain: string
  readonly step: number
  readonly value: Uint8Array
}

export interface AppendBatch {
  readonly workspace: string
  readonly source: string
  readonly protocol: string
  readonly at: number
  readonly events: readonly NewEvent[]
  /** JSON value; undefined keeps the stored state. */
  readonly state?: unknown
}

export interface FeedFilter {
  readonly source?: string
  readonly conversation?: string // conversation id
  /** Any of these names, as `${source}|${name}`: sender, recipient or observer, or the agent of a presence or profile. */
  readonly names?: readonly string[]
  /** Messages to any of these names, as `${source}|${name}`, and from none of them. Conversation and kinds are ignored then. */
  readonly addressed?: readonly string[]
  /** Messages from any of these names, as `${source}|${name}`, or from one that differs only in case or marks. Conversation and kinds are ignored then. */
  readonly sentBy?: readonly string[]
  /** Protocols that are hidden. */
  readonly without?: readonly string[]
  /** Default: messages, markers, faults, notices and streams. */
  readonly kinds?: readonly string[]
}

export interface PageQuery {
  readonly workspace: string
  readonly filter: FeedFilter
  /** At most one of these: rows before/after this ord (exclusive), or around it (inclusive). None: the newest. */
  readonly before?: number
  readonly after?: number
  readonly around?: number
  readonly limit: number
}

export interface StepsQuery {
  readonly workspace: string
  /** Cursors, both exclusive. */
  readonly after: number
  readonly before: number
  readonly limit: number
  /** Later versions than this cursor are not known. */
  readonly upTo: number
}

/** An event as it was stored, and the version that it became. */
export interface Step {
  readonly event: Event
  /** Absent: it was not replaced. */
  readonly current?: Event
}

/** What was seen happening on a link in one minute. */
export interface MinuteCount {
  readonly source: string
  /** When the minute began, ms. */
  readonly at: number
  readonly messages: number
  /** Input that could not be used. */
  readonly faults: number
}

export interface EventPage {
  readonly events: Event[] // ascending by ord
  readonly hasBefore: boolean
  readonly hasAfter: boolean
}

export interface SearchQuery {
  readonly workspace: string
  readonly query: string
  readonly limit: number
  /** Continue below this ord (newest first). */
  readonly before?: number
  readonly now: number
  /** Only messages that were stored by this moment, ms; times such as `today` are meant from there. */
  readonly asOf?: number
  /**
   * For `is:unread` and `is:read`: the next display positions below `below` of the operator's unread messages, newest first, in pieces of any size; none: there
   * are no more.
   */
  readonly unread?: (below: number) => readonly number[]
}

export interface SearchHit {
  readonly event: Event
  /** Matching ranges of `event.body.text`, as [start, end) in UTF-16 units. */
  readonly matches: readonly (readonly [number, number])[]
}

export interface SearchPage {
  readonly hits: SearchHit[] // newest first
  /** Number of matches; at most `limits.searchCounted`, and then `totalIsExact` is false. */
  readonly total: number
  readonly totalIsExact: boolean
  readonly hasMore: boolean
}

export interface StoredLink {
  readonly id: string
  readonly workspace: string
  readonly protocol: string
  readonly name: string
  readonly config: LinkConfig
  readonly enabled: boolean
}

export interface ActRecord {
  readonly id: string
  readonly at: number
  readonly workspace?: string
  readonly actor: string
  readonly kind: string
  readonly target: string
  readonly phase: 'asked' | 'allowed' | 'refused' | 'done' | 'failed'
  readonly fault?: Fault
}

export interface JournalHealth {
  readonly path: string
  readonly bytes: number
  readonly schema: number
  readonly events: number
  /** `ok`, or SQLite's message. */
  readonly integrity: string
}

/** What only reads the journal. */
export type JournalReads = Pick<
  Journal,
  | 'archives'
  | 'begin'
  | 'checkpointsAt'
  | 'commands'
  | 'cursorAt'
  | 'event'
  | 'head'
  | 'involved'
  | 'lastOf'
  | 'lastPlace'
  | 'minutes'
  | 'page'
  | 'since'
  | 'steps'
>

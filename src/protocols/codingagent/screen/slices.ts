import type { z } from 'zod'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import type { AppState } from '../../../renderer/features/screen.ts'
import { ownState } from '../../../renderer/features/state/own-state.ts'
import type { HomeMethods, HomeView, Outbox, Round, SessionRow } from '../pure/api.ts'

export type HomeMethod = keyof HomeMethods
export type HomeInput<M extends HomeMethod> = z.input<HomeMethods[M]['input']>
export type HomeOutput<M extends HomeMethod> = z.output<HomeMethods[M]['output']>
/** Choices of the operator about one row of a plan. */
export type Choice = HomeInput<'decide'>['choices'][number]

/** Where in a session's pane a fault is shown: beside what caused it. */
export type FaultPlace = 'list' | 'new' | 'copy' | 'paste' | 'review'

/** The open session's round, and what the core answered about it. Which session is open: `openSessionOf`. */
export interface SessionState {
  /** Round that was opened; absent: the newest, also when a newer one comes. */
  readonly sequence?: number
  /** The round on screen, as last answered. */
  readonly round?: Round
  /** The round before it, whose results are worth a look as long as the one on screen has no reply. */
  readonly before?: Round
  readonly outbox?: Outbox
  /** The act that runs now. */
  readonly busy?: HomeMethod
  readonly fault?: { readonly at: FaultPlace; readonly fault: Fault }
}

/** One session home, as its link shows it. */
export interface SessionHome {
  readonly link: Link
  readonly view: HomeView | undefined
}

/** The session on screen, in its home. */
export interface OpenSession extends SessionHome {
  readonly row: SessionRow | undefined
  /** Number of the round on screen. */
  readonly sequence: number
}

export interface SessionSlice {
  readonly session: SessionState
  /** Shows a session, at its newest round when none is named. */
  openSession(link: string, session: string, sequence?: number): void
  /** Shows a round of the session; the newest one is followed. */
  openRound(sequence: number): void
  /** Takes a round that the core answered. */
  setRound(round: Round): void
  /** Asks the core for the round on screen, its outbox, and the round before it. */
  loadRound(): Promise<void>
  /**
   * Calls a method of the session home on screen (or of `link`). An act is marked as `busy`, and its fault is kept where it belongs;
   * questions (`outbox`, `round`, `diff`, `tree`) only answer. A round in the answer is taken.
   */
  callHome<M extends HomeMethod>(method: M, input: HomeInput<M>, link?: string): Promise<Result<HomeOutput<M>>>
  setSessionFault(at: FaultPlace, fault: Fault | undefined): void
}

/** What stands in step 2 while it cannot be taken as it is: the operator can change it, or take it all the same. */
interface HeldReply {
  readonly text: string
  /** Why it was not taken at once, each a sentence. */
  readonly warnings: readonly string[]
}

export interface ReplySlice {
  /** The text field of step 2; absent: it is closed. */
  readonly held: HeldReply | undefined
  /** A reply that was found on the clipboard. */
  readonly offer: string | undefined
  holdReply(held: HeldReply | undefined): void
  /** Puts the outbox on screen on the clipboard. */
  copyOutbox(): Promise<void>
  /** Takes what is on the clipboard as the reply; where the page may not read it, the text field opens instead. */
  fetchReply(): Promise<void>
  /** Takes a text as the reply of the session's open round; one that it has already is taken back first. `isSure`: in spite of warnings. */
  takeReply(text: string, isSure?: boolean): Promise<void>
  /** Takes a dropped text file as the reply. */
  takeFile(file: File): Promise<void>
  /** Looks whether a reply is on the clipboard, where the shell allows it; only while the session waits for one. */
  lookAtClipboard(): Promise<void>
  declineOffer(): void
  /** Takes the reply of the round on screen back. */
  discardReply(): Promise<void>
}

/** What the operator looks at in step 3. It belongs to one round and begins anew with the next. */
export interface ReviewState {
  /** Session and number of the round. */
  readonly of: string
  /** The row that was chosen; absent: the first that there is something to say about. */
  readonly row?: number
  /** Shows what runs, until the operator chooses a row. */
  readonly follows: boolean
  /** How far `]` went through the changes of the row's diff; `[` goes back. */
  readonly change: number
  /** Rows that were different when the operator applied. */
  readonly changed: readonly number[]
  /** Texts that the operator is writing in place of a body or a command, by row; none of them is in the plan yet. */
  readonly edits: ReadonlyMap<number, string>
  /** A question that lies over the pane. */
  readonly asks?: 'hidden' | 'roll back' | 'repaired'
}

export interface ReviewSlice {
  readonly review: ReviewState
  chooseRow(index: number): void
  /** Goes `by` rows down. */
  moveRow(by: number): void
  /** Goes `by` changes down in the diff, around its ends. */
  moveChange(by: number): void
  /** Sends choices to the core; ticks show at once. */
  decideRows(choices: readonly Choice[]): void
  /** Keeps what is being written for a row; undefined ends it. */
  editRow(index: number, text: string | undefined): void
  toggleRow(): void
  toggleAllRows(): void
  dryRun(): Promise<void>
  /** Applies what is selected, then copies the next outbox. Rows with hidden characters are asked about first, unless `isSure`. */
  applyPlan(isSure?: boolean): Promise<void>
  /** Puts the reply as its lint would mend it in its place, and shows what that changed. */
  repairReply(): Promise<void>
  /** Takes a repaired reply as it came. */
  unrepairReply(): Promise<void>
  /** Puts the outbox of a round of a session on the clipboard after an act; `done` says what was done. */
  copyAfter(round: Pick<Round, 'session' | 'sequence'>, done: string): Promise<void>
  stopRun(): Promise<void>
  askReview(asks: ReviewState['asks']): void
}

/** What this screen keeps for itself. */
export type CodingAgentSlice = SessionSlice & ReplySlice & ReviewSlice
/** The shared state with this screen's slice. */
export type State = AppState & CodingAgentSlice

export const { use: useCodingAgent, of: codingAgentOf } = ownState<CodingAgentSlice>()

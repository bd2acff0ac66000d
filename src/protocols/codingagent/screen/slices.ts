import type { z } from 'zod'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import type { AppState } from '../../../renderer/features/screen.ts'
import { ownState } from '../../../renderer/features/state/own-state.ts'
import type { HomeMethods, HomeView, Outbox, Round, SessionRow } from '../pure/api.ts'

export type HomeMethod = keyof HomeMethods
export type HomeInput<M extends HomeMethod> = z.input<HomeMethods[M]['input']>
export type HomeOutput<M extends HomeMethod> = z.output<HomeMethods[M]['output']>
/** The operator's choices for one row of a plan. */
export type Choice = HomeInput<'decide'>['choices'][number]

/** Where in a session's pane a fault is shown: next to its cause. */
export type FaultPlace = 'list' | 'new' | 'copy' | 'paste' | 'review'

/** The open session's round, and what the engine answered about it. Which session is open: `openSessionOf`. */
export interface SessionState {
  /** The opened round; absent: the newest, including later ones. */
  readonly sequence?: number
  /** The round on screen, as last answered. */
  readonly round?: Round
  /** The previous round, whose results are shown while the one on screen has no reply. */
  readonly before?: Round
  readonly outbox?: Outbox
  /** The reply that is under review, also when it is gone, as discarded in another window: a key that was meant for it must not apply another one. */
  readonly reviewed?: { readonly session: string; readonly sequence: number; readonly reply: number }
  /** The running action. */
  readonly busy?: HomeMethod
  /** `isOfLoad`: the round or its outbox could not be read; the next load decides. */
  readonly fault?: { readonly at: FaultPlace; readonly fault: Fault; readonly isOfLoad?: true }
}

/** One session home with its link's view. */
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
  /** Stores a round answered by the engine. `isOwn`: its reply is there, or gone, because of what was done here. */
  setRound(round: Round, isOwn?: boolean): void
  /** Fetches the round on screen, its outbox, and the previous round. */
  loadRound(): Promise<void>
  /**
   * Calls a method of the session home on screen (or of `link`). An act is marked as `busy`, and its fault is kept where it belongs;
   * questions (`outbox`, `round`, `diff`, `tree`) only answer. A round in the answer is taken.
   */
  callHome<M extends HomeMethod>(method: M, input: HomeInput<M>, link?: string): Promise<Result<HomeOutput<M>>>
  setSessionFault(at: FaultPlace, fault: Fault | undefined): void
}

/** Text in step 2 that was not accepted as is: the operator can change it, or use it anyway. */
interface HeldReply {
  readonly text: string
  /** Why it was not accepted immediately, one sentence each. */
  readonly warnings: readonly string[]
}

export interface ReplySlice {
  /** The text field of step 2; absent: closed. */
  readonly held: HeldReply | undefined
  /** A reply found on the clipboard. */
  readonly offer: string | undefined
  holdReply(held: HeldReply | undefined): void
  /** Copies the outbox on screen. Resolves with whether it did. */
  copyOutbox(): Promise<boolean>
  /** Uses the clipboard's text as the reply; where the page cannot read it, opens the text field. */
  fetchReply(): Promise<void>
  /** Uses a text as the reply of the session's open round; an existing reply is discarded first. `isSure`: despite warnings. */
  takeReply(text: string, isSure?: boolean): Promise<void>
  /** Uses a dropped text file as the reply. */
  takeFile(file: File): Promise<void>
  /** Checks the clipboard for a reply where the shell allows it; only while the session is waiting for one. */
  lookAtClipboard(): Promise<void>
  declineOffer(): void
  /** Discards the reply of the round on screen. */
  discardReply(): Promise<void>
}

/** What the operator views in step 3. It belongs to one reply to one round, and is reset for the next. */
export interface ReviewState {
  /** Session and number of the round. */
  readonly of: string
  /** Number of the reply; absent: there is none. */
  readonly reply?: number | undefined
  /** The row that was chosen; absent: the first with notes. */
  readonly row?: number
  /** Shows the running row until the operator chooses one. */
  readonly follows: boolean
  /** Position in the changes of the row's diff: `]` next, `[` previous. */
  readonly change: number
  /** Rows that had changed when the operator applied. */
  readonly changed: readonly number[]
  /** Texts being written to replace a body or a command, by row; not yet part of the plan. */
  readonly edits: ReadonlyMap<number, string>
  /** A text that was being written for a row of an earlier reply. */
  readonly lost?: string
  /** The open dialog of the pane. */
  readonly asks?: 'hidden' | 'roll back' | 'repaired'
}

export interface ReviewSlice {
  readonly review: ReviewState
  chooseRow(index: number): void
  /** Moves down by `by` rows. */
  moveRow(by: number): void
  /** Moves by `by` changes in the diff, wrapping at its ends. */
  moveChange(by: number): void
  /** Sends choices to the engine; ticks show at once. */
  decideRows(choices: readonly Choice[]): void
  /** Loads the round on screen again if it was decided elsewhere, as in another window. */
  followDecisions(): Promise<void>
  /** Stores the text being written for a row; undefined ends editing. */
  editRow(index: number, text: string | undefined): void
  toggleRow(): void
  toggleAllRows(): void
  dryRun(): Promise<void>
  /** Applies the selection, then copies the next outbox. Rows with hidden characters are confirmed first, unless `isSure`. */
  applyPlan(isSure?: boolean): Promise<void>
  /** Replaces the reply with the one repaired by its lint, and shows the changes. */
  repairReply(): Promise<void>
  /** Restores the original of a repaired reply. */
  unrepairReply(): Promise<void>
  /** Copies the outbox of a round after an action; `done` says what was done. */
  copyAfter(round: Pick<Round, 'session' | 'sequence'>, done: string): Promise<void>
  stopRun(): Promise<void>
  /** The operator has seen that another reply is on screen. */
  acceptReply(): void
  askReview(asks: ReviewState['asks']): void
}

/** State of this screen. */
export type CodingAgentSlice = SessionSlice & ReplySlice & ReviewSlice
/** The shared state with this screen's slice. */
export type State = AppState & CodingAgentSlice

export const { use: useCodingAgent, of: codingAgentOf } = ownState<CodingAgentSlice>()

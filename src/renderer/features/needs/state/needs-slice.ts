import type { DeskIntent } from '../../../../core/desk-draft.ts'
import type { DebtRow, MarkVerb } from '../../../../core/debt.ts'
import type { DebtList } from '../../../../api/desk.ts'
import type { Need } from '../../../../core/need.ts'
import type { Fault, Result } from '../../../../core/fault.ts'

/** Which debts *Needs me* lists below the needs: what others owe, what all owe, or how much of that is overdue. */
export type OwedBy = Extract<DebtList, 'owed' | 'all' | 'overdue'>

/** What the operator decides about debts, and which need is selected. */
export interface NeedsSlice {
  /** Id of the selected need, or of what somebody else owes. */
  readonly need: string | undefined
  /** Ids of the needs in the order on screen; set by the view. */
  readonly needOrder: readonly string[]
  /** What others owe, in the order on screen, below the needs; set by the view. */
  readonly owedOrder: readonly DebtRow[]
  /** Where the selected row is among both, or was before it closed. */
  readonly needAt: number | undefined
  /** Fault of the last action on a need or a debt, shown in its row. */
  readonly deskFault: { readonly id: string; readonly fault: Fault } | undefined
  /** The need whose snooze menu is open. */
  readonly snoozing: string | undefined
  /** Debts whose debtor was reminded from here: the next verb is to hand them over. */
  readonly nudged: ReadonlySet<string>
  /** The last decision, for Undo. */
  readonly lastMark: DeskMarkDone | undefined
  /** The answer that is being written on Needs me; its text is the draft `answerKey`. */
  readonly answer: DeskAnswer | undefined
  /** When the last answer was sent from here, ms. */
  readonly answeredAt: number | undefined
  /** An approval that should be opened; a new object is a new request. */
  readonly approvalAsked: { readonly id: string } | undefined
  /** Grows when the view should show what is owed. */
  readonly owedAsked: number
  /** What is listed there. */
  readonly owedBy: OwedBy
  needsShown(ids: readonly string[]): void
  owedShown(rows: readonly DebtRow[]): void
  /** Selects a need or what somebody else owes, and its message for the inspector. */
  selectNeed(id: string | undefined): void
  /** Selects the next row on screen, or with -1 the previous one: the needs, then what others owe. */
  stepNeed(by: 1 | -1): void
  /** Shows *Needs me* and selects the next need, from any view; after the last comes the first. */
  nextNeed(by: 1 | -1): void
  /** Shows *Needs me* at what is owed: what others owe, or as many debts as a number says. */
  showOwed(by?: OwedBy): void
  /** Shows who waits for whom if agents wait in a ring, and otherwise the first row of what is stuck. */
  showStuck(): void
  setSnoozing(id: string | undefined): void
  /** Shows a need with the field for its answer, which takes the focus. */
  answerDebt(key: string): Promise<Result<unknown>>
  /** Starts the answer to a debt, or goes on with the one that was begun. Nothing is sent. */
  prepareAnswer(key: string): Promise<Result<unknown>>
  /** Sends the answer that is being written, and selects the next need. */
  sendAnswer(): Promise<Result<unknown>>
  /** Opens the composer with a text about a debt. Nothing is sent. */
  draftDebt(key: string, intent: DeskIntent, to?: string): Promise<Result<unknown>>
  /** Opens the composer with a text that tells agents in a loop to stop. Nothing is sent. */
  draftStop(need: string): Promise<Result<unknown>>
  /** An id for a message that a dialog sends: under the same id it is sent once. */
  newMessageId(): string
  /** These debts are on the screen (`useDrawn`). */
  drewDebts(keys: readonly string[]): void
  /** Decides about debts, without those that joined their row when nobody could have read it; a toast offers Undo. `words`: what the toast says. `until`: end of a snooze, ms. */
  markDebts(keys: readonly string[], verb: MarkVerb, words: string, until?: number): Promise<Result<unknown>>
  /** Takes a decision back; without one, the last. */
  undoMark(done?: DeskMarkDone): Promise<Result<unknown>>
  /** Shows the fault of an action in the row of this need or debt. */
  setDeskFault(id: string, result: Result<unknown>): void
  openApproval(id: string): void
}

/** An answer on Needs me. */
export interface DeskAnswer {
  readonly debt: string
  /** What is answered, as it was when the answer was begun: a text that is not sent stays when it closes. */
  readonly need?: Need
  readonly step: 'loading' | 'ready' | 'sent'
  /** How many debts it closes, and the agents (ids) that can go on then. */
  readonly closes: number
  readonly frees: readonly string[]
  /** Why it cannot be written here. */
  readonly fault?: Fault
}

/** A decision that can be taken back. */
export interface DeskMarkDone {
  readonly workspace: string
  readonly undo: string
  readonly words: string
  /** Messages about it that were sent: no undo takes them back. */
  readonly sent: number
}

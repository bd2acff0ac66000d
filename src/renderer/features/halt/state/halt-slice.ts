import type { Fault } from '../../../../core/fault.ts'
import type { HaltBeyond, HaltLevel, HaltOfferName, HaltRow, HaltScope } from '../../../../core/halt.ts'

/** A row as it stands on the screen. */
export interface ShownRow {
  readonly row: HaltRow
  /** Its link is no longer there. It keeps its place, since no other row may move under the pointer. */
  readonly isGone: boolean
  /** Its texts are not those that were shown at first. */
  readonly isChanged: boolean
}

/** A table to look at before it is done, and what the operator has chosen in it. */
interface Table {
  /** In the order in which the rows were first shown. */
  readonly rows: readonly ShownRow[]
  /** Links that it has no room for. */
  readonly beyond: HaltBeyond | undefined
  /** Names the texts of the table; undefined: they have not arrived. */
  readonly digest: string | undefined
  /** Links that are left out. */
  readonly left: ReadonlySet<string>
  /** The link whose exact texts are shown. */
  readonly selected: string | undefined
  readonly fault: Fault | undefined
  /** It is being done. */
  readonly isBusy: boolean
  /** When other texts than those shown at first arrived: they wait for a second look. */
  readonly changedAt: number | undefined
}

/** The open dialog of Halt. */
export interface Halting extends Table {
  readonly kind: 'halt'
  /** Undefined: no table has arrived. */
  readonly id: string | undefined
  /** The scope that the dialog was opened with. */
  readonly offered: HaltScope
  readonly scope: HaltScope
  readonly level: HaltLevel
  /** As typed. */
  readonly reason: string
  /** Offers that are ticked (`offerId`). */
  readonly offers: ReadonlySet<string>
  /** The operator halted before the table had arrived. */
  readonly isAsked: boolean
}

/** The open dialog of Resume. */
export interface Resuming extends Table {
  readonly kind: 'resume'
  readonly id: string
  /** Keys of what starts again. */
  readonly starts: ReadonlySet<string>
}

/** Halt and Resume: their dialogs, which lie above all others. What is in force is `state.halt`. */
export interface HaltSlice {
  readonly haltDialog: Halting | Resuming | undefined
  /** Whether the right pane shows the halt. */
  readonly isHaltPane: boolean
  /** Opens the dialog of Halt. Without a scope: that of the halt in force, otherwise everything. */
  openHalt(scope?: HaltScope, level?: HaltLevel): void
  /** Opens the dialog of Resume for the halt in force. */
  openResume(): void
  /** What HALT opens from outside the page: Resume while halted, otherwise Halt, also while RESUME is being said. */
  openHaltOrResume(): void
  closeHaltDialog(): void
  /** Changes what is going to be halted, and shows its table. */
  changeHalt(change: Partial<Pick<Halting, 'scope' | 'level' | 'reason'>>): void
  /** Ticks a row, or leaves it out. */
  tickHaltRow(link: string, isTicked: boolean): void
  /** Ticks an agent elsewhere that is to end. */
  tickHaltOffer(offer: HaltOfferName, isTicked: boolean): void
  /** Ticks what starts again. */
  tickStart(key: string, isTicked: boolean): void
  selectHaltRow(link: string): void
  /** Does what the open dialog says. After a change of the texts: says those that are shown now. */
  confirmHaltDialog(): Promise<void>
  /** Does what is planned or failed on a link. */
  haltAgain(link: string): Promise<void>
  /** Why that could not be done. */
  readonly haltFault: { readonly link: string; readonly fault: Fault } | undefined
  /** Tells the command line that asks that the operator does not resume. */
  declineResume(ask: string): Promise<void>
  showHaltPane(isShown: boolean): void
}

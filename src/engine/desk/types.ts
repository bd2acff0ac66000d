import type { DeskState } from '../../api/desk.ts'
import type { Approval } from '../../core/approval.ts'
import type { Command, DraftAbout } from '../../core/command.ts'
import type { DeskLimits, MarkVerb } from '../../core/debt.ts'
import type { Event } from '../../core/event.ts'
import type { Fault, Result } from '../../core/fault.ts'
import type { Link } from '../../core/link.ts'
import type { Need } from '../../core/need.ts'
import type { StoodStill } from '../../core/stood-still.ts'
import type { Stuck } from '../../core/stuck.ts'
import type { WaitArrow } from '../../core/waits.ts'
import type { WorkspaceFolds } from '../folds/folds.ts'
import type { LoopGuard } from '../gate/loop-guard.ts'
import type { Services } from '../services.ts'
import type { DeskDebts } from './debts.ts'
import type { ShownView } from './conditions/protocols.ts'
import type { Lists } from './lists.ts'
import type { Marks } from './marks.ts'

export interface DeskOptions {
  readonly services: Services
  readonly workspace: string
  readonly operator: () => string
  readonly folds: Pick<WorkspaceFolds, 'aliases' | 'own' | 'names'>
  readonly links: () => readonly Link[]
  readonly hasLink: (link: string) => boolean
  readonly downSince: (link: string) => number | undefined
  /** Why events cannot be stored, and since when, ms; undefined: they can. */
  readonly unstored: () => { readonly fault: Fault; readonly since: number } | undefined
  /** What running links show on their protocols' own screens. */
  readonly views: () => readonly ShownView[]
  readonly commands: () => readonly Command[]
  readonly approvals: () => readonly Approval[]
  /** The other workspaces, with how many needs they have. */
  readonly others: () => DeskState['others']
  /** What the state says of the desk has changed. `isNews`: the number of needs, too. */
  readonly changed: (isNews: boolean) => void
}

/** Who owes whom in a workspace, and what needs the operator. */
export interface Desk {
  readonly debts: DeskDebts['debts']
  readonly marks: Pick<Marks, 'values'>
  readonly limits: () => DeskLimits
  /** What of it the past depends on: when it was first opened, when links were removed, what messages were about, and when limits stood still. */
  readonly history: Pick<DeskDebts, 'start' | 'abouts'> & {
    readonly removed: ReadonlyMap<string, { readonly at: number }>
    stood(): readonly StoodStill[]
  }
  setLimits(limits: DeskLimits): void
  /** Adds stored events, in cursor order. */
  apply(events: readonly Event[]): void
  /** An event shows a message of the operator about a debt. */
  said(event: Event, about: DraftAbout): void
  /** Names were joined or split. */
  renamed(): void
  operatorChanged(): void
  /** The operator removed a link: what is open there is void. */
  linkRemoved(link: string): void
  /** Something else that needs the operator may have changed: links, commands, approvals, the journal. */
  touch(): void
  /** Decides about debts and conditions. @param by the connection of the window. @returns the token of `unmark`; not-found: none of them is known. */
  mark(keys: readonly string[], verb: MarkVerb, until?: number, by?: string): Result<string>
  unmark(token: string): number | undefined
  /** The lists as of now. */
  lists(): Lists
  /** The operator's agent (id). */
  operator(): string
  /** What needs the operator now, most urgent first, complete. */
  needs(): readonly Need[]
  /** How many needs there were at the last look. */
  needCount(): number
  state(): DeskState
  /** Who waits for whom, and what is stuck. */
  arrows(): readonly WaitArrow[]
  stuck(): readonly Stuck[]
  /** Agents of this machine that wake each other, or talk in a loop, over all links. */
  readonly loops: LoopGuard
  /** When open debts of a link are overdue, ms, by their refs; it may be some seconds old. */
  dueTimes(link: string): ReadonlyMap<string, number>
  /** How long this machine slept since a time, ms. */
  slept(since: number): number
  /** How long limits stood still since a time, ms: it slept, or the operator had halted. */
  stoodStill(at: number): number
  close(): void
}

import type { DraftAbout } from '../../core/command.ts'
import type { DebtMark, DeskLimits } from '../../core/debt.ts'
import type { Link } from '../../core/link.ts'
import type { StoodStill } from '../../core/stood-still.ts'
import type { DeskStart } from '../desk/start.ts'
import type { Room } from '../room.ts'

/** What a workspace knows besides its events, as values that can be copied to another thread: what the operator decided, and what is configured. */
export interface PastFacts {
  /** The operator's name, agent (id) and names on all links (`nameKey`). */
  readonly operator: string
  readonly operatorId: string
  readonly own: ReadonlySet<string>
  readonly aliases: ReadonlyMap<string, string>
  readonly marks: ReadonlyMap<string, DebtMark>
  readonly limits: DeskLimits
  readonly start: DeskStart
  /** When links were removed. */
  readonly removed: ReadonlyMap<string, { readonly at: number }>
  /** What messages of the operator were written about, by the event that shows them. */
  readonly abouts: ReadonlyMap<string, DraftAbout>
  readonly links: readonly Link[]
  readonly stood: readonly StoodStill[]
}

/** What a workspace knows now. */
export function pastFacts({ workspace, folds, desk, links }: Pick<Room, 'workspace' | 'folds' | 'desk' | 'links'>): PastFacts {
  const { operator } = workspace()
  const { start, removed, abouts, stood } = desk.history
  return {
    operator,
    operatorId: desk.operator(),
    own: folds.own(operator),
    aliases: folds.aliases(),
    marks: desk.marks.values,
    limits: desk.limits(),
    start,
    removed,
    abouts,
    links: links.list(),
    stood: stood(),
  }
}

import type { DeskLimits } from '../../core/debt.ts'
import type { ConversationRow } from '../../core/fold/conversations.ts'
import type { DebtsFold } from '../../core/fold/debts.ts'
import type { NameRow } from '../../core/fold/names.ts'
import type { DownSince } from '../../core/fold/status.ts'
import { nameKey } from '../../core/fold/names.ts'
import { agentOf } from '../../core/fold/agents.ts'
import type { Link } from '../../core/link.ts'
import type { Stuck } from '../../core/stuck.ts'
import type { Lists } from '../desk/lists.ts'
import type { Room } from '../room.ts'
import type { Services } from '../services.ts'

/** What a workspace knows at one moment: now, or as of a moment in the past. What Flow shows is made of it and of the events up to then. */
export interface Known {
  /** The moment, ms, and the newest event by then. */
  readonly at: number
  readonly cursor: number
  /** The operator's name, and agent (id). */
  readonly operator: string
  readonly operatorId: string
  /** The agent (id) behind a name on a link. */
  agentOf(source: string, name: string): string
  readonly aliases: ReadonlyMap<string, string>
  readonly names: readonly NameRow[]
  readonly conversations: readonly ConversationRow[]
  readonly lists: Lists
  readonly debts: Pick<DebtsFold, 'open' | 'ended' | 'actsOf'>
  readonly limits: DeskLimits
  readonly stuck: readonly Stuck[]
  readonly downSince: DownSince
  /** Links as they are configured now. */
  readonly links: readonly Link[]
  /** How long limits stood still since a time, ms: the machine slept, or everything was halted. */
  stoodStill(since: number): number
}

/** What a workspace knows now. */
export function knownNow(room: Room, { journal, now }: Pick<Services, 'journal' | 'now'>): Known {
  const { desk, folds, links } = room
  const { operator } = room.workspace()
  const own = folds.own(operator)
  const operatorId = desk.operator()
  const aliases = folds.aliases()
  return {
    at: now(),
    cursor: journal.head(room.id),
    operator,
    operatorId,
    agentOf: (source, name) => (own.has(nameKey(source, name)) || name === operator ? operatorId : agentOf(aliases, source, name)),
    aliases,
    names: [...folds.names.rows()],
    conversations: [...folds.conversations.rows()],
    lists: desk.lists(),
    get debts() {
      return desk.debts
    },
    limits: desk.limits(),
    stuck: desk.stuck(),
    downSince: links.downSince,
    links: links.list(),
    stoodStill: (since) => desk.stoodStill(since),
  }
}

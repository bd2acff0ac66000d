import type { Agent, NameGuess } from '../../core/agent.ts'
import type { Conversation } from '../../core/conversation.ts'
import { agentsOf } from '../../core/fold/agents.ts'
import { listedRows, type ConversationsFold } from '../../core/fold/conversations.ts'
import type { CountsFold } from '../../core/fold/counts.ts'
import { nameKey, type NamesFold } from '../../core/fold/names.ts'
import type { DownSince } from '../../core/fold/status.ts'
import type { UnreadFold } from '../../core/fold/unread.ts'
import { localDayStart } from '../day-start.ts'
import type { NameOwners } from './name-owners.ts'

/** The lists of a workspace that a screen shows. */
export interface FoldView {
  /** How much of the journal is in the lists, while they are rebuilt from it. */
  readonly rebuilding: { readonly done: number; readonly total: number } | undefined
  readonly messages: number
  readonly today: number
  readonly conversations: Conversation[]
  /** Unread messages addressed to the operator. */
  readonly forYou: number
  /** Number of unusable inputs per link id. */
  readonly unusable: Readonly<Record<string, number>>
  readonly agents: Agent[]
  /** When an agent's status next changes by itself, ms. */
  readonly changesAt: number | undefined
  readonly guesses: NameGuess[]
  /** Numbers of entries not in the lists. */
  readonly more: { readonly conversations: number; readonly agents: number }
}

/** What it is made of. */
export interface FoldViewInput extends Pick<FoldView, 'rebuilding' | 'unusable'> {
  readonly conversations: ConversationsFold
  readonly names: NamesFold
  readonly counts: CountsFold
  readonly unread: UnreadFold
  readonly owners: NameOwners
  /** The operator's name. */
  readonly operator: string
  readonly now: number
  readonly downSince: DownSince
}

/** The lists at one moment. Pure. */
export function foldView(input: FoldViewInput): FoldView {
  const { conversations, names, counts, unread, owners, operator, now, downSince } = input
  const own = owners.own(operator)
  const { bySender, forYou } = unreadBySender(unread, conversations)
  const listed = listedRows(conversations.rows())
  const { aliases } = owners
  const found = agentsOf({ rows: names.rows(), aliases, operator, now, dayStart: localDayStart, unread: bySender, downSince })
  return {
    rebuilding: input.rebuilding,
    messages: counts.messages(),
    today: counts.today(now),
    conversations: listed.map((row) => ({
      ...row,
      members: [...row.members],
      unread: unread.count(row.id, (sender) => own.has(nameKey(row.source, sender))),
    })),
    forYou,
    unusable: input.unusable,
    agents: found.agents,
    changesAt: found.changesAt,
    guesses: owners.guesses(operator),
    more: {
      conversations: conversations.size() - listed.length + conversations.dropped(),
      agents: found.more + names.dropped(),
    },
  }
}

function unreadBySender(
  unread: UnreadFold,
  conversations: ConversationsFold,
): { readonly bySender: ReadonlyMap<string, number>; readonly forYou: number } {
  const bySender = new Map<string, number>()
  let forYou = 0
  unread.each((conversation, sender, count, isForYou) => {
    if (isForYou) forYou += count
    const row = conversations.get(conversation)
    if (row === undefined) return
    const key = nameKey(row.source, sender)
    bySender.set(key, (bySender.get(key) ?? 0) + count)
  })
  return { bySender, forYou }
}

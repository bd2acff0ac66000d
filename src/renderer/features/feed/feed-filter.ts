import type { FeedFilter } from '../../../api/contract.ts'
import type { Agent } from '../../../core/agent.ts'
import { conversationId } from '../../../core/conversation.ts'
import type { Conversation } from '../../../core/conversation.ts'
import type { Event, EventKind } from '../../../core/event.ts'

/** Everything in the workspace. */
export const everything: FeedFilter = {}

/** The same key for equal filters. */
export function filterKey(filter: FeedFilter): string {
  return JSON.stringify([
    filter.source ?? null,
    filter.conversation ?? null,
    filter.agent ?? null,
    ...(filter.forYou === true ? ['for you'] : []),
    ...(filter.faults === true ? ['faults'] : []),
  ])
}

/** Whether a filter hides no message. */
export function showsAll({ source, conversation, agent, without, forYou, faults }: FeedFilter): boolean {
  return (
    forYou !== true && faults !== true && source === undefined && conversation === undefined && agent === undefined && without === undefined
  )
}

/** What a feed shows unless it is asked for everything. */
const shownKinds: ReadonlySet<EventKind> = new Set(['message', 'marker', 'fault', 'notice', 'stream'])

/** Whether a pushed event belongs to the rows of a filter; the same rule the engine uses to answer `feed.page`. `agent`: for *For you*, the operator. */
export function matchesFilter(event: Event, filter: FeedFilter, agent: Agent | undefined): boolean {
  const body = event.body
  if (!shownKinds.has(body.kind) && filter.raw !== true) return false
  if (filter.faults === true && body.kind !== 'fault') return false
  if (filter.source !== undefined && event.source !== filter.source) return false
  if (filter.without?.includes(event.protocol)) return false
  if (filter.conversation !== undefined) {
    return 'conversation' in body && conversationId(event.source, body.conversation) === filter.conversation
  }
  if (filter.agent === undefined && filter.forYou !== true) return true
  if (agent === undefined) return false
  const isNamed = (name: string): boolean => agent.names.some((known) => known.source === event.source && known.name === name)
  if (filter.forYou === true) {
    return body.kind === 'message' && !isNamed(body.from) && (body.to.some(isNamed) || body.observers.some(isNamed))
  }
  if (body.kind === 'message') return isNamed(body.from) || body.to.some(isNamed) || body.observers.some(isNamed)
  if (body.kind === 'notice' || body.kind === 'stream') return isNamed(body.from)
  if (body.kind === 'receipt') return body.by !== undefined && isNamed(body.by)
  return (body.kind === 'presence' || body.kind === 'profile') && isNamed(body.agent)
}

/** Conversations whose messages a filter shows. For an agent: those in which one of its names is a member. */
export function conversationsOf(
  filter: FeedFilter,
  conversations: readonly Conversation[],
  agent: Agent | undefined,
): readonly Conversation[] {
  return conversations.filter((conversation) => {
    if (filter.source !== undefined && conversation.source !== filter.source) return false
    if (filter.without?.includes(conversation.protocol)) return false
    if (filter.conversation !== undefined && conversation.id !== filter.conversation) return false
    if (filter.agent === undefined && filter.forYou !== true) return true
    return agent?.names.some((known) => known.source === conversation.source && conversation.members.includes(known.name)) ?? false
  })
}

/** Where the unread rows of a window begin, and how many there are; undefined if none of its rows is unread. */
export function findUnread(
  rows: readonly Event[],
  conversations: readonly Conversation[],
  isOwn: (event: Event) => boolean,
): { readonly ord: number; readonly count: number } | undefined {
  const left = new Map(conversations.filter((one) => one.unread > 0).map((one) => [one.id, one.unread]))
  const total = [...left.values()].reduce((sum, unread) => sum + unread, 0)
  let ord: number | undefined
  for (let index = rows.length - 1; index >= 0 && left.size > 0; index--) {
    const row = rows[index]
    if (row === undefined || row.body.kind !== 'message' || row.body.quiet === true || isOwn(row)) continue
    const id = conversationId(row.source, row.body.conversation)
    const unread = left.get(id)
    if (unread === undefined) continue
    ord = row.ord
    if (unread === 1) left.delete(id)
    else left.set(id, unread - 1)
  }
  return ord === undefined ? undefined : { ord, count: total }
}

import type { Agent } from '../../../core/agent.ts'
import type { Conversation } from '../../../core/conversation.ts'
import { matchWords, type Range } from './match-words.ts'

/** An item of the palette, and where the query matches its title. */
export interface Match<T> {
  readonly item: T
  readonly title: string
  readonly ranges: readonly Range[]
}

/** Matches of one kind: those shown, and their total number. */
export interface Matches<T> {
  readonly shown: readonly Match<T>[]
  readonly total: number
}

/**
 * The items whose title contains every word of the query, or whose title and extra words have words that begin with them. Matches at the start of the title
 * come first, then those where one of its words begins, then others in it; otherwise the given order is kept.
 * @param extra words that are searched but not shown in the title, such as an agent's other names. One or two letters would find nearly all of them.
 */
export function matchesOf<T>(
  items: readonly T[],
  query: string,
  titleOf: (item: T) => string,
  limit: number,
  extra: (item: T) => string = () => '',
): Matches<T> {
  const found: { readonly match: Match<T>; readonly rank: number }[] = []
  for (const item of items) {
    const title = titleOf(item)
    const starts = matchWords(title, query, true)
    const ranges = starts ?? matchWords(title, query)
    if (ranges !== undefined) found.push({ match: { item, title, ranges }, rank: starts === undefined ? 2 : ranges[0]?.[0] === 0 ? 0 : 1 })
    else if (query.trim().length > 2 && matchWords(`${title} ${extra(item)}`, query, true))
      found.push({ match: { item, title, ranges: [] }, rank: 3 })
  }
  const sorted = query.trim() === '' ? found : found.toSorted((a, b) => a.rank - b.rank)
  return { shown: sorted.slice(0, limit).map(({ match }) => match), total: found.length }
}

/** Every name of an agent, its role and its status: what somebody may type to find it. Its task would find it by words that its row does not show. */
export function agentWords(agent: Agent): string {
  return [agent.role ?? '', agent.status.word, ...agent.names.map((name) => name.name)].join(' ')
}

/** Most recently used first. */
export function byRecency(conversations: readonly Conversation[]): readonly Conversation[] {
  return conversations.toSorted((a, b) => b.lastAt - a.lastAt)
}

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
 * The items whose title (or title and extra words) contains every word of the query; matches at the start of the title come first,
 * otherwise the given order is kept.
 * @param extra words that are searched but not shown in the title, such as an agent's other names.
 */
export function matchesOf<T>(
  items: readonly T[],
  query: string,
  titleOf: (item: T) => string,
  limit: number,
  extra: (item: T) => string = () => '',
): Matches<T> {
  const found: Match<T>[] = []
  for (const item of items) {
    const title = titleOf(item)
    const ranges = matchWords(title, query) ?? (matchWords(`${title} ${extra(item)}`, query) ? [] : undefined)
    if (ranges) found.push({ item, title, ranges })
  }
  const rank = (match: Match<T>): number => (match.ranges[0]?.[0] === 0 ? 0 : match.ranges.length > 0 ? 1 : 2)
  const sorted = query.trim() === '' ? found : found.toSorted((a, b) => rank(a) - rank(b))
  return { shown: sorted.slice(0, limit), total: found.length }
}

/** Every name of an agent, and its role: what somebody may type to find it. */
export function agentWords(agent: Agent): string {
  return [agent.role ?? '', agent.status.word, agent.task ?? '', ...agent.names.map((name) => name.name)].join(' ')
}

/** Most recently used first. */
export function byRecency(conversations: readonly Conversation[]): readonly Conversation[] {
  return conversations.toSorted((a, b) => b.lastAt - a.lastAt)
}

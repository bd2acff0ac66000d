import type { Agent } from '../../../core/agent.ts'
import type { StatusWord } from '../../../core/event.ts'

const rank: Readonly<Record<StatusWord, number>> = { 'needs you': 0, lost: 1, waiting: 2, working: 3, idle: 4, ended: 5, '?': 6 }
/** Agents up to this rank are always listed, however many there are. */
const lastNeed = 2
/** At least this many rows are shown before the rest is summarised in one line. */
const rowsShown = 8

/** Agents by urgency: needs you, lost, waiting; then working, idle, and the rest. */
export function byNeed(a: Agent, b: Agent): number {
  return rank[a.status.word] - rank[b.status.word] || a.name.localeCompare(b.name, 'en')
}

/** How many of the sorted agents are shown before the rest is summarised in one line; a single remaining one is shown too. */
export function shownAtFirst(ordered: readonly Agent[]): number {
  const needy = ordered.filter((agent) => rank[agent.status.word] <= lastNeed).length
  const most = Math.max(needy, rowsShown)
  return ordered.length <= most + 1 ? ordered.length : most
}

/** `5 more working · 4 idle or unknown`: the rest in one line. */
export function restWords(rest: readonly Agent[]): string {
  const working = rest.filter((agent) => agent.status.word === 'working').length
  const other = rest.length - working
  const needy = rest.filter((agent) => rank[agent.status.word] <= lastNeed).length
  if (needy > 0) return `${rest.length} more`
  return [working > 0 ? `${working} more working` : '', other > 0 ? `${other} ${working > 0 ? '' : 'more '}idle or unknown` : '']
    .filter((words) => words !== '')
    .join(' · ')
}

/** Number of agents per state that a folded section still shows. */
export function summary(agents: readonly Agent[]): { readonly word: StatusWord; readonly count: number }[] {
  return (['needs you', 'working', 'waiting', 'lost'] as const)
    .map((word) => ({ word, count: agents.filter((agent) => agent.status.word === word).length }))
    .filter(({ count }) => count > 0)
}

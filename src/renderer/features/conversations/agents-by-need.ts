import type { Agent } from '../../../core/agent.ts'
import type { StatusWord } from '../../../core/event.ts'

const rank: Readonly<Record<StatusWord, number>> = { 'needs you': 0, lost: 1, waiting: 2, working: 3, idle: 4, ended: 5, '?': 6 }
/** Ranks up to here stand in the list whatever their number. */
const lastNeed = 2
/** With them at least so many rows are shown before the rest becomes one line. */
const rowsShown = 8

/** Those who need something first: needs you, lost, waiting; then who works, who is idle, and the rest. */
export function byNeed(a: Agent, b: Agent): number {
  return rank[a.status.word] - rank[b.status.word] || a.name.localeCompare(b.name, 'en')
}

/** How many of the agents, in that order, are shown before the rest becomes one line; one left over is shown too. */
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

/** How many are in each state that a folded section still tells. */
export function summary(agents: readonly Agent[]): { readonly word: StatusWord; readonly count: number }[] {
  return (['needs you', 'working', 'waiting', 'lost'] as const)
    .map((word) => ({ word, count: agents.filter((agent) => agent.status.word === word).length }))
    .filter(({ count }) => count > 0)
}

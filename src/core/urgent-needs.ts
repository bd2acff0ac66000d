import { needBands, type Need } from './need.ts'

/**
 * Of more needs than a list shows, the most urgent, in their order. First by band, then the operator's own; among these, kinds and links take turns, and
 * within each of them the agents that they are about, each with its most urgent first: an agent with many rows displaces only its own. Pure.
 * @param ranked the needs in the order of the list (`rankNeeds`)
 * @param isOwn whether it is between the operator and somebody, not between others
 */
export function mostUrgent(ranked: readonly Need[], most: number, isOwn: (need: Need) => boolean): readonly Need[] {
  if (ranked.length <= most) return ranked
  const classOf = (need: Need): number => 2 * needBands.indexOf(need.band) + (isOwn(need) ? 0 : 1)
  const sorted = ranked.map((need, rank) => ({ need, rank, class: classOf(need), turn: 0 }))
  for (const groupOf of [agentKey, linkKey]) {
    const turns = new Map<string, number>()
    for (const one of sorted) {
      const key = `${one.class}\n${groupOf(one.need)}`
      one.turn = turns.get(key) ?? 0
      turns.set(key, one.turn + 1)
    }
    sorted.sort((a, b) => a.class - b.class || a.turn - b.turn || a.rank - b.rank)
  }
  return sorted
    .slice(0, most)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ need }) => need)
}

function linkKey({ source, link = '' }: Need): string {
  return `${source}\n${link}`
}

function agentKey(need: Need): string {
  return `${linkKey(need)}\n${need.who}`
}

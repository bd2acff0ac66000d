import { needBands, type Need } from './need.ts'

interface Ranked {
  readonly need: Need
  readonly rank: number
  readonly class: number
  readonly heard: number
  /** Position among the rows of its agent, then among those that are listed of its kind and link. */
  turn: number
}

/** The ways to choose among the rows of a kind and link: the most urgent, the newest, and those of the agents of whom most was heard. */
const choices: readonly ((a: Ranked, b: Ranked) => number)[] = [
  (a, b) => a.rank - b.rank,
  (a, b) => b.need.since - a.need.since,
  (a, b) => b.heard - a.heard,
]

/**
 * Of more needs than a list shows, the most urgent, in their order. First by band, then the operator's own; among these, kinds and links take turns, and
 * within each of them the agents that they are about, each with its most urgent first: an agent with many rows displaces only its own. Agents can be made up, too, so
 * they take turns by more than how urgent they are: neither many that are old nor many that are new displace all others. Pure.
 * @param ranked the needs in the order of the list (`rankNeeds`)
 * @param isOwn whether it is between the operator and somebody, not between others
 * @param heardOf how much was heard of the agent that it is about
 */
export function mostUrgent(
  ranked: readonly Need[],
  most: number,
  isOwn: (need: Need) => boolean,
  heardOf: (need: Need) => number,
): readonly Need[] {
  if (ranked.length <= most) return ranked
  const classOf = (need: Need): number => 2 * needBands.indexOf(need.band) + (isOwn(need) ? 0 : 1)
  const all = ranked.map((need, rank): Ranked => ({ need, rank, class: classOf(need), heard: heardOf(need), turn: 0 }))
  for (const rows of groupsOf(all, agentKey)) for (const [at, one] of rows.entries()) one.turn = at
  const chosen = [...groupsOf(all, linkKey)].flatMap((rows) => inTurns(rows, most).map((one, turn): Ranked => ({ ...one, turn })))
  return chosen
    .toSorted((a, b) => a.class - b.class || a.turn - b.turn || a.rank - b.rank)
    .slice(0, most)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ need }) => need)
}

function groupsOf(all: readonly Ranked[], groupOf: (need: Need) => string): Iterable<readonly Ranked[]> {
  return Map.groupBy(all, (one) => `${one.class}\n${groupOf(one.need)}`).values()
}

/** At most so many rows of a kind and link, in the order in which they are listed: each way to choose has its turn. */
function inTurns(rows: readonly Ranked[], most: number): readonly Ranked[] {
  if (rows.length === 1) return rows
  const orders = choices.map((choice) => rows.toSorted((a, b) => a.turn - b.turn || choice(a, b) || a.rank - b.rank))
  const chosen = new Set<Ranked>()
  for (let at = 0; at < rows.length && chosen.size < most; at++) for (const order of orders) chosen.add(order[at] as Ranked)
  return [...chosen]
}

function linkKey({ source, link = '' }: Need): string {
  return `${source}\n${link}`
}

function agentKey(need: Need): string {
  return `${linkKey(need)}\n${need.who}`
}

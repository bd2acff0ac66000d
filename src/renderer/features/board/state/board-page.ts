import type { z } from 'zod'
import { ok } from '../../../../core/fault.ts'
import type { Result } from '../../../../core/fault.ts'
import type { Card, IrcMethods } from '../../../../protocols/scuttlebot/pure/api.ts'
import type { BoardPage, CardSort } from '../board-columns.ts'

type Input = z.input<IrcMethods['board']['input']>
type Ask = (input: Input) => Promise<Result<z.output<IrcMethods['board']['output']>>>

/** Cards of each column that are asked for at first. */
export const pageCards = 60
/** Cards of one column in one answer. */
const mostAtOnce = 500

/**
 * The first cards of every column of a network, and more of those columns that `depth` names.
 * @param ask the network's `board`
 * @param filter texts as the operator left them; empty ones say nothing, but an empty owner is nobody
 */
export async function loadPage(
  ask: Ask,
  { text, owner, place }: { readonly text: string; readonly owner: string | undefined; readonly place: string | undefined },
  sort: CardSort,
  depth: ReadonlyMap<string, number>,
): Promise<Result<BoardPage>> {
  const words = text.trim().slice(0, 200)
  const filter = { ...(words !== '' && { text: words }), ...(owner !== undefined && { owner }), ...(place !== undefined && { place }) }
  const first = await ask({ filter, sort, limit: pageCards })
  if (!first.ok) return first
  const columns: { id: string; count: number; cards: readonly Card[] }[] = []
  for (const column of first.value.columns) {
    const cards = [...column.cards]
    const wanted = Math.min(depth.get(column.id) ?? 0, column.count)
    while (cards.length < wanted) {
      const more = await ask({
        column: column.id,
        filter,
        sort,
        offset: cards.length,
        limit: Math.min(mostAtOnce, wanted - cards.length),
      })
      if (!more.ok) return more
      // A task that changed meanwhile may stand in two answers.
      const known = new Set(cards.map((card) => card.task))
      const fresh = more.value.columns.flatMap((one) => one.cards).filter((card) => !known.has(card.task))
      if (fresh.length === 0) break
      cards.push(...fresh)
    }
    columns.push({ id: column.id, count: column.count, cards })
  }
  return ok({ ...first.value, columns })
}

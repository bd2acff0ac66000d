import { ok } from '../../../../core/fault.ts'
import type { Result } from '../../../../core/fault.ts'
import type { Task, TaskPage, TaskQuery, TaskSort } from '../task-source.ts'

type Ask = (query: TaskQuery) => Promise<Result<TaskPage>>

/** Cards loaded per column at first. */
export const pageCards = 60
/** Cards of one column per answer. */
const mostAtOnce = 500

/**
 * The first cards of every column of a link, and more of the columns in `depth`.
 * @param ask sends the request to the link
 * @param filter as entered by the operator; empty texts match everything, but an empty owner matches unassigned tasks
 */
export async function loadPage(
  ask: Ask,
  { text, owner, place }: { readonly text: string; readonly owner: string | undefined; readonly place: string | undefined },
  sort: TaskSort,
  depth: ReadonlyMap<string, number>,
): Promise<Result<TaskPage>> {
  const words = text.trim().slice(0, 200)
  const filter = { ...(words !== '' && { text: words }), ...(owner !== undefined && { owner }), ...(place !== undefined && { place }) }
  const first = await ask({ filter, sort, limit: pageCards })
  if (!first.ok) return first
  const columns: { id: string; count: number; cards: readonly Task[] }[] = []
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
      // A task that changed between two answers may be in both.
      const known = new Set(cards.map((card) => card.id))
      const fresh = more.value.columns.flatMap((one) => one.cards).filter((card) => !known.has(card.id))
      if (fresh.length === 0) break
      cards.push(...fresh)
    }
    columns.push({ id: column.id, count: column.count, cards })
  }
  return ok({ ...first.value, columns })
}

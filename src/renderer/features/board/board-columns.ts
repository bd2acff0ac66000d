import type { Link } from '../../../core/link.ts'
import { byBytes } from '../../../core/by-bytes.ts'
import { doneColumn, manyColumn, taskColumns } from '../../../core/task-columns.ts'
import type { Task, TaskPage, TaskSort } from './task-source.ts'

/** A card and its link; the same task id may occur on two links. */
export interface BoardCard {
  readonly key: string
  readonly link: string
  readonly card: Task
}

export interface BoardColumn {
  readonly id: string
  /** Number of tasks in it, including those not loaded. */
  readonly count: number
  readonly cards: readonly BoardCard[]
  readonly hasMore: boolean
}

/** A move by the operator that the link has not confirmed yet. */
export interface Move {
  readonly link: string
  readonly card: Task
  /** Column the card is shown in until then. */
  readonly column: string
  /** It has been sent. */
  readonly isSent: boolean
  /** Version of the link's tasks when the move began. */
  readonly version: number
}

/** Columns that are shown even when empty. */
const common = new Set(taskColumns.map(({ id }) => id))

/** Identifies a card among those of all links. */
export function cardKey(link: string, task: string): string {
  return `${link} ${task}`
}

/**
 * The board of several links: the common columns, then those of other statuses, then finished tasks; moves by the operator are shown where the operator put
 * them. A column shows cards as far as their order is certain: up to the first point where a link has more that are not loaded.
 */
export function mergeColumns(
  pages: ReadonlyMap<string, TaskPage>,
  moves: ReadonlyMap<string, Move>,
  sort: TaskSort,
): readonly BoardColumn[] {
  const targets = [...moves.values()].filter((move) => pages.has(move.link)).map((move) => move.column)
  const known = new Set([...[...pages.values()].flatMap((page) => page.columns.map((column) => column.id)), ...targets])
  for (const id of common) known.delete(id)
  const hasMany = known.delete(manyColumn)
  const own = [...known].toSorted(byBytes)
  return [...[...common].filter((id) => id !== doneColumn), ...own, ...(hasMany ? [manyColumn] : []), doneColumn]
    .map((id) => mergeColumn(id, pages, moves, sort))
    .filter((column) => column.count > 0 || common.has(column.id))
}

function mergeColumn(id: string, pages: ReadonlyMap<string, TaskPage>, moves: ReadonlyMap<string, Move>, sort: TaskSort): BoardColumn {
  const order = orders[sort]
  let count = 0
  let hasMore = false
  let end: Task | undefined
  const cards: BoardCard[] = []
  for (const [link, page] of pages) {
    const column = page.columns.find((one) => one.id === id)
    if (column === undefined) continue
    count += column.count
    cards.push(...column.cards.map((card) => ({ key: cardKey(link, card.id), link, card })))
    const last = column.cards.at(-1)
    if (column.cards.length < column.count) hasMore = true
    if (column.cards.length < column.count && last !== undefined && (end === undefined || order(last, end) < 0)) end = last
  }
  if (pages.size > 1) cards.sort((a, b) => order(a.card, b.card))
  const isCertain = (card: Task): boolean => pages.size === 1 || end === undefined || order(card, end) <= 0
  const away = cards.filter((one) => (moves.get(one.key)?.column ?? id) !== id).length
  const staying = cards.filter((one) => (moves.get(one.key)?.column ?? id) === id && isCertain(one.card))
  const stayingKeys = new Set(staying.map((one) => one.key))
  const arrived = [...moves].flatMap(([key, move]) =>
    move.column === id && pages.has(move.link) && !stayingKeys.has(key) ? [{ key, link: move.link, card: move.card }] : [],
  )
  const merged = arrived.length === 0 ? staying : [...staying, ...arrived].toSorted((a, b) => order(a.card, b.card))
  return { id, count: count - away + arrived.filter((one) => one.card.column !== id).length, cards: merged, hasMore }
}

type Order = (a: Task, b: Task) => number

const byId: Order = (a, b) => byBytes(a.id, b.id)
/** The sort orders of the board, same as those the links use for their cards: ties are broken by task id. */
export const orders: Readonly<Record<TaskSort, Order>> = {
  oldest: (a, b) => a.firstAt - b.firstAt || byId(a, b),
  newest: (a, b) => b.firstAt - a.firstAt || byId(a, b),
  stalest: (a, b) => a.lastAt - b.lastAt || byId(a, b),
  title: (a, b) => byBytes(a.title ?? '', b.title ?? '') || byId(a, b),
}

/** Names of the links on the cards: only of those that share their protocol, whose chip alone would not tell them apart. */
export function namesNeeded(links: readonly Link[]): ReadonlyMap<string, string> {
  const shared = links.filter((link) => links.some((other) => other !== link && other.protocol === link.protocol))
  return new Map(shared.map((link) => [link.id, link.name]))
}

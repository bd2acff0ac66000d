import type { Card, cardSorts } from '../../../protocols/scuttlebot/pure/api.ts'
import { byBytes } from '../../../core/by-bytes.ts'
import { doneColumn, manyColumn, taskColumns } from '../../../core/task-columns.ts'

export type CardSort = (typeof cardSorts)[number]

/** A card and the network that it is on; the same task id may be on two of them. */
export interface BoardCard {
  readonly key: string
  readonly link: string
  readonly card: Card
}

export interface BoardColumn {
  readonly id: string
  /** Tasks in it, those that are not loaded too. */
  readonly count: number
  readonly cards: readonly BoardCard[]
  readonly hasMore: boolean
}

/** What one network answered: its columns, each with the first of its cards. */
export interface BoardPage {
  readonly columns: readonly { readonly id: string; readonly count: number; readonly cards: readonly Card[] }[]
  readonly total: number
  readonly version: number
  readonly owners: readonly string[]
}

/** A move that the operator made and the network has not shown yet. */
export interface Move {
  readonly link: string
  readonly card: Card
  /** Column that the card stands in meanwhile. */
  readonly column: string
  /** The envelope is on the wire. */
  readonly isSent: boolean
  /** Version of the network's board when the move began. */
  readonly version: number
}

/** Columns that are on screen without a task, too. */
const common = new Set(taskColumns.map(({ id }) => id))

/** Names a card among those of all networks. */
export function cardKey(link: string, task: string): string {
  return `${link} ${task}`
}

/**
 * The board of several networks: the common columns, then those of other statuses, then what is done; moves of the operator stand where the
 * operator put them. A column shows its cards as far as their order is certain: up to the first end of a network that has more of them.
 */
export function mergeColumns(
  pages: ReadonlyMap<string, BoardPage>,
  moves: ReadonlyMap<string, Move>,
  sort: CardSort,
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

function mergeColumn(id: string, pages: ReadonlyMap<string, BoardPage>, moves: ReadonlyMap<string, Move>, sort: CardSort): BoardColumn {
  const order = orders[sort]
  let count = 0
  let hasMore = false
  let end: Card | undefined
  const cards: BoardCard[] = []
  for (const [link, page] of pages) {
    const column = page.columns.find((one) => one.id === id)
    if (column === undefined) continue
    count += column.count
    cards.push(...column.cards.map((card) => ({ key: cardKey(link, card.task), link, card })))
    const last = column.cards.at(-1)
    if (column.cards.length < column.count) hasMore = true
    if (column.cards.length < column.count && last !== undefined && (end === undefined || order(last, end) < 0)) end = last
  }
  if (pages.size > 1) cards.sort((a, b) => order(a.card, b.card))
  const isCertain = (card: Card): boolean => pages.size === 1 || end === undefined || order(card, end) <= 0
  const away = cards.filter((one) => (moves.get(one.key)?.column ?? id) !== id).length
  const staying = cards.filter((one) => (moves.get(one.key)?.column ?? id) === id && isCertain(one.card))
  const stayingKeys = new Set(staying.map((one) => one.key))
  const arrived = [...moves].flatMap(([key, move]) =>
    move.column === id && pages.has(move.link) && !stayingKeys.has(key) ? [{ key, link: move.link, card: move.card }] : [],
  )
  const merged = arrived.length === 0 ? staying : [...staying, ...arrived].toSorted((a, b) => order(a.card, b.card))
  return { id, count: count - away + arrived.filter((one) => one.card.column !== id).length, cards: merged, hasMore }
}

type Order = (a: Card, b: Card) => number

const byId: Order = (a, b) => byBytes(a.task, b.task)
/** The orders of the board, as the networks sort their own cards: the task's id decides between equals. */
const orders: Readonly<Record<CardSort, Order>> = {
  oldest: (a, b) => a.firstAt - b.firstAt || byId(a, b),
  newest: (a, b) => b.firstAt - a.firstAt || byId(a, b),
  stalest: (a, b) => a.lastAt - b.lastAt || byId(a, b),
  title: (a, b) => byBytes(a.title ?? '', b.title ?? '') || byId(a, b),
}

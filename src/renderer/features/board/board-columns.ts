import type { Card, cardSorts } from '../../../protocols/scuttlebot/pure/api.ts'
import { otherColumn } from '../../../protocols/scuttlebot/pure/board.ts'
import { columns as commonColumns } from '../../../protocols/scuttlebot/pure/columns.ts'
import { byBytes } from '../../../protocols/scuttlebot/pure/tasks.ts'

export type CardSort = (typeof cardSorts)[number]

/** A card and the network that it is on; the same task id may be on two of them. */
export interface BoardCard {
  readonly key: string
  readonly link: string
  readonly card: Card
}

export interface BoardColumn {
  readonly name: string
  /** Tasks in it, those that are not loaded too. */
  readonly count: number
  readonly cards: readonly BoardCard[]
  readonly hasMore: boolean
}

/** What one network answered: its columns, each with the first of its cards. */
export interface BoardPage {
  readonly columns: readonly { readonly name: string; readonly count: number; readonly cards: readonly Card[] }[]
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

export const doneColumn = 'Done'

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
  const known = new Set([...[...pages.values()].flatMap((page) => page.columns.map((column) => column.name)), ...targets])
  for (const name of commonColumns) known.delete(name)
  const hasOther = known.delete(otherColumn)
  const own = [...known].toSorted(byBytes)
  return [...commonColumns.filter((name) => name !== doneColumn), ...own, ...(hasOther ? [otherColumn] : []), doneColumn]
    .map((name) => mergeColumn(name, pages, moves, sort))
    .filter((column) => column.count > 0 || (commonColumns as readonly string[]).includes(column.name))
}

function mergeColumn(name: string, pages: ReadonlyMap<string, BoardPage>, moves: ReadonlyMap<string, Move>, sort: CardSort): BoardColumn {
  const order = orders[sort]
  let count = 0
  let hasMore = false
  let end: Card | undefined
  const cards: BoardCard[] = []
  for (const [link, page] of pages) {
    const column = page.columns.find((one) => one.name === name)
    if (column === undefined) continue
    count += column.count
    cards.push(...column.cards.map((card) => ({ key: cardKey(link, card.task), link, card })))
    const last = column.cards.at(-1)
    if (column.cards.length < column.count) hasMore = true
    if (column.cards.length < column.count && last !== undefined && (end === undefined || order(last, end) < 0)) end = last
  }
  if (pages.size > 1) cards.sort((a, b) => order(a.card, b.card))
  const isCertain = (card: Card): boolean => pages.size === 1 || end === undefined || order(card, end) <= 0
  const away = cards.filter((one) => (moves.get(one.key)?.column ?? name) !== name).length
  const staying = cards.filter((one) => (moves.get(one.key)?.column ?? name) === name && isCertain(one.card))
  const stayingKeys = new Set(staying.map((one) => one.key))
  const arrived = [...moves].flatMap(([key, move]) =>
    move.column === name && pages.has(move.link) && !stayingKeys.has(key) ? [{ key, link: move.link, card: move.card }] : [],
  )
  const merged = arrived.length === 0 ? staying : [...staying, ...arrived].toSorted((a, b) => order(a.card, b.card))
  return { name, count: count - away + arrived.filter((one) => one.card.column !== name).length, cards: merged, hasMore }
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

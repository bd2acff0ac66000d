import type { z } from 'zod'
import { fail } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { otherColumn } from '../../../protocols/scuttlebot/pure/board.ts'
import { ircMethods } from '../../../protocols/scuttlebot/pure/api.ts'
import type { Card, IrcMethods } from '../../../protocols/scuttlebot/pure/api.ts'
import { cardKey, mergeColumns } from '../board-columns.ts'
import type { BoardCard, BoardColumn, BoardPage, CardSort, Move } from '../board-columns.ts'
import { callLink } from '../call-link.ts'
import { networksOf } from '../networks.ts'
import { reuse } from '../reuse.ts'
import type { AppState, MakeSlice } from './app-state.ts'
import { loadPage, pageCards } from './board-page.ts'

type Method = keyof IrcMethods
type Input<M extends Method> = z.input<IrcMethods[M]['input']>
type Output<M extends Method> = z.output<IrcMethods[M]['output']>

export interface BoardFilter {
  readonly text: string
  /** Exact name; empty: nobody. Absent: everybody. */
  readonly owner?: string
  /** Channel, or nick of what was said in private. */
  readonly place?: string
  /** Networks that are not shown. */
  readonly hidden: readonly string[]
}

interface BoardState {
  readonly filter: BoardFilter
  readonly sort: CardSort
  readonly showsFilter: boolean
  readonly showsDone: boolean
  /** Card that the inspector shows. */
  readonly selected?: { readonly link: string; readonly task: string }
  /** Card under the pointer's drag: nothing is loaded anew below it meanwhile. */
  readonly dragged?: string
  /** Grows when the selected card should come into view and take the focus. */
  readonly focus: number
  /** Last answers, by link. */
  readonly pages: ReadonlyMap<string, BoardPage>
  /** Why a network's tasks could not be asked for, by link. */
  readonly unread: ReadonlyMap<string, Fault>
  /** How many cards of a column are loaded of each network, where the operator scrolled on. */
  readonly depth: ReadonlyMap<string, number>
  /** By `cardKey`. */
  readonly moves: ReadonlyMap<string, Move>
  /** Why the last move of a card was taken back, by `cardKey`. */
  readonly faults: ReadonlyMap<string, Fault>
}

export const emptyBoard: BoardState = {
  filter: { text: '', hidden: [] },
  sort: 'oldest',
  showsFilter: false,
  showsDone: false,
  focus: 0,
  pages: new Map(),
  unread: new Map(),
  depth: new Map(),
  moves: new Map(),
  faults: new Map(),
}

export interface BoardSlice {
  readonly board: BoardState
  /** Asks every network on screen for its tasks; once more after a call that came meanwhile. */
  loadBoard(): Promise<void>
  setBoard(patch: Partial<Pick<BoardState, 'sort' | 'showsFilter' | 'showsDone'>>): void
  /** A card hangs on the pointer, by `cardKey`, or none does any more. */
  dragTask(key: string | undefined): void
  /** An `undefined` takes that part of the filter away. */
  filterBoard(patch: { readonly [K in keyof BoardFilter]?: BoardFilter[K] | undefined }): void
  /** Loads more cards of a column. */
  deepenColumn(column: string): void
  selectTask(task: BoardState['selected'], takesFocus?: boolean): void
  /** Selects the card that stands `x` columns to the right and `y` rows further down. */
  stepTask(x: number, y: number): void
  /** Puts a task into a column: on screen at once, on the wire as soon as an earlier move of it is there; back, with a fault, when it fails. */
  moveTask(key: string, column: string): Promise<void>
  /** Moves the selected task `by` columns. */
  shiftTask(by: number): void
  forgetMoveFault(key: string): void
  /** Calls a method of a network. */
  ircCall<M extends Method>(link: string, method: M, input: Input<M>): Promise<Result<Output<M>>>
}

/** Cards of a column that one network gives at most; the filter finds the others. */
const mostCards = 3_000
const unseenMs = 10_000

/** The columns on screen. Makes new objects: not for a selector. */
export function columnsOf({ board }: Pick<AppState, 'board'>): readonly BoardColumn[] {
  const shown = new Map([...board.pages].filter(([link]) => !board.filter.hidden.includes(link)))
  return mergeColumns(shown, board.moves, board.sort)
}

/** A card that is loaded, with the column that it stands in. */
export function findCard(state: Pick<AppState, 'board'>, key: string): (BoardCard & { readonly column: string }) | undefined {
  for (const column of columnsOf(state)) {
    const card = column.cards.find((one) => one.key === key)
    if (card !== undefined) return { ...card, column: column.name }
  }
  return undefined
}

/** The board of tasks: what is on screen of it, and the operator's moves. */
export const boardSlice: MakeSlice<BoardSlice> = (set, get, env) => {
  let isLoading = false
  let again = false
  const patch = (change: Partial<BoardState>): void => set((state) => ({ board: { ...state.board, ...change } }))
  const setMove = (key: string, move: Move | undefined): void => patch({ moves: withEntry(get().board.moves, key, move) })
  const setFault = (key: string, fault: Fault | undefined): void => patch({ faults: withEntry(get().board.faults, key, fault) })

  async function loadNetwork(link: string): Promise<void> {
    const { filter, sort, depth } = get().board
    const asked = { text: filter.text, owner: filter.owner, place: filter.place }
    const answer = await loadPage((input) => get().ircCall(link, 'board', input), asked, sort, depth)
    const { board, state } = get()
    // Another workspace may be on screen by now.
    if (state?.links.some((one) => one.id === link) !== true) return
    if (!answer.ok) {
      patch({ unread: withEntry(board.unread, link, answer.fault) })
      return
    }
    const page = reuse(board.pages.get(link), answer.value)
    const moves = new Map([...board.moves].filter(([, move]) => move.link !== link || !isSettled(move, page)))
    patch({ pages: withEntry(board.pages, link, page), unread: withEntry(board.unread, link, undefined), moves })
  }

  /** Sends what the card's move says now, and again while the operator goes on moving it. */
  async function send(key: string): Promise<void> {
    for (;;) {
      const move = get().board.moves.get(key)
      if (move === undefined) return
      const { link, card, column } = move
      const answer = await get().ircCall(link, 'move', { task: card.task, column })
      const now = get().board.moves.get(key)
      if (!answer.ok) {
        setMove(key, undefined)
        setFault(key, answer.fault)
        return
      }
      if (now?.column === column) {
        const sent = { ...now, isSent: true }
        setMove(key, sent)
        env.later(() => {
          if (get().board.moves.get(key) !== sent) return
          setMove(key, undefined)
          setFault(key, fail('unavailable', 'Sent, but the network has not shown it. Perhaps nobody heard it.').fault)
        }, unseenMs)
        await get().loadBoard()
        return
      }
    }
  }

  return {
    board: emptyBoard,

    ircCall: (link, method, input) => callLink(env.client, link, ircMethods, method, input),

    async loadBoard() {
      again = true
      if (isLoading) return
      isLoading = true
      while (again) {
        again = false
        const links = get().state?.links ?? []
        const kept = [...get().board.pages].filter(([link]) => links.some((one) => one.id === link))
        if (kept.length < get().board.pages.size) patch({ pages: new Map(kept) })
        const shown = networksOf(get()).filter((one) => !get().board.filter.hidden.includes(one.link.id))
        await Promise.all(shown.map((one) => loadNetwork(one.link.id)))
      }
      isLoading = false
    },

    setBoard(change) {
      patch(change)
      if (change.sort !== undefined) void get().loadBoard()
    },

    dragTask(dragged) {
      const { dragged: _before, ...board } = get().board
      set({ board: { ...board, ...(dragged !== undefined && { dragged }) } })
    },

    filterBoard(change) {
      const merged = { ...get().board.filter, ...change }
      const { text, hidden, owner, place } = merged
      patch({
        filter: {
          text: text ?? '',
          hidden: hidden ?? [],
          ...(owner !== undefined && { owner }),
          ...(place !== undefined && { place }),
        },
        depth: new Map(),
      })
      void get().loadBoard()
    },

    deepenColumn(column) {
      const { depth } = get().board
      const now = depth.get(column) ?? pageCards
      if (now >= mostCards) return
      patch({ depth: withEntry(depth, column, Math.min(mostCards, now * 2)) })
      void get().loadBoard()
    },

    selectTask(selected, takesFocus = false) {
      const { selected: _before, ...board } = get().board
      set({ board: { ...board, ...(selected && { selected }), focus: board.focus + (takesFocus ? 1 : 0) } })
    },

    stepTask(x, y) {
      const shown = columnsOf(get()).filter((column) => column.cards.length > 0 && (column.name !== 'Done' || get().board.showsDone))
      const { selected } = get().board
      const key = selected === undefined ? '' : cardKey(selected.link, selected.task)
      const at = shown.findIndex((column) => column.cards.some((one) => one.key === key))
      const row = shown[at]?.cards.findIndex((one) => one.key === key) ?? 0
      const column = shown[at < 0 ? 0 : clamp(at + x, shown.length)]
      const next = column?.cards[at < 0 ? 0 : clamp(row + y, column.cards.length)]
      if (next !== undefined) get().selectTask({ link: next.link, task: next.card.task }, true)
    },

    async moveTask(key, column) {
      const found = findCard(get(), key)
      if (found === undefined || found.column === column) return
      setFault(key, undefined)
      const before = get().board.moves.get(key)
      const { version } = get().board.pages.get(found.link) ?? { version: 0 }
      setMove(key, { link: found.link, card: found.card, column, isSent: false, version })
      // One at a time, so that the envelopes of a task keep their order.
      if (before === undefined || before.isSent) await send(key)
    },

    shiftTask(by) {
      const { selected } = get().board
      const key = selected === undefined ? '' : cardKey(selected.link, selected.task)
      const from = findCard(get(), key)?.column
      // Nothing can be moved to where many statuses are one column.
      const names = columnsOf(get()).flatMap(({ name }) => (name === otherColumn && name !== from ? [] : [name]))
      const to = from === undefined ? undefined : names[clamp(names.indexOf(from) + by, names.length)]
      if (to === undefined || to === from) return
      void get().moveTask(key, to)
      patch({ focus: get().board.focus + 1 })
    },

    forgetMoveFault: (key) => setFault(key, undefined),
  }
}

function withEntry<V>(map: ReadonlyMap<string, V>, key: string, value: V | undefined): ReadonlyMap<string, V> {
  const next = new Map(map)
  if (value === undefined) next.delete(key)
  else next.set(key, value)
  return next
}

/** Whether the network has shown what a move asked for, or something newer. */
function isSettled(move: Move, page: BoardPage): boolean {
  if (!move.isSent) return false
  const card = page.columns.flatMap((column) => column.cards).find((one: Card) => one.task === move.card.task)
  return card === undefined ? page.version > move.version : card.column === move.column || card.changes > move.card.changes
}

function clamp(at: number, length: number): number {
  return Math.min(Math.max(at, 0), length - 1)
}

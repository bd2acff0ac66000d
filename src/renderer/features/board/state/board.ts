import type { BoardSlice, BoardState } from './board-slice.ts'
import type { Event } from '../../../../core/event.ts'
import { doneColumn } from '../../../../core/task-columns.ts'
import { cardKey, mergeColumns } from '../board-columns.ts'
import type { BoardCard, BoardColumn, Move } from '../board-columns.ts'
import { taskLinksOf, type TaskLink } from '../task-links.ts'
import { taskDebts, taskKey } from '../desk-tasks.ts'
import type { Task, TaskPage, TaskSource } from '../task-source.ts'
import { screenOf } from '../../state/screen-of.ts'
import { reuse } from '../../state/reuse.ts'
import { loadPage, pageCards } from './board-page.ts'
import { withEntry } from '../../state/with-entry.ts'
import type { AppState, MakeSlice } from '../../screen.ts'

export const emptyBoard: BoardState = {
  filter: { text: '', hidden: [] },
  sort: 'oldest',
  showsFilter: false,
  showsDone: false,
  showsOwed: false,
  focus: 0,
  pages: new Map(),
  unread: new Map(),
  depth: new Map(),
  moves: new Map(),
  faults: new Map(),
}

/** Most cards of one column that a link returns; the rest are found with the filter. */
const mostCards = 3_000
/** Pause between two reloads, so a flood of tasks leaves time for other work, ms. */
const pauseMs = 100

/** The columns on screen. Makes new objects: not for a selector. */
export function columnsOf({ board }: Pick<AppState, 'board'>): readonly BoardColumn[] {
  const shown = new Map([...board.pages].filter(([link]) => !board.filter.hidden.includes(link)))
  return mergeColumns(shown, board.moves, board.sort)
}

/** A loaded card and its column. */
export function findCard(state: Pick<AppState, 'board'>, key: string): (BoardCard & { readonly column: string }) | undefined {
  for (const column of columnsOf(state)) {
    const card = column.cards.find((one) => one.key === key)
    if (card !== undefined) return { ...card, column: column.id }
  }
  return undefined
}

/** The state of the board. */
export const boardSlice: MakeSlice<BoardSlice> = (set, get, env) => {
  /** Whose tasks are being loaded; undefined: none are. */
  let loading: string | undefined
  let again = false
  const patch = (change: Partial<BoardState>): void => set((state) => ({ board: { ...state.board, ...change } }))

  /** When the tasks of a link are overdue, by key of their debts. A fault: no card says so, and the next answer does. */
  async function overdueTimes(workspace: string | undefined, link: string): Promise<ReadonlyMap<string, number>> {
    const rows = workspace === undefined ? undefined : await taskDebts(env.client, workspace, link)
    if (rows?.ok !== true) return new Map()
    return new Map(
      rows.value.flatMap(({ keys, overdueAt }) => (overdueAt === undefined ? [] : keys.map((key) => [key, overdueAt] as const))),
    )
  }

  /** Tasks of another workspace, or of now while the past is shown, must not be taken for those on screen. */
  const shownNow = (): string => `${get().workspace} ${get().past === undefined ? 'now' : 'past'}`

  async function loadLink({ link: { id: link }, source }: TaskLink): Promise<void> {
    const shown = shownNow()
    const { filter, sort, depth } = get().board
    const asked = { text: filter.text, owner: filter.owner, place: filter.place }
    const [answer, overdue] = await Promise.all([
      loadPage((query) => source.page(env.client, link, query), asked, sort, depth),
      source.ref === undefined ? undefined : overdueTimes(get().workspace, link),
    ])
    const { board, state } = get()
    if (shown !== shownNow() || state?.links.some((one) => one.id === link) !== true) return
    if (!answer.ok) {
      patch({ unread: withEntry(board.unread, link, answer.fault) })
      return
    }
    const page = reuse(board.pages.get(link), overdue === undefined ? answer.value : withDebts(answer.value, overdue, source, link))
    const moves = new Map([...board.moves].filter(([, move]) => move.link !== link || !isSettled(move, page)))
    patch({ pages: withEntry(board.pages, link, page), unread: withEntry(board.unread, link, undefined), moves })
  }

  return {
    board: emptyBoard,

    async loadBoard() {
      again = true
      const shown = shownNow()
      if (loading === shown) return
      loading = shown
      const isMine = (): boolean => loading === shown
      while (again && isMine()) {
        again = false
        const pause = new Promise<void>((resolve) => env.later(resolve, pauseMs))
        const links = get().state?.links ?? []
        const withTasks = taskLinksOf(get())
        const isGone = (link: string): boolean =>
          !links.some((one) => one.id === link) ||
          (screenOf(get(), link)?.tasks === undefined && !withTasks.some((one) => one.link.id === link))
        const kept = [...get().board.pages].filter(([link]) => !isGone(link))
        if (kept.length < get().board.pages.size) patch({ pages: new Map(kept) })
        const shown = withTasks.filter((one) => !get().board.filter.hidden.includes(one.link.id))
        await Promise.all(shown.map(loadLink))
        // `again` may have changed during the wait.
        if (again) await pause
      }
      if (isMine()) loading = undefined
    },

    tasksArrived(events) {
      const isOnScreen = get().view === 'board' && get().board.dragged === undefined
      if (isOnScreen && events.some(isAboutTask(get()))) void get().loadBoard()
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
      const shown = columnsOf(get()).filter((column) => column.cards.length > 0 && (column.id !== doneColumn || get().board.showsDone))
      const { selected } = get().board
      const key = selected === undefined ? '' : cardKey(selected.link, selected.task)
      const at = shown.findIndex((column) => column.cards.some((one) => one.key === key))
      const row = shown[at]?.cards.findIndex((one) => one.key === key) ?? 0
      const column = shown[at < 0 ? 0 : clamp(at + x, shown.length)]
      const next = column?.cards[at < 0 ? 0 : clamp(row + y, column.cards.length)]
      if (next !== undefined) get().selectTask({ link: next.link, task: next.card.id }, true)
    },
  }
}

/** Cards with when they are overdue: one truth for all lists is the debt that a task is. */
function withDebts(page: TaskPage, overdue: ReadonlyMap<string, number>, { ref }: TaskSource, link: string): TaskPage {
  const withDebt = (card: Task): Task => {
    const at = ref === undefined ? undefined : overdue.get(taskKey(link, ref(card.id)))
    return at === undefined ? card : { ...card, overdueAt: at }
  }
  return { ...page, columns: page.columns.map((column) => ({ ...column, cards: column.cards.map(withDebt) })) }
}

function isAboutTask({ screens }: AppState): (event: Event) => boolean {
  return (event) => screens.get(event.protocol)?.tasks?.isAbout?.(event) === true
}

/** Whether the link shows the result of a move, or something newer. */
function isSettled(move: Move, page: TaskPage): boolean {
  if (!move.isSent) return false
  const card = page.columns.flatMap((column) => column.cards).find((one) => one.id === move.card.id)
  return card === undefined ? page.version > move.version : card.column === move.column || card.changes > move.card.changes
}

function clamp(at: number, length: number): number {
  return Math.min(Math.max(at, 0), length - 1)
}

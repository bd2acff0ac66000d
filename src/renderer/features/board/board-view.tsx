import { useEffect, useMemo, useRef } from 'react'
import { doneColumn } from '../../../core/task-columns.ts'
import { useNow } from '../state/clock.ts'
import { cardKey, namesNeeded } from './board-columns.ts'
import { columnsOf } from './state/board.ts'
import { taskLinksOf, useLinksWithTasks, useTaskSources } from './task-links.ts'
import { BoardFilterBar } from './board-filter.tsx'
import { BoardHead } from './board-head.tsx'
import { Column } from './board-column.tsx'
import { NoMatch, NoTask } from './empty-board.tsx'
import { OwedStrip } from './owed-strip.tsx'
import { Reading } from '../common/reading.tsx'
import './board.css'
import type { AppState } from '../screen.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** The tasks of all protocols in columns by status. */
export function BoardView(): React.JSX.Element {
  const store = useStoreApi()
  const links = useLinksWithTasks()
  const sources = useTaskSources(links)
  const isShown = useApp((state) => taskLinksOf(state).length > 0)
  const board = useApp((state) => state.board)
  const isReading = useApp(isReadingTasks)
  const isPast = useApp((state) => state.past !== undefined)
  const now = useNow()
  useFreshBoard()
  const columnsBox = useRef<HTMLDivElement>(null)
  useCardBesideDrawer(columnsBox)
  const { pages, moves, sort, filter } = board
  const columns = useMemo(
    () => columnsOf({ board: { ...store.getState().board, pages, moves, sort, filter } }),
    [store, pages, moves, sort, filter],
  )
  const names = useMemo(() => namesNeeded(links), [links])
  const shown = columns.reduce((sum, column) => sum + column.count, 0)
  const isFiltered = filter.text.trim() !== '' || filter.owner !== undefined || filter.place !== undefined || filter.hidden.length > 0
  const steps = new Map<string, readonly [number, number]>([
    ['ArrowDown', [0, 1]],
    ['ArrowUp', [0, -1]],
    ['ArrowLeft', [-1, 0]],
    ['ArrowRight', [1, 0]],
  ])
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = steps.get(event.key)
    const isCard = event.target instanceof Element && event.target.closest('[data-card]') !== null
    if (step === undefined || !isCard || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    store.getState().stepTask(...step)
  }
  const empty =
    shown > 0 ? null : isReading ? (
      <Reading />
    ) : links.length === 0 || pages.size === 0 ? (
      !isShown &&
      sources.map(
        ({ id, source: { Empty }, links: own }) =>
          Empty !== undefined && (own.length > 0 || links.length === 0) && <Empty key={id} links={own} />,
      )
    ) : isFiltered ? (
      <NoMatch />
    ) : (
      <NoTask />
    )
  return (
    <>
      <BoardHead columns={columns} links={links} />
      {board.showsFilter && links.length > 0 && <BoardFilterBar />}
      {!isPast && sources.map(({ id, source: { Trouble }, links: own }) => Trouble !== undefined && <Trouble key={id} links={own} />)}
      {empty === null ? (
        // Arrow keys move between cards; each card is its own button.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div className="cols" ref={columnsBox} onKeyDown={onKeyDown}>
          {columns.map((column) => (
            <Column key={column.id} column={column} linkNames={names} isDone={column.id === doneColumn} now={now} />
          ))}
        </div>
      ) : (
        <div className="scroll">{empty}</div>
      )}
      <OwedStrip />
    </>
  )
}

/** The first page of a link is still to come, or the links themselves: nobody knows yet whether there is a task. */
function isReadingTasks(state: AppState): boolean {
  const { pages, unread, filter } = state.board
  if (state.state === undefined) return true
  return taskLinksOf(state).some(({ link: { id } }) => !pages.has(id) && !unread.has(id) && !filter.hidden.includes(id))
}

/** Keeps the selected card visible beside the drawer that covers a part of the board. */
function useCardBesideDrawer(box: React.RefObject<HTMLDivElement | null>): void {
  const isOpen = useApp((state) => state.drawer === 'inspector')
  const selected = useApp((state) => state.board.selected)
  useEffect(() => {
    if (!isOpen || selected === undefined) return
    const card = [...(box.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])].find(
      (one) => one.dataset['card'] === cardKey(selected.link, selected.task),
    )
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [box, isOpen, selected])
}

/** Loads the tasks when the board opens and whenever a link reports a change, but never while a card is being dragged. */
function useFreshBoard(): void {
  const store = useStoreApi()
  const ready = useApp(taskLinksOf)
  const dragged = useApp((state) => state.board.dragged)
  const debts = useApp((state) => state.state?.desk.revision)
  const key = ready.map(({ link, version }) => `${link.id} ${version} ${debts ?? ''}`).join('|')
  useEffect(() => {
    if (dragged === undefined && key !== '') void store.getState().loadBoard()
  }, [key, dragged, store])
  useEffect(() => {
    if (dragged === undefined) return undefined
    // No pointer events arrive during a drag, so one here means the drag ended without its card noticing.
    const end = (): void => store.getState().dragTask(undefined)
    window.addEventListener('pointermove', end)
    return () => window.removeEventListener('pointermove', end)
  }, [dragged, store])
}

import { ListFilter, Plus } from 'lucide-react'
import type { BoardColumn } from './board-columns.ts'
import { useTaskSources } from './task-links.ts'
import { taskSorts, type TaskSort } from './task-source.ts'
import type { Link } from '../../../core/link.ts'
import { doneColumn } from '../../../core/task-columns.ts'
import { ChoiceMenu } from '../../ui/choice-menu.tsx'
import { count } from '../../ui/time.ts'
import { useApp } from '../state/store.ts'
import { newTaskOverlay } from '../overlays.ts'
import { AsOf } from '../replay/as-of.tsx'
import { SearchButton } from '../common/search-button.tsx'

const sortWords: Readonly<Record<TaskSort, string>> = {
  oldest: 'Oldest first',
  newest: 'Newest first',
  stalest: 'Longest unchanged first',
  title: 'By title',
}

interface BoardHeadProps {
  readonly columns: readonly BoardColumn[]
  readonly links: readonly Link[]
}

/** Number of open tasks, filter, sort order, and the button for a new task. */
export function BoardHead({ columns, links }: BoardHeadProps): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const setBoard = useApp((state) => state.setBoard)
  const sources = useTaskSources(links)
  const isPast = useApp((state) => state.past !== undefined)
  const canCreate = !isPast && sources.some(({ source, links: own }) => own.length > 0 && source.cannot?.create === undefined)
  const showsFilter = useApp((state) => state.board.showsFilter)
  const isLoaded = useApp((state) => state.board.pages.size > 0)
  const open = columns.reduce((sum, column) => sum + (column.id === doneColumn ? 0 : column.count), 0)
  return (
    <header className="head board-head">
      <h1>Board</h1>
      <AsOf />
      {isLoaded && <span className="sub">{count(open)} open</span>}
      <span className="end" />
      {links.length > 0 && (
        <>
          <button
            type="button"
            className={showsFilter ? 'btn ghost on' : 'btn ghost'}
            aria-expanded={showsFilter}
            aria-label="Filter"
            title="Filter  f"
            onClick={() => setBoard({ showsFilter: !showsFilter })}
          >
            <ListFilter className="i" aria-hidden="true" /> <span className="wide">Filter</span>
          </button>
          <SortMenu />
          {sources.map(
            ({ id, source: { Toggles }, links: own }) => Toggles !== undefined && own.length > 1 && <Toggles key={id} links={own} />,
          )}
          <span className="sep" />
          {canCreate && (
            <button type="button" className="btn" onClick={() => setOverlay(newTaskOverlay({}))}>
              <Plus className="i" aria-hidden="true" /> Task <kbd>t</kbd>
            </button>
          )}
        </>
      )}
      <SearchButton />
    </header>
  )
}

function SortMenu(): React.JSX.Element {
  const sort = useApp((state) => state.board.sort)
  const setBoard = useApp((state) => state.setBoard)
  return (
    <ChoiceMenu
      label="Order"
      buttonLabel={`Order: ${sortWords[sort]}`}
      options={taskSorts.map((one) => [one, sortWords[one]] as const)}
      value={sort}
      onChange={(next) => setBoard({ sort: next })}
    >
      <span className="wide">{sortWords[sort]}</span>
      <span className="narrow">Order</span>
    </ChoiceMenu>
  )
}

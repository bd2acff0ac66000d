import { usePlaceWord } from './task-links.ts'
import { useApp } from '../state/store.ts'
import { newTaskOverlay } from '../overlays.ts'

/** Shown when no link has a task. */
export function NoTask(): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const isPast = useApp((state) => state.past !== undefined)
  if (isPast)
    return (
      <div className="empty">
        <h2>No tasks at that time</h2>
      </div>
    )
  return (
    <div className="empty">
      <h2>No tasks yet</h2>
      <p>Tasks appear here when an agent announces one. You can also create one: assign it to an agent, or let anyone take it.</p>
      <div className="acts">
        <button type="button" className="btn primary" onClick={() => setOverlay(newTaskOverlay({}))}>
          New task
        </button>
      </div>
    </div>
  )
}

/** Shown when the filter matches nothing. */
export function NoMatch(): React.JSX.Element {
  const placeWord = usePlaceWord()
  const filterBoard = useApp((state) => state.filterBoard)
  return (
    <div className="empty">
      <h2>No matching tasks</h2>
      <p>No task matches this text, owner and {placeWord.toLowerCase()}.</p>
      <div className="acts">
        <button type="button" className="btn" onClick={() => filterBoard({ text: '', owner: undefined, place: undefined, hidden: [] })}>
          Show all tasks
        </button>
      </div>
    </div>
  )
}

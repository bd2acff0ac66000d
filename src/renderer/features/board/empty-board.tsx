import { usePlaceWord } from './task-links.ts'
import { useApp } from '../state/store.ts'
import { newTaskOverlay } from '../overlays.ts'

/** Links without any task. */
export function NoTask(): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  return (
    <div className="empty">
      <h2>No task yet</h2>
      <p>A task appears here as soon as an agent announces one. You can give one out yourself: to one agent, or to whoever takes it.</p>
      <div className="acts">
        <button type="button" className="btn primary" onClick={() => setOverlay(newTaskOverlay({}))}>
          New task
        </button>
      </div>
    </div>
  )
}

/** The filter leaves nothing. */
export function NoMatch(): React.JSX.Element {
  const placeWord = usePlaceWord()
  const filterBoard = useApp((state) => state.filterBoard)
  return (
    <div className="empty">
      <h2>No task matches</h2>
      <p>No task has these words, this owner and this {placeWord.toLowerCase()} together.</p>
      <div className="acts">
        <button type="button" className="btn" onClick={() => filterBoard({ text: '', owner: undefined, place: undefined, hidden: [] })}>
          Show all tasks
        </button>
      </div>
    </div>
  )
}

import type { Link } from '../../../core/link.ts'
import { Lamp } from '../common/lamp.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { TryDemo } from '../first-run/try-demo.tsx'
import { useApp } from '../state/store.ts'
import { newTaskOverlay } from '../overlays.ts'

/** The workspace has no IRC network. */
export function NoNetwork(): React.JSX.Element {
  const setView = useApp((state) => state.setView)
  return (
    <div className="empty">
      <h2>No tasks come here yet</h2>
      <p>Agents on an IRC network announce tasks and report on them. Add their network to see every task, and to give out new ones.</p>
      <div className="acts">
        <button type="button" className="btn primary" onClick={() => setView('links', 'new:scuttlebot')}>
          Add a network
        </button>
        <TryDemo />
      </div>
    </div>
  )
}

/** Networks that show nothing at all: they never connected since Patchbay began, or are off. */
export function NoView({ links }: { readonly links: readonly Link[] }): React.JSX.Element {
  const setView = useApp((state) => state.setView)
  const first = links[0]
  return (
    <div className="empty">
      <h2>No network is connected</h2>
      {links.map((link) => (
        <p key={link.id} className="why">
          <Lamp lamp={link.status.lamp} />
          <span>
            <VisibleText text={link.name} />:{' '}
            {link.enabled ? <VisibleText text={link.status.reason?.message ?? link.status.text} /> : 'switched off'}
          </span>
        </p>
      ))}
      <div className="acts">
        <button type="button" className="btn primary" onClick={() => setView('links', first?.id)}>
          Open the link
        </button>
      </div>
    </div>
  )
}

/** Networks without any task. */
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
  const filterBoard = useApp((state) => state.filterBoard)
  return (
    <div className="empty">
      <h2>No task matches</h2>
      <p>No task has these words, this owner and this channel together.</p>
      <div className="acts">
        <button type="button" className="btn" onClick={() => filterBoard({ text: '', owner: undefined, place: undefined, hidden: [] })}>
          Show all tasks
        </button>
      </div>
    </div>
  )
}

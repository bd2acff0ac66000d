import { Mark } from '../ui/mark.tsx'
import { viewsOf } from './views.tsx'
import { liveState } from '../features/replay/state/replay.ts'
import type { ViewEntry } from '../features/screen.ts'
import { firstView } from '../features/state/screen.ts'
import { useApp } from '../features/state/store.ts'

/** A larger number would not fit. */
const mostShown = 99

/** The views, one key each. */
export function Rail(): React.JSX.Element {
  const views = useApp((state) => viewsOf(state.screens))
  return (
    <nav className="rail" aria-label="Views">
      <span className="mark" title="Patchbay">
        <Mark />
      </span>
      {views.map((view, place) => view.isUnlisted !== true && <RailButton key={view.id} view={view} number={place + 1} />)}
    </nav>
  )
}

function RailButton({ view, number }: { readonly view: ViewEntry; readonly number: number }): React.JSX.Element {
  const isOn = useApp((state) => state.view === view.id)
  const setView = useApp((state) => state.setView)
  /** Without a workspace, the other views have nothing to show. */
  const isUseful = useApp((state) => state.workspace !== undefined) || view.id === firstView || view.id === 'settings'
  const needs = useApp((state) => (view.id === 'needs' ? (liveState(state)?.desk.counts.needs ?? 0) : 0))
  const Icon = view.icon
  const key = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl '
  return (
    <button
      type="button"
      className={`${isOn ? 'on' : ''} ${view.atEnd === true ? 'end' : ''}`}
      aria-current={isOn ? 'page' : undefined}
      aria-label={needs > 0 ? `${view.title}, ${needs}` : view.title}
      disabled={!isUseful}
      title={`${view.title}  ${key}${number}`}
      onClick={() => setView(view.id)}
    >
      <Icon className="i" aria-hidden="true" />
      {needs > 0 && (
        <span className={needs > mostShown ? 'badge wide' : 'badge'} aria-hidden="true">
          {needs > mostShown ? `${mostShown}+` : needs}
        </span>
      )}
    </button>
  )
}

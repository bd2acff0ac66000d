import { visibleString } from '../ui/visible-text.tsx'
import { refusingHalt } from '../features/halt/state/in-force.ts'
import { liveState } from '../features/replay/state/replay.ts'
import type { AppState } from '../features/screen.ts'

/** The title of the window. Halted wins; otherwise how much needs the operator in all workspaces, ▲ when something of it is overdue, and the workspace: `(3) ▲ tidepool`. */
export function windowTitle(app: Pick<AppState, 'state' | 'past' | 'present' | 'liveNow'>): string {
  const state = liveState(app)
  if (state === undefined) return 'Patchbay'
  if (refusingHalt({ state }) !== undefined) return `🛑 Halted · ${visibleString(state.info.name)}`
  const { needs, counts, elsewhere } = state.desk
  const all = counts.needs + elsewhere
  const isOver = needs.some(({ change, limitAt }) => change === 'overdue' || (limitAt !== undefined && limitAt <= app.liveNow()))
  return `${all > 0 ? `(${all}) ` : ''}${isOver ? '▲ ' : ''}${visibleString(state.info.name)}`
}

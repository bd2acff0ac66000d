import { visibleString } from '../ui/visible-text.tsx'
import { refusingHalt } from '../features/halt/state/halt.ts'
import type { AppState } from '../features/screen.ts'

/** The title of the window. Halted wins; otherwise how much needs the operator in all workspaces, ▲ when something of it is overdue, and the workspace: `(3) ▲ tidepool`. */
export function windowTitle({ state, now }: Pick<AppState, 'state' | 'now'>): string {
  if (state === undefined) return 'Patchbay'
  if (refusingHalt({ state }) !== undefined) return `🛑 Halted · ${visibleString(state.info.name)}`
  const { needs, counts, elsewhere } = state.desk
  const all = counts.needs + elsewhere
  const isOver = needs.some(({ change, limitAt }) => change === 'overdue' || (limitAt !== undefined && limitAt <= now()))
  return `${all > 0 ? `(${all}) ` : ''}${isOver ? '▲ ' : ''}${visibleString(state.info.name)}`
}

import { visibleString } from '../ui/visible-text.tsx'
import type { AppState } from '../features/screen.ts'

/** The title of the window: the operator's unread count, and the workspace: `(3) tidepool`. */
export function windowTitle({ state }: Pick<AppState, 'state'>): string {
  if (state === undefined) return 'Patchbay'
  return `${state.forYou > 0 ? `(${state.forYou}) ` : ''}${visibleString(state.info.name)}`
}

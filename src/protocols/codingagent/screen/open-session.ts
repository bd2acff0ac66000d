import type { AppState } from '../../../renderer/features/screen.ts'
import { isPasteOf } from '../../../renderer/features/paste/shown-paste.ts'
import type { PasteName } from '../../../renderer/features/state/slices.ts'
import type { HomeView, Round, SessionRow } from '../pure/api.ts'
import type { OpenSession, SessionHome, State } from './slices.ts'

const protocol = 'codingagent'

/** The part of the state that the functions below read. */
export type SessionData = Pick<State, 'state' | 'screens' | 'pasteItem' | 'session'>

/** Every session home of the workspace, in the order of the links. Returns new objects: not for a selector. */
export function homesOf({ state }: Pick<AppState, 'state'>): readonly SessionHome[] {
  return (state?.links ?? [])
    .filter((link) => link.protocol === protocol)
    .map((link) => ({ link, view: state?.views.find((one) => one.link === link.id)?.view as HomeView | undefined }))
}

/** A session by its key in the Paste view; stable, for selectors. */
export function sessionRow({ state }: Pick<AppState, 'state'>, { link, id }: PasteName): SessionRow | undefined {
  // The engine has checked it against the schema.
  const view = state?.views.find((one) => one.link === link)?.view as HomeView | undefined
  return view?.sessions.find((row) => row.id === id)
}

/** A home and its session: the one that was opened, else the active one, else one that is not done. Undefined: the workspace has no session home. */
export function sessionAt(
  homes: readonly SessionHome[],
  opened: PasteName | undefined,
): { readonly home: SessionHome; readonly row: SessionRow | undefined } | undefined {
  const home = homes.find((one) => one.link.id === opened?.link) ?? homes.find((one) => (one.view?.sessions.length ?? 0) > 0) ?? homes[0]
  if (home === undefined) return undefined
  const rows = home.view?.sessions ?? []
  const row =
    rows.find((one) => one.id === opened?.id) ??
    rows.find((one) => one.id === home.view?.active) ??
    rows.find((one) => !one.isComplete) ??
    rows[0]
  return { home, row }
}

/**
 * The session on screen of the Paste view, by choice or by default, in its home. Undefined: there is no session home, or the view shows what another
 * protocol has there. Makes new objects: not for a selector.
 */
export function openSessionOf(state: SessionData): OpenSession | undefined {
  if (!isPasteOf(state, protocol)) return undefined
  const shown = sessionAt(homesOf(state), state.pasteItem)
  if (shown === undefined) return undefined
  const { home, row } = shown
  return { ...home, row, sequence: state.session.sequence ?? row?.sequence ?? 1 }
}

/** The round whose plan or results step 3 shows: that on screen, or, until it has a reply, the one before. */
export function reviewedRoundOf(state: Pick<State, 'session'>): Round | undefined {
  const { round, before } = state.session
  return round?.plan === undefined && before?.plan !== undefined ? before : round
}

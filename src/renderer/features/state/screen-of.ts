import type { AppState, ProtocolScreen } from '../screen.ts'

/** The screen of a link's protocol; undefined: it has none, or there is no such link. */
export function screenOf(state: Pick<AppState, 'state' | 'screens'>, link: string | undefined): ProtocolScreen | undefined {
  const protocol = state.state?.links.find((one) => one.id === link)?.protocol
  return protocol === undefined ? undefined : state.screens.get(protocol)
}

/**
 * What a link shows. The engine has checked it against the schema of its protocol, and only that protocol's screen knows its type; undefined before the link has
 * run.
 */
export function viewOf(state: Pick<AppState, 'state'>, link: string | undefined): unknown {
  return state.state?.views.find((one) => one.link === link)?.view
}

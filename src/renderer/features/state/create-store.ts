import { createStore } from 'zustand/vanilla'
import { boardMoves } from '../board/state/board-moves.ts'
import { boardSlice } from '../board/state/board.ts'
import type { AppState, GetState, ProtocolScreen, SetState } from '../screen.ts'
import { composeSlice } from './compose.ts'
import type { StoreEnv } from './env.ts'
import { feedSlice } from './feed.ts'
import { pastClient } from '../replay/past-client.ts'
import { sayNothingDone } from '../replay/refused-then.ts'
import { replaySlice } from '../replay/state/replay.ts'
import { flowSlice } from '../flow/state/flow.ts'
import { foldingSlice } from './folding.ts'
import { listSlice } from './list.ts'
import { keepTexts } from './kept-texts.ts'
import { liveSlice } from './live.ts'
import { caseSlice } from '../case/state/case.ts'
import { haltSlice } from '../halt/state/halt.ts'
import { noticesSlice } from '../notices/state/notices.ts'
import { needsSlice } from '../needs/state/needs.ts'
import { owingSlice } from './owing.ts'
import { pasteSlice } from './paste.ts'
import { simulateSlice } from '../simulate/state/simulate.ts'
import { screenSlice } from './screen.ts'
import { selectionSlice } from './selection.ts'
import { sessionSlice } from './session.ts'
import type { AppStore } from './store.ts'
import { typingSlice } from './typing.ts'
import { unreadSlice } from './unread.ts'

/**
 * Makes the store of one window and listens to the wire. No request is sent before `start()`.
 * @param screens of the protocols: each adds its own slice.
 * @throws Error if two slices use the same name: a bug.
 */
export function createAppStore(given: StoreEnv, screens: readonly ProtocolScreen[]): AppStore {
  const store = createStore<AppState>()((set, get) => {
    const onRefused = (): void => sayNothingDone(get())
    const env: StoreEnv = { ...given, client: pastClient(given.client, () => get().past, onRefused) }
    const own = ownSlices(screens, set, get, env)
    const shared = {
      screens: new Map(screens.map((screen) => [screen.id, screen])),
      resetScreens: () => set(dataOf(own)),
      ...sessionSlice(set, get, env),
      ...screenSlice(set, get, env),
      ...feedSlice(set, get, env),
      ...listSlice(set, get, env),
      ...unreadSlice(set, get, env),
      ...liveSlice(set, get, env),
      ...selectionSlice(set, get, env),
      ...foldingSlice(set, get, env),
      ...composeSlice(set, get, env),
      ...typingSlice(set, get, env),
      ...owingSlice(set, get, env),
      ...pasteSlice(set, get, env),
      ...needsSlice(set, get, env),
      ...noticesSlice(set, get, env),
      ...haltSlice(set, get, env),
      ...caseSlice(set, get, env),
      ...flowSlice(set, get, env),
      ...replaySlice(set, get, env),
      ...simulateSlice(set, get, env),
      ...boardSlice(set, get, env),
      ...boardMoves(set, get, env),
    }
    for (const name of Object.keys(own))
      if (Object.hasOwn(shared, name)) throw new Error(`A screen uses the name ${name} of the shared state`)
    return { ...own, ...shared } as unknown as AppState
  })
  keepTexts(store, given)
  given.client.onConnection((state, detail) => store.getState().connectionChanged(state, detail))
  return store
}

function ownSlices(screens: readonly ProtocolScreen[], set: SetState, get: GetState, env: StoreEnv): Readonly<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  for (const { id, state } of screens) {
    for (const [name, value] of Object.entries(state?.(set, get, env) ?? {})) {
      if (Object.hasOwn(all, name)) throw new Error(`The screen of ${id} uses the name ${name} of another screen`)
      all[name] = value
    }
  }
  return all
}

/** The data of a slice, without its functions. */
function dataOf(slice: Readonly<Record<string, unknown>>): Partial<AppState> {
  return Object.fromEntries(Object.entries(slice).filter(([, value]) => typeof value !== 'function')) as Partial<AppState>
}

import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import type { AppState } from '../features/state/app-state.ts'
import { boardMoves } from '../features/board/state/board-moves.ts'
import { boardSlice } from '../features/board/state/board.ts'
import { composeSlice } from '../features/state/compose.ts'
import type { StoreEnv } from '../features/state/env.ts'
import { feedSlice } from '../features/state/feed.ts'
import { listSlice } from '../features/state/list.ts'
import { liveSlice } from '../features/state/live.ts'
import { localsSlice } from '../../protocols/jaibber/screen/agents/locals-state.ts'
import { inboxSlice } from '../../protocols/switchboard/screen/inboxes-state.ts'
import { mailSlice } from '../../protocols/switchboard/screen/mail-pages.ts'
import { foldingSlice } from '../features/state/folding.ts'
import { pasteActs } from '../../protocols/codingagent/screen/paste-acts.ts'
import { pasteSlice } from '../features/paste/paste-state.ts'
import { promptSlice } from '../../protocols/jaibber/screen/paste/prompts-state.ts'
import { reviewSlice } from '../../protocols/codingagent/screen/review-state.ts'
import { screenSlice } from '../features/state/screen.ts'
import { selectionSlice } from '../features/state/selection.ts'
import { unreadSlice } from '../features/state/unread.ts'
import { sessionSlice } from '../features/state/session.ts'

export type { AppState } from '../features/state/app-state.ts'
export type { Overlay, Toast, ViewId } from '../features/state/screen.ts'
export type { InspectorTab } from '../features/state/selection.ts'
export type { ComposerDraft } from '../features/state/draft.ts'
export type AppStore = StoreApi<AppState>

/** Makes the store of one screen and listens to the wire. Nothing is asked before `start()`. */
export function createAppStore(env: StoreEnv): AppStore {
  const store = createStore<AppState>()((set, get) => ({
    ...sessionSlice(set, get, env),
    ...screenSlice(set, get, env),
    ...feedSlice(set, get, env),
    ...listSlice(set, get, env),
    ...unreadSlice(set, get, env),
    ...liveSlice(set, get, env),
    ...selectionSlice(set, get, env),
    ...foldingSlice(set, get, env),
    ...composeSlice(set, get, env),
    ...inboxSlice(set, get, env),
    ...mailSlice(set, get, env),
    ...pasteSlice(set, get, env),
    ...pasteActs(set, get, env),
    ...reviewSlice(set, get, env),
    ...boardSlice(set, get, env),
    ...boardMoves(set, get, env),
    ...localsSlice(set, get, env),
    ...promptSlice(set, get, env),
  }))
  env.client.onConnection((state, detail) => store.getState().connectionChanged(state, detail))
  return store
}

export const StoreContext = createContext<AppStore | undefined>(undefined)

/** The store itself, for acts that need no re-render. */
export function useStoreApi(): AppStore {
  const store = useContext(StoreContext)
  if (store === undefined) throw new Error('A component is outside of StoreContext')
  return store
}

/** Reads from the store; re-renders when the selected value changes. Select primitives or parts of the state, never fresh objects. */
export function useApp<T>(selector: (state: AppState) => T): T {
  return useStore(useStoreApi(), selector)
}

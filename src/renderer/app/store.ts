import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import type { AppState } from './state/app-state.ts'
import { boardMoves } from './state/board-moves.ts'
import { boardSlice } from './state/board.ts'
import { composeSlice } from './state/compose.ts'
import type { StoreEnv } from './state/env.ts'
import { feedSlice } from './state/feed.ts'
import { listSlice } from './state/list.ts'
import { liveSlice } from './state/live.ts'
import { localsSlice } from './state/locals.ts'
import { inboxSlice } from './state/inboxes.ts'
import { mailSlice } from './state/mail-pages.ts'
import { foldingSlice } from './state/folding.ts'
import { pasteActs } from './state/paste-acts.ts'
import { pasteSlice } from './state/paste.ts'
import { promptSlice } from './state/prompts.ts'
import { reviewSlice } from './state/review.ts'
import { screenSlice } from './state/screen.ts'
import { selectionSlice } from './state/selection.ts'
import { unreadSlice } from './state/unread.ts'
import { sessionSlice } from './state/session.ts'

export type { AppState } from './state/app-state.ts'
export type { Overlay, Toast, ViewId } from './state/screen.ts'
export type { InspectorTab } from './state/selection.ts'
export type { ComposerDraft } from './state/draft.ts'
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

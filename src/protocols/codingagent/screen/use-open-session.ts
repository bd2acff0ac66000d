import { useMemo } from 'react'
import { useApp } from '../../../renderer/features/state/store.ts'
import { homesOf, openSessionOf } from './open-session.ts'
import { useCodingAgent } from './slices.ts'
import type { OpenSession, SessionHome } from './slices.ts'

/** The session on screen. Undefined: the workspace has no session home, or the Paste view shows what another protocol has there. */
export function useOpenSession(): OpenSession | undefined {
  const state = useApp((all) => all.state)
  const screens = useApp((all) => all.screens)
  const pasteItem = useApp((all) => all.pasteItem)
  const session = useCodingAgent((all) => all.session)
  return useMemo(() => openSessionOf({ state, screens, pasteItem, session }), [state, screens, pasteItem, session])
}

/** Every session home of the workspace. */
export function useHomes(): readonly SessionHome[] {
  const state = useApp((all) => all.state)
  return useMemo(() => homesOf({ state }), [state])
}

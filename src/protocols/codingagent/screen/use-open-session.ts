import { useMemo } from 'react'
import { desksOf, openDeskOf } from './session-state.ts'
import type { Desk, OpenDesk } from './session-state.ts'
import { useApp } from '../../../renderer/features/state/store.ts'

/** What is on screen of the paste desk. Undefined: the workspace has no session home, or a prompt of an agent is on screen. */
export function useOpenDesk(): OpenDesk | undefined {
  const state = useApp((all) => all.state)
  const paste = useApp((all) => all.paste)
  return useMemo(() => openDeskOf({ state, paste }), [state, paste])
}

/** Every session home of the workspace. */
export function useDesks(): readonly Desk[] {
  const state = useApp((all) => all.state)
  const paste = useApp((all) => all.paste)
  return useMemo(() => desksOf({ state, paste }), [state, paste])
}

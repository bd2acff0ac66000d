import { useMemo } from 'react'
import type { Result } from '../../../core/fault.ts'
import { switchboardMethods } from '../pure/api.ts'
import type { SwitchboardMethods } from '../pure/api.ts'
import type { SwitchboardView } from '../pure/view.ts'
import { switchboardLinks, openSwitchboardOf } from './open-switchboard.ts'
import type { SwitchboardLink, SwitchboardInput, SwitchboardOutput, OpenSwitchboard } from './slices.ts'
import { useAct, type Act } from '../../../renderer/features/state/use-act.ts'
import { useLinkAnswer } from '../../../renderer/features/state/use-answer.ts'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useSwitchboard } from './slices.ts'

type Method = keyof SwitchboardMethods

/** What is on screen of the inboxes. Undefined: the workspace has no Switchboard. */
export function useOpenSwitchboard(): OpenSwitchboard | undefined {
  const state = useApp((all) => all.state)
  const inbox = useSwitchboard((all) => all.inbox)
  return useMemo(() => openSwitchboardOf({ state, inbox }), [state, inbox])
}

/** The same for a link that is known to have a view. */
export interface ShownSwitchboard extends OpenSwitchboard {
  readonly view: SwitchboardView
}

/** What is on screen; `undefined` until the link has a view. */
export function useShownSwitchboard(): ShownSwitchboard | undefined {
  const open = useOpenSwitchboard()
  return open?.view === undefined ? undefined : { ...open, view: open.view }
}

/** Every Switchboard of the workspace. */
export function useSwitchboardLinks(): readonly SwitchboardLink[] {
  const state = useApp((all) => all.state)
  return useMemo(() => switchboardLinks({ state }), [state])
}

/** Calls a method of the link on screen; see `useLinkAnswer`. */
export function useSwitchboardAnswer<M extends Method>(
  method: M,
  input: SwitchboardInput<M> | undefined,
  again = '',
): Result<SwitchboardOutput<M>> | undefined {
  return useLinkAnswer(useOpenSwitchboard()?.link.id, switchboardMethods, method, input, again)
}

/** An action on the link on screen; its fault is shown where it was started. */
export function useSwitchboardAct<M extends Method>(method: M): Act<SwitchboardInput<M>, SwitchboardOutput<M>> {
  const callSwitchboard = useSwitchboard((state) => state.callSwitchboard)
  return useAct((input) => callSwitchboard(method, input))
}

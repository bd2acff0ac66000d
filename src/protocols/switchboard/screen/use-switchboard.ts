import { useMemo, useState } from 'react'
import type { Fault, Result } from '../../../core/fault.ts'
import type { SwitchboardMethods } from '../pure/api.ts'
import type { SwitchboardView } from '../pure/view.ts'
import { boardsOf, openBoardOf } from './inboxes-state.ts'
import type { Board, InboxInput, InboxOutput, OpenBoard } from './inboxes-state.ts'
import { useAnswer } from '../../../renderer/features/state/use-answer.ts'
import { useApp } from '../../../renderer/features/state/store.ts'

type Method = keyof SwitchboardMethods

/** What is on screen of the inboxes. Undefined: the workspace has no Switchboard. */
export function useOpenBoard(): OpenBoard | undefined {
  const state = useApp((all) => all.state)
  const inbox = useApp((all) => all.inbox)
  return useMemo(() => openBoardOf({ state, inbox }), [state, inbox])
}

/** The same where the link is known to show something: a link and its view. */
export interface ShownBoard extends OpenBoard {
  readonly view: SwitchboardView
}

/** What is on screen, once there is something: `undefined` until the link shows anything. */
export function useShownBoard(): ShownBoard | undefined {
  const open = useOpenBoard()
  return open?.view === undefined ? undefined : { ...open, view: open.view }
}

/** Every Switchboard of the workspace. */
export function useBoards(): readonly Board[] {
  const state = useApp((all) => all.state)
  const inbox = useApp((all) => all.inbox)
  return useMemo(() => boardsOf({ state, inbox }), [state, inbox])
}

/** Asks the link on screen when a component appears, and again when the input or `again` changes. `input` undefined: nothing is asked. */
export function useBoardAnswer<M extends Method>(
  method: M,
  input: InboxInput<M> | undefined,
  again = '',
): Result<InboxOutput<M>> | undefined {
  const link = useOpenBoard()?.link.id
  const answer = useAnswer('links.call', link === undefined || input === undefined ? undefined : { link, method, input }, again)
  // The core has checked the answer against the method's schema.
  return answer?.ok === true ? { ok: true, value: answer.value.output as InboxOutput<M> } : answer
}

interface BoardAct<M extends Method> {
  readonly isBusy: boolean
  readonly fault: Fault | undefined
  run(input: InboxInput<M>): Promise<Result<InboxOutput<M>>>
  clear(): void
}

/** An act on the link on screen, whose fault is shown where it was asked for. */
export function useBoardAct<M extends Method>(method: M): BoardAct<M> {
  const inboxCall = useApp((state) => state.inboxCall)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  return {
    isBusy,
    fault,
    clear: () => setFault(undefined),
    async run(input) {
      setBusy(true)
      setFault(undefined)
      const done = await inboxCall(method, input)
      setBusy(false)
      if (!done.ok) setFault(done.fault)
      return done
    },
  }
}

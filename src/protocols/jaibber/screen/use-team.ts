import { useState } from 'react'
import type { z } from 'zod'
import type { Fault, Result } from '../../../core/fault.ts'
import { jaibberMethods } from '../pure/api.ts'
import type { JaibberMethods } from '../pure/api.ts'
import { callLink } from '../../../renderer/features/state/call-link.ts'
import { useLinkAnswer } from '../../../renderer/features/state/use-answer.ts'
import { useApp } from '../../../renderer/features/state/store.ts'

type Method = keyof JaibberMethods
export type TeamInput<M extends Method> = z.input<JaibberMethods[M]['input']>
export type TeamOutput<M extends Method> = z.output<JaibberMethods[M]['output']>

/** Calls a method of a team; see `useLinkAnswer`. */
export function useTeamAnswer<M extends Method>(
  link: string,
  method: M,
  input: TeamInput<M> | undefined,
  again = '',
): Result<TeamOutput<M>> | undefined {
  return useLinkAnswer(link, jaibberMethods, method, input, again)
}

interface TeamAct<M extends Method> {
  readonly isBusy: boolean
  readonly fault: Fault | undefined
  run(input: TeamInput<M>): Promise<Result<TeamOutput<M>>>
}

/** An action on a team; its fault is shown where it was started. */
export function useTeamAct<M extends Method>(link: string, method: M): TeamAct<M> {
  const client = useApp((state) => state.client)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  return {
    isBusy,
    fault,
    async run(input) {
      setBusy(true)
      setFault(undefined)
      const done = await callLink(client, link, jaibberMethods, method, input)
      setBusy(false)
      if (!done.ok) setFault(done.fault)
      return done
    },
  }
}

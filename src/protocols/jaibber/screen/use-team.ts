import type { z } from 'zod'
import type { Result } from '../../../core/fault.ts'
import { jaibberMethods } from '../pure/api.ts'
import type { JaibberMethods } from '../pure/api.ts'
import { callLink } from '../../../renderer/features/state/call-link.ts'
import { useAct, type Act } from '../../../renderer/features/state/use-act.ts'
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

/** An action on a team; its fault is shown where it was started. */
export function useTeamAct<M extends Method>(link: string, method: M): Act<TeamInput<M>, TeamOutput<M>> {
  const client = useApp((state) => state.client)
  return useAct((input) => callLink(client, link, jaibberMethods, method, input))
}

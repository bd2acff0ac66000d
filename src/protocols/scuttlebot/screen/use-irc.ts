import { useMemo } from 'react'
import type { z } from 'zod'
import type { Result } from '../../../core/fault.ts'
import type { FleetAgent } from '../pure/agents.ts'
import type { IrcMethods, NetworkView } from '../pure/api.ts'
import type { Link } from '../../../core/link.ts'
import { ircProtocol } from './networks.ts'
import { useAnswer } from '../../../renderer/features/state/use-answer.ts'
import { useApp } from '../../../renderer/features/state/store.ts'

const noLinks: readonly Link[] = []

/** The links of all IRC networks, including those without a view. */
export function useIrcLinks(): readonly Link[] {
  const links = useApp((state) => state.state?.links ?? noLinks)
  return useMemo(() => links.filter((link) => link.protocol === ircProtocol), [links])
}

/**
 * Asks a network when a component appears, and again when the input or `again` changes; see `useAnswer`.
 * @param link undefined: nothing is asked.
 */
export function useIrc<M extends keyof IrcMethods>(
  link: string | undefined,
  method: M,
  input: z.input<IrcMethods[M]['input']>,
  again = '',
): Result<z.output<IrcMethods[M]['output']>> | undefined {
  const answer = useAnswer('links.call', link === undefined ? undefined : { link, method, input }, again)
  return useMemo(
    () => (answer?.ok === true ? { ok: true, value: answer.value.output as z.output<IrcMethods[M]['output']> } : answer),
    [answer],
  )
}

const directories = new WeakMap<NetworkView['fleet'], ReadonlyMap<string, FleetAgent>>()

/** The agent with this nick on a network, if its view lists it. */
export function fleetAgent(view: NetworkView | undefined, nick: string): FleetAgent | undefined {
  if (view === undefined) return undefined
  let directory = directories.get(view.fleet)
  if (directory === undefined) {
    directory = new Map(view.fleet.map((agent) => [agent.nick, agent as FleetAgent]))
    directories.set(view.fleet, directory)
  }
  return directory.get(nick)
}

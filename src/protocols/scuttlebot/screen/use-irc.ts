import type { z } from 'zod'
import type { Result } from '../../../core/fault.ts'
import type { FleetAgent } from '../pure/agents.ts'
import { ircMethods } from '../pure/api.ts'
import type { IrcMethods, NetworkView } from '../pure/api.ts'
import { useLinkAnswer } from '../../../renderer/features/state/use-answer.ts'

/** Calls a method of a network; see `useLinkAnswer`. */
export function useIrc<M extends keyof IrcMethods>(
  link: string | undefined,
  method: M,
  input: z.input<IrcMethods[M]['input']>,
  again = '',
): Result<z.output<IrcMethods[M]['output']>> | undefined {
  return useLinkAnswer(link, ircMethods, method, input, again)
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

import type { AboutName } from '../../../../renderer/features/screen.ts'
import type { FleetAgent } from '../../pure/agents.ts'
import type { NetworkView } from '../../pure/api.ts'
import { fleetAgent } from '../use-irc.ts'

/** What a network knows about a nick; undefined when it does not list it. */
export function aboutNick(view: NetworkView | undefined, nick: string): AboutName | undefined {
  const found = fleetAgent(view, nick)
  return found && { ...(found.type !== undefined && { type: found.type }), runsIn: runtimeText(found) }
}

/** `claude-code 1.2.3`; empty when not reported. */
export function runtimeText({ runtime, version }: FleetAgent): string {
  return [runtime, version].filter((part) => part !== undefined && part !== '').join(' ')
}

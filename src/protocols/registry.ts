import type { Command } from 'commander'
import type { Gate, Protocol } from '../core/protocol.ts'
import { chatCommands } from './chat/cli/commands.ts'
import { codingAgentCommands } from './codingagent/cli/commands.ts'
import { jaibberCommands } from './jaibber/cli/commands.ts'
import { switchboardCommands } from './switchboard/cli/commands.ts'
import { scuttlebotCommands } from './scuttlebot/cli/commands.ts'

/** What a protocol brings: its seam to the engine, and its commands for the command line. */
export interface RegistryEntry {
  /** Loaded when an engine starts: a command of the command line needs none of it and should not wait for it. */
  load(): Promise<Protocol>
  /** Adds `patchbay …` commands of this protocol, where it has any. Each prints data on stdout and words for people on stderr; effects go through `gate`. */
  commands?(program: Command, gate: Gate): void
}

/** The engine's list of protocols. Adding one is one line here, one in `screens.ts` (the window's list), and one folder next to them. */
export const registry: readonly RegistryEntry[] = [
  { load: async () => (await import('./chat/index.ts')).chatProtocol, commands: chatCommands },
  { load: async () => (await import('./codingagent/index.ts')).codingAgentProtocol, commands: codingAgentCommands },
  { load: async () => (await import('./switchboard/index.ts')).switchboardProtocol, commands: switchboardCommands },
  { load: async () => (await import('./scuttlebot/index.ts')).scuttlebotProtocol, commands: scuttlebotCommands },
  { load: async () => (await import('./jaibber/index.ts')).jaibberProtocol, commands: jaibberCommands },
]

/** Every protocol, in the order of the registry. */
export function loadProtocols(): Promise<Protocol[]> {
  return Promise.all(registry.map((entry) => entry.load()))
}

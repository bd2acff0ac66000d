import type { Command } from 'commander'
import type { Gate, Protocol } from '../core/protocol.ts'
import { chatCommands, chatProtocol } from './chat/index.ts'

/** What a protocol brings: its seam to the engine, and its commands for the command line. */
export interface RegistryEntry {
  readonly protocol: Protocol
  /** Adds `patchbay …` commands of this protocol. Each prints data on stdout and words for people on stderr; effects go through `gate`. */
  commands(program: Command, gate: Gate): void
}

/** The only list of protocols. Adding one is one line here, one folder beside, and (for its own screen) one line in `renderer/app/cards.ts`. */
export const registry: readonly RegistryEntry[] = [{ protocol: chatProtocol, commands: chatCommands }]

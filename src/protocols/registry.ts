import type { Command } from 'commander'
import type { Protocol } from '../core/protocol.ts'

/** What a protocol brings: its seam to the engine, and its commands for the command line. */
export interface RegistryEntry {
  readonly protocol: Protocol
  /** Adds `patchbay …` commands of this protocol. Each prints data on stdout and words for people on stderr. */
  commands(program: Command): void
}

/** The only list of protocols. Adding one is one line here, one folder beside, and (for its own screen) one line in `renderer/app/cards.ts`. */
export const registry: readonly RegistryEntry[] = []

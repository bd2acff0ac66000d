import type { LinkHalt } from '../core/halt.ts'
import type { Gate } from '../core/protocol.ts'
import { haltIn, whyHalted } from './halt-file.ts'

/** The gate of a program without an engine that works in one folder: it reads the halts of this data folder before each effect. */
export function gateIn(gate: Gate, dataDir: string, folder: string): Gate {
  return {
    ...gate,
    async perform(request, run) {
      const halted = request.duringHalt === undefined ? whyHalted(dataDir, folder, request.actor.name) : undefined
      return halted ?? gate.perform({ ...request, folder }, run)
    },
  }
}

/** The same for what is refused before it reaches the gate. */
export function haltInFolder(dataDir: string, folder: string): LinkHalt {
  return { now: (agent = '') => haltIn(dataDir, folder, agent), refused: () => undefined }
}

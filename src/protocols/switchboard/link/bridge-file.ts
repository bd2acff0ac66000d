import { systemActor } from '../../../core/approval.ts'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import { writeAtomic } from '../../../io/atomic-write.ts'
import { removeInside } from '../../../io/remove-inside.ts'
import { inSwitchboard } from '../files/paths.ts'
import type { TerminalState } from '../pure/state-file.ts'

const bridgeFile = inSwitchboard('bridge.json')

/** A terminal's entry in `bridge.json`. */
export interface BridgedTerminal {
  readonly name: string
  /** As registered; only for identification. */
  readonly pid?: number
  /** Whether a shell of Patchbay accepts approved text for it. */
  readonly takesInput: boolean
}

/** The state's terminals as entries of `bridge.json`, by name. */
export function bridgedTerminals(
  terminals: ReadonlyMap<string, TerminalState>,
  takesInput: (name: string) => boolean,
): readonly BridgedTerminal[] {
  return [...terminals]
    .map(([name, { pid }]) => ({ name, ...(pid === undefined ? {} : { pid }), takesInput: takesInput(name) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * `bridge.json` (specification: Directory Structure, IPC bridge for terminal input routing): which registered terminals accept input, and how. It contains no
 * token and grants no access; input is sent over MCP and needs the operator's approval. The keeper writes it on changes and removes it at its end.
 */
export class BridgeFile {
  readonly #root: string
  readonly #gate: Gate
  readonly #log: (message: string, fields?: Record<string, unknown>) => void
  #text = ''
  #turn: Promise<unknown> = Promise.resolve()

  constructor(root: string, gate: Gate, log: (message: string, fields?: Record<string, unknown>) => void) {
    this.#root = root
    this.#gate = gate
    this.#log = log
  }

  /** Without terminals nothing is written, and an existing file of ours is removed. */
  update(terminals: readonly BridgedTerminal[]): void {
    const bridge = { pid: process.pid, inputBy: ['run_in_terminal', 'execute'], approval: 'operator', terminals }
    const text = terminals.length === 0 ? '' : `${JSON.stringify(bridge, undefined, 2)}\n`
    if (text === this.#text) return
    this.#text = text
    this.#turn = this.#turn.then(async () => {
      const done = text === '' ? await this.#remove() : await this.#write(text)
      if (!done.ok) this.#log('bridge.json could not be written', { fault: done.fault, level: 'warn' })
    })
  }

  /** Removes the file; resolves when no write is pending. */
  async close(): Promise<void> {
    this.update([])
    await this.#turn
  }

  #write(text: string): Promise<Result<void>> {
    return this.#gate.perform(
      {
        actor: systemActor,
        effect: { kind: 'write', target: bridgeFile, exact: text },
        question: `Write ${bridgeFile}?`,
        duringHalt: 'server',
      },
      (permit) => writeAtomic(permit, this.#root, bridgeFile, text, { mode: 0o644 }),
    )
  }

  async #remove(): Promise<Result<void>> {
    const removed = await this.#gate.perform(
      {
        actor: systemActor,
        effect: { kind: 'move', target: bridgeFile, exact: `remove ${bridgeFile}` },
        question: `Remove ${bridgeFile}?`,
        duringHalt: 'server',
      },
      (permit) => removeInside(permit, this.#root, bridgeFile),
    )
    return removed.ok || removed.fault.code === 'not-found' ? ok(undefined) : removed
  }
}

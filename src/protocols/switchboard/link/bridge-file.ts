import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import { writeAtomic } from '../../../io/atomic-write.ts'
import { removeInside } from '../../../io/remove-inside.ts'
import { systemActor } from '../files/system-actor.ts'
import { inSwitchboard } from '../files/paths.ts'
import type { TerminalState } from '../pure/state-file.ts'

const bridgeFile = inSwitchboard('bridge.json')

/** A terminal as `bridge.json` names it. */
export interface BridgedTerminal {
  readonly name: string
  /** As registered; an address only. */
  readonly pid?: number
  /** Whether a shell of Patchbay takes approved text for it. */
  readonly takesInput: boolean
}

/** The terminals of the state in the form of `bridge.json`, by name. */
export function bridgedTerminals(
  terminals: ReadonlyMap<string, TerminalState>,
  takesInput: (name: string) => boolean,
): readonly BridgedTerminal[] {
  return [...terminals]
    .map(([name, { pid }]) => ({ name, ...(pid === undefined ? {} : { pid }), takesInput: takesInput(name) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * `bridge.json` (specification: Directory Structure, IPC bridge for terminal input routing): which registered terminals take input, and by which way. It holds no
 * token and opens no door; input goes over MCP and past the operator. Written by the keeper when it changes, taken away when it ends.
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

  /** Without terminals nothing is written; a file that we wrote before goes. */
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

  /** Takes the file away; resolves when nothing is written any more. */
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
      },
      (permit) => removeInside(permit, this.#root, bridgeFile),
    )
    return removed.ok || removed.fault.code === 'not-found' ? ok(undefined) : removed
  }
}

import { differenceOf, withDifference } from '../core/difference.ts'
import type { Difference } from '../core/difference.ts'
import type { Push, WorkspaceState } from './contract.ts'

/** On the wire instead of a `state`: what changed since the previous one. `number`: 1, 2, 3 … since the last whole state of the subscription. */
export interface StateChange {
  readonly type: 'change'
  readonly workspace: string
  readonly number: number
  readonly change: Difference
}

/** What the wires carry. Clients turn it into `Push`es again (`ReceivedStates`), so nobody else sees a change. */
export type WirePush = Push | StateChange

/** The engine's end of one subscription: sends the first state whole, and of later ones what changed. */
export class SentStates {
  /** What the other end has. A copy: nothing that the engine changes later may change it. */
  #held: unknown
  #number = 0

  /** What to send instead of the state; undefined: nothing changed. */
  next(state: WorkspaceState): WirePush | undefined {
    if (this.#held === undefined) {
      this.#held = copyOf(state)
      return state
    }
    const found = differenceOf(this.#held, state)
    if (found === undefined) return undefined
    const change = copyOf(found)
    this.#held = withDifference(this.#held, change)
    this.#number++
    return { type: 'change', workspace: state.workspace, number: this.#number, change }
  }
}

/** The page's end of one subscription: whole states again. */
export class ReceivedStates {
  #held: WorkspaceState | undefined
  #number = 0

  /** The push with its whole state; undefined: one is missing, so the subscription must start over. */
  read(push: WirePush): Push | undefined {
    if (push.type === 'state') {
      this.#held = push
      this.#number = 0
    }
    if (push.type !== 'change') return push
    if (this.#held === undefined || push.number !== this.#number + 1) return undefined
    this.#number = push.number
    try {
      this.#held = withDifference(this.#held, push.change) as WorkspaceState
      return this.#held
    } catch {
      return undefined
    }
  }
}

function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

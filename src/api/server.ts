import type { Result } from '../core/fault.ts'
import type { MethodName, Output, Parsed, Push, Subscription } from './contract.ts'

/** What the engine offers to every wire. `dispatch` in `api/dispatch.ts` checks its input and output. */
export type Handlers = {
  readonly [M in MethodName]: (input: Parsed<M>, caller: Caller) => Promise<Result<Output<M>>> | Result<Output<M>>
}

/**
 * The handlers of all methods that begin with `Noun.`. Each file of `engine/handlers` returns this type, so the compiler names the file where
 * the handler of a new method is missing.
 */
export type HandlersOf<Noun extends string> = Pick<Handlers, Extract<MethodName, `${Noun}.${string}`>>

/** Who is calling: one per connection. */
export interface Caller {
  readonly id: string
  readonly wire: 'in-process' | 'ipc' | 'websocket'
}

export interface Server {
  readonly handlers: Handlers
  /**
   * Starts a subscription. `send` returns false when the client's queue is full: the server then stops pushing events to it
   * and sends one `resync` after `resume()` is called.
   */
  subscribe(subscription: Subscription, send: (push: Push) => boolean, caller: Caller): Result<SubscriptionHandle>
}

export interface SubscriptionHandle {
  /** The client can receive pushes again. */
  resume(): void
  end(): void
}

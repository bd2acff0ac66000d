import type { Result } from '../core/fault.ts'
import type { MethodName, Output, Parsed, Push, Subscription } from './contract.ts'

/** What the engine offers to every wire. `dispatch` in `api/dispatch.ts` checks input and output around it. */
export type Handlers = {
  readonly [M in MethodName]: (input: Parsed<M>, caller: Caller) => Promise<Result<Output<M>>> | Result<Output<M>>
}

/**
 * The handlers of all methods that begin with `Noun.`. A file of `engine/handlers` returns this, so that the compiler names the file in which the handler
 * of a new method is missing.
 */
export type HandlersOf<Noun extends string> = Pick<Handlers, Extract<MethodName, `${Noun}.${string}`>>

/** Who calls: one per connection. */
export interface Caller {
  readonly id: string
  readonly wire: 'in-process' | 'ipc' | 'websocket'
}

export interface Server {
  readonly handlers: Handlers
  /**
   * Starts a subscription; `send` returns false when the client's queue is full: the server then stops pushing events to it,
   * and sends one `resync` as soon as `resume()` is called.
   */
  subscribe(subscription: Subscription, send: (push: Push) => boolean): Result<SubscriptionHandle>
}

export interface SubscriptionHandle {
  /** The client can take pushes again. */
  resume(): void
  end(): void
}

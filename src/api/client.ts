import type { Fault, Result } from '../core/fault.ts'
import type { Input, MethodName, Output, Push, Subscription } from './contract.ts'

export type Connection = 'connecting' | 'open' | 'closed'

/** What a screen holds: the same three calls over every wire. */
export interface Client {
  /** Calls a method. Never rejects: a broken wire is a fault `unavailable`. */
  call<M extends MethodName>(method: M, input: Input<M>): Promise<Result<Output<M>>>
  /**
   * Follows a workspace. The returned function ends it. After a reconnect the wire resumes from the last cursor by itself.
   * `onFault` hears why the core refused it (for example an unknown workspace); nothing is pushed then.
   */
  subscribe(subscription: Subscription, onPush: (push: Push) => void, onFault?: (fault: Fault) => void): () => void
  /** State of the wire; called at once with the present one. */
  onConnection(listener: (state: Connection, detail?: string) => void): () => void
  close(): void
}

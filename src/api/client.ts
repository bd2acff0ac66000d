import type { Fault, Result } from '../core/fault.ts'
import type { Input, MethodName, Output, Push, Subscription } from './contract.ts'

export type Connection = 'connecting' | 'open' | 'closed'

/** What a screen uses: the same three calls over every wire. */
export interface Client {
  /** Calls a method. Never rejects: a broken wire gives a fault `unavailable`. */
  call<M extends MethodName>(method: M, input: Input<M>): Promise<Result<Output<M>>>
  /**
   * Follows a workspace; the returned function stops it. After a reconnect the wire resumes from the last cursor.
   * `onFault` receives the reason when the engine refuses (for example an unknown workspace); nothing is pushed then.
   */
  subscribe(subscription: Subscription, onPush: (push: Push) => void, onFault?: (fault: Fault) => void): () => void
  /** Reports the state of the wire, starting immediately with the current one. */
  onConnection(listener: (state: Connection, detail?: string) => void): () => void
  close(): void
}

import type { Result } from '../../../core/fault.ts'
import type { AgentLog } from './agent-log.ts'
import type { Job } from './job.ts'

/** One answer to make. */
export interface Order {
  readonly job: Job
  /** The provider's whole input. */
  readonly prompt: string
  /** Aborting ends it and everything it started. */
  readonly signal: AbortSignal
  readonly log: AgentLog
  /** Called when the answer is approved and starts. */
  begin(): void
  /** Called with each new piece of the answer's text. */
  say(text: string): void
}

/** Makes an answer. @returns its whole text, or the reason why there is none, in words that may be published. */
export type Provide = (order: Order) => Promise<Result<string>>

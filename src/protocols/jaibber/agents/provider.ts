import type { Result } from '../../../core/fault.ts'
import type { AgentLog } from './agent-log.ts'
import type { Job } from './job.ts'

/** One answer to be made. */
export interface Order {
  readonly job: Job
  /** All that the provider gets. */
  readonly prompt: string
  /** Aborting ends it, with everything that it started. */
  readonly signal: AbortSignal
  readonly log: AgentLog
  /** It is allowed, and begins now. */
  begin(): void
  /** Text of the answer as it grows, new text only. */
  say(text: string): void
}

/** Makes an answer. @returns its whole text, or why there is none, in words that may be published. */
export type Provide = (order: Order) => Promise<Result<string>>

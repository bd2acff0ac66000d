/** Waiting times of the agents of this machine, ms. */
export interface Timings {
  /** Between two chunks ("Streaming Protocol", 2). */
  readonly chunkMs: number
  /** Before the first retry of a message that could not be published; doubles each time, up to `longestRetryMs`. */
  readonly retryMs: number
  readonly longestRetryMs: number
  /** Maximum time an answer waits for a connection. */
  readonly publishForMs: number
  /** Between two pieces of an echoed answer. */
  readonly echoMs: number
}

export const defaultTimings: Timings = { chunkMs: 200, retryMs: 500, longestRetryMs: 15_000, publishForMs: 600_000, echoMs: 120 }

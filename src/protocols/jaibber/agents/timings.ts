/** How long the agents of this machine wait, ms. */
export interface Timings {
  /** Between two chunks ("Streaming Protocol", 2). */
  readonly chunkMs: number
  /** Before a message that could not be published is tried again; doubled each time, up to `longestRetryMs`. */
  readonly retryMs: number
  readonly longestRetryMs: number
  /** Most that an answer waits for a connection. */
  readonly publishForMs: number
  /** Between two pieces of an echo. */
  readonly echoMs: number
}

export const defaultTimings: Timings = { chunkMs: 200, retryMs: 500, longestRetryMs: 15_000, publishForMs: 600_000, echoMs: 120 }

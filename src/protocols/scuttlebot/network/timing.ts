import type { NetworkOptions } from '../irc/connection.ts'

/** How patient we are with servers. Servers let a client say about one line a second in the long run, and some at once. */
export const usualTiming: Pick<NetworkOptions, 'timing' | 'stableMs' | 'regainMs'> = {
  timing: { loginMs: 30_000, quietMs: 30_000, goneMs: 75_000, pace: { burst: 10, intervalMs: 500 } },
  stableMs: 20_000,
  regainMs: 60_000,
}

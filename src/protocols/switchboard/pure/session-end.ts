/**
 * How a session ended: its client said goodbye, it went silent without one, or the operator ended it. Server-sent events know no goodbye, so a client of
 * that transport is always lost.
 */
export type SessionEnd = 'ended' | 'lost' | 'stopped'

/** What `state.json` then says of the session's agents. */
export const endStatus: { readonly [end in SessionEnd]: string } = {
  ended: 'disconnected',
  lost: 'lost',
  stopped: 'stopped by the operator',
}

/** True when the status says that a session is over and its agent is not lost. */
export function isEndedStatus(status: string): boolean {
  return status === endStatus.ended || status === endStatus.stopped
}

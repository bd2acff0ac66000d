/**
 * How a session ended: its client closed it, it went silent, or the operator ended it. Server-sent events have no way to close a session, so clients of that
 * transport are always lost.
 */
export type SessionEnd = 'ended' | 'lost' | 'stopped'

/** The status that `state.json` then has for the session's agents. */
export const endStatus: { readonly [end in SessionEnd]: string } = {
  ended: 'disconnected',
  lost: 'lost',
  stopped: 'stopped by the operator',
}

/** True if the status means that the session is over and its agent is not lost. */
export function isEndedStatus(status: string): boolean {
  return status === endStatus.ended || status === endStatus.stopped
}

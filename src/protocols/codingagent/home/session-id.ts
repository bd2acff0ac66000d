import { randomBytes } from 'node:crypto'

/** A new session id (specification: Session ID): 8 hex digits. */
export function newSessionId(): string {
  return randomBytes(4).toString('hex')
}

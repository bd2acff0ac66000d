import { outboxFileName } from '../pure/session-events.ts'

/** Names in a session home (specification: Session Management; Outbox File Naming), with `/`, relative to the home. */
export const inboxFolder = 'inbox'
export const processedFolder = 'inbox/processed'
export const outboxFolder = 'outbox'
export const sessionsFolder = 'sessions'
/** Contains the id of the active session, which `inbox/` files belong to. */
export const activeFile = 'sessions/active'
/** The lock of the one Patchbay that may change the home. */
export const lockFile = 'sessions/lock'

/** Records that the operator was asked whether Git should ignore the home. */
export const excludeAnswerFile = 'sessions/git-exclude'

/** The session as the specification has it. */
export function sessionFile(id: string): string {
  return `${sessionsFolder}/${id}.json`
}

/** What only Patchbay keeps of a session. */
export function sessionFolder(id: string): string {
  return `${sessionsFolder}/${id}`
}

/** The settings of a session (`session-settings.ts`). */
export function settingsFile(id: string): string {
  return `${sessionFolder(id)}/settings.json`
}

/** Our record of a round (`round-record.ts`). */
export function roundFile(id: string, sequence: number): string {
  return `${sessionFolder(id)}/round-${digits(sequence)}.json`
}

/** Progress of a round while it is applied. */
export function stepsFile(id: string, sequence: number): string {
  return `${sessionFolder(id)}/round-${digits(sequence)}.steps`
}

/** The text of a round that the operator copies. */
export function outboxFile(id: string, sequence: number): string {
  return `${outboxFolder}/${outboxFileName(id, sequence)}`
}

function digits(sequence: number): string {
  return String(sequence).padStart(4, '0')
}

import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import type { HomeParts } from './home-parts.ts'
import { outboxFile } from './names.ts'
import { resultsOf } from './round-record.ts'
import type { RoundRecord } from './round-record.ts'
import type { Session } from './session-store.ts'
import { writeOutbox } from './write-outbox.ts'

/**
 * Finishes a round whose commands all have results: they are written to the session file and to the next outbox. After DONE the session is
 * complete and no outbox follows. Can be repeated after a crash at any point.
 */
export async function finishRound(parts: HomeParts, permit: Permit, id: string, record: RoundRecord): Promise<Result<void>> {
  const session = parts.store.get(id)
  const finished = record.run?.finished
  if (session === undefined || finished === undefined || session.file.sequenceNumber !== record.sequence || session.file.isComplete)
    return ok(undefined)
  const next = {
    ...session.file,
    isComplete: finished.isDone,
    sequenceNumber: record.sequence + (finished.isDone ? 0 : 1),
    updatedAt: new Date(parts.services.now()).toISOString(),
    lastResults: resultsOf(record),
    readFileRequests: finished.reads,
  }
  const written = await parts.store.putFile(permit, next)
  return written.ok ? openRound(parts, permit, id) : written
}

/** Writes the outbox of the open round if a crash prevented it. */
export async function openRound(parts: HomeParts, permit: Permit, id: string): Promise<Result<void>> {
  const session = parts.store.get(id)
  if (session === undefined || session.file.isComplete) return ok(undefined)
  if (await isOutboxThere(parts, session)) return ok(undefined)
  const written = await writeOutbox(parts, permit, session, [])
  return written.ok ? ok(undefined) : written
}

/** True if the outbox of the session's current round exists. */
export async function isOutboxThere(parts: Pick<HomeParts, 'folder'>, session: Session): Promise<boolean> {
  return parts.folder.has(outboxFile(session.id, session.file.sequenceNumber))
}

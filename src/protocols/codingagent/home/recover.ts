import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import type { HomeParts } from './home-parts.ts'
import { finishRound, isOutboxThere, openRound } from './finish-round.ts'
import { tellRollBack } from './roll-back.ts'
import type { Session } from './session-store.ts'
import { isStillInInbox } from './reply-file.ts'
import { placeReply } from './take-reply.ts'

/** True if a crash left something of the session unfinished that needs no decision by the operator. Read-only. */
export async function needsRecovery(parts: HomeParts, session: Session): Promise<boolean> {
  if ([...session.rounds.values()].some((round) => round.state === 'rolled back' && round.isUntold === true)) return true
  if (session.file.isComplete) return false
  const record = await parts.store.round(session.id, session.file.sequenceNumber)
  if (!record.ok) return false
  if (record.value?.run?.finished !== undefined) return true
  if (record.value?.reply !== undefined) return isStillInInbox(parts, record.value.reply)
  return !(await isOutboxThere(parts, session))
}

/**
 * Finishes what a crash interrupted: a reply accepted but not moved, results missing from the session file, an outbox not written, a rollback
 * not reported in an outbox. A round that was being applied stays as it is: the operator decides whether it resumes.
 */
export async function recoverSession(parts: HomeParts, permit: Permit, id: string): Promise<Result<void>> {
  const session = parts.store.get(id)
  if (session === undefined) return ok(undefined)
  for (const { sequence, isUntold } of session.rounds.values()) {
    if (isUntold !== true) continue
    const undone = await parts.store.round(id, sequence)
    if (!undone.ok || undone.value === undefined) continue
    const told = await tellRollBack(parts, permit, id, undone.value)
    if (!told.ok) return told
  }
  const record = await parts.store.round(id, session.file.sequenceNumber)
  if (!record.ok) return record
  if (record.value?.run?.finished !== undefined) return finishRound(parts, permit, id, record.value)
  if (record.value?.reply === undefined) return openRound(parts, permit, id)
  const placed = await placeReply(parts, permit, id, record.value)
  return placed.ok ? ok(undefined) : placed
}

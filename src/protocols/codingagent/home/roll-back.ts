import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Confirmation, Permit } from '../../../core/protocol.ts'
import type { CommandResult, Round } from '../pure/api.ts'
import { failed } from '../pure/results.ts'
import type { LeftBehind } from '../workspace/restore.ts'
import type { HomeParts } from './home-parts.ts'
import { resultsOf } from './round-record.ts'
import type { RoundRecord } from './round-record.ts'
import type { Session } from './session-store.ts'
import { writeOutbox } from './write-outbox.ts'

/** What rolling back a round would do; undefined if it cannot be rolled back now. Read-only. */
export async function rollBackOffer(parts: HomeParts, session: Session, record: RoundRecord): Promise<Round['rollBack']> {
  const { run } = record
  if (run?.finished === undefined || !isNewest(session, record.sequence)) return undefined
  const preview = await parts.snapshots.preview(session.settings.workspace, run.snapshot, leftBy(record))
  if (!preview.ok) return undefined
  const { restores, removes, cannot } = preview.value
  return { restores: [...restores], removes: [...removes], cannot: [...cannot, ...ranCommands(record)] }
}

/** Newest first: later rounds are rolled back, and the open round has no reply yet. */
function isNewest(session: Session, sequence: number): boolean {
  if (session.rounds.get(sequence)?.state !== 'applied') return false
  return [...session.rounds.values()].every(
    (other) => other.sequence <= sequence || other.state === 'open' || other.state === 'rolled back',
  )
}

/**
 * Restores the files as they were before a round. Files that somebody has changed since are kept and named. The next outbox tells the LLM, and also
 * reopens a complete session.
 * @returns sentences about what could not be undone.
 */
export async function rollBackRound(
  parts: HomeParts,
  permit: Permit,
  session: Session,
  record: RoundRecord,
  by: { readonly actor: Actor; readonly confirmed?: Confirmation },
): Promise<Result<readonly string[]>> {
  const { run } = record
  if (run?.finished === undefined || !isNewest(session, record.sequence))
    return fail('conflict', 'Only the newest applied round can be rolled back, and only while no reply is pending.')
  const context = { root: session.settings.workspace, gate: parts.services.gate, ...by }
  const restored = await parts.snapshots.restore(context, run.snapshot, leftBy(record))
  if (!restored.ok) return restored
  const undone: RoundRecord = { ...record, rolledBack: { at: parts.services.now(), isTold: false } }
  const kept = await parts.store.putRound(permit, session.id, undone, false)
  if (!kept.ok) return kept
  const told = await tellRollBack(parts, permit, session.id, undone)
  return told.ok ? ok([...restored.value.cannot, ...ranCommands(record)]) : told
}

/** Reports the rollback of a round in the open round's outbox. Can be repeated after a crash at any point. */
export async function tellRollBack(parts: HomeParts, permit: Permit, id: string, record: RoundRecord): Promise<Result<void>> {
  const session = parts.store.get(id)
  const rolledBack = record.rolledBack
  if (session === undefined || rolledBack === undefined) return ok(undefined)
  const { file } = session
  const isLast = file.isComplete || file.sequenceNumber === record.sequence + 1
  const undone = resultsOf(record).map(takenBack)
  // Older rounds precede those reported already; when repeated after a crash, they are not reported twice.
  const others = isLast ? [] : file.lastResults.filter((result) => !undone.some((each) => each.summary === result.summary))
  const written = await parts.store.putFile(permit, {
    ...file,
    isComplete: false,
    sequenceNumber: file.isComplete ? record.sequence + 1 : file.sequenceNumber,
    updatedAt: new Date(rolledBack.at).toISOString(),
    lastResults: [...undone, ...others],
  })
  if (!written.ok) return written
  const now = parts.store.get(id)
  if (now === undefined) return ok(undefined)
  const open = await parts.store.round(id, now.file.sequenceNumber)
  const outbox = await writeOutbox(parts, permit, now, open.ok ? (open.value?.outbox.attach ?? []) : [])
  if (!outbox.ok) return outbox
  return parts.store.putRound(permit, id, { ...record, rolledBack: { ...rolledBack, isTold: true } }, false)
}

/** A command's effect on files is undone; its messages and output are not. */
function takenBack(result: CommandResult): CommandResult {
  const isChange = result.type === 'CREATE_FILE' || result.type === 'EDIT_FILE' || result.type === 'DELETE_FILE'
  return isChange && result.success ? failed(result.type, `Rolled back by the operator: ${result.summary}`) : result
}

function leftBy(record: RoundRecord): LeftBehind {
  const left = new Map<string, string | null>()
  for (const step of record.run?.steps ?? []) if (step.path !== undefined && step.left !== undefined) left.set(step.path, step.left)
  return left
}

/** Commands that ran: what they changed is unknown. */
function ranCommands(record: RoundRecord): string[] {
  return (record.run?.steps ?? []).flatMap(({ type, result }) => {
    const hasRun =
      type === 'RUN_COMMAND' &&
      result !== undefined &&
      /^(?:Ran |Command (?:timed out|stopped)|Stopped after|Interrupted)/u.test(result.summary)
    return hasRun ? [`The effects of commands are not rolled back: ${result.summary}`] : []
  })
}

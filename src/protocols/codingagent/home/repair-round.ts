import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import { classifyPaste } from '../pure/classify-paste.ts'
import { repairReply } from '../pure/repair.ts'
import { hashOf } from '../workspace/read-file.ts'
import type { HomeParts } from './home-parts.ts'
import { planReply } from './plan-round.ts'
import { freeProcessed } from './reply-file.ts'
import type { RoundRecord } from './round-record.ts'
import type { Session } from './session-store.ts'
import { openName } from './take-reply.ts'

/** Why a reply cannot be repaired. */
export const begun = fail('conflict', 'Parts of this reply have already been applied; it cannot be changed or withdrawn.')

/** Why what was meant for reply `shown` is not done: it has been replaced, as by another window. */
export function isOther(record: RoundRecord, shown: number): Result<never> | undefined {
  if (shown === record.replies) return undefined
  return fail('conflict', 'Another reply has taken the place of the one you saw. Review it first.')
}

/**
 * Replaces a reply with the version repaired by its lint findings, and keeps the original.
 * @param hash that of the plan the operator saw.
 * @returns the record to store; `conflict` if the plan has changed, or there is nothing to repair.
 */
export async function repairRound(
  parts: HomeParts,
  permit: Permit,
  session: Session,
  record: RoundRecord,
  hash: string,
): Promise<Result<RoundRecord>> {
  const planned = await planReply(parts, session, record)
  if (!planned.ok) return planned
  const before = record.reply
  if (before === undefined || planned.value === undefined || planned.value.plan.hash !== hash)
    return fail('conflict', 'The reply or a file has changed since you saw it. Review it again, then repair it.')
  const { text } = repairReply(planned.value.text)
  if (text === planned.value.text) return fail('conflict', 'Repair found nothing to fix in this reply.')
  const checked = classifyPaste(text, openName(session, record))
  if (!checked.ok) return checked
  const { name } = before
  const target = await freeProcessed(parts, `${name.slice(0, name.lastIndexOf('.'))}_repaired.txt`)
  if (!target.ok) return target
  const written = await parts.folder.write(permit, target.value, text)
  if (!written.ok) return written
  const { warnings, waits } = checked.value
  const { before: first, ...current } = before
  const reply = {
    ...current,
    name: target.value.slice(target.value.lastIndexOf('/') + 1),
    file: target.value,
    hash: hashOf(text),
    characters: text.length,
    warnings: [...warnings],
    waits,
    before: first ?? current,
  }
  return ok(withReply(record, reply))
}

/** Restores the original reply. */
export function unrepairRound(record: RoundRecord): Result<RoundRecord> {
  const before = record.reply?.before
  return before === undefined ? fail('conflict', 'This reply has not been repaired.') : ok(withReply(record, before))
}

function withReply(record: RoundRecord, reply: NonNullable<RoundRecord['reply']>): RoundRecord {
  const { dryRun: _dryRun, ...rest } = record
  return { ...rest, choices: [], replies: record.replies + 1, reply }
}

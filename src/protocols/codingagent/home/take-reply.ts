import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import { classifyPaste } from '../pure/classify-paste.ts'
import type { OpenRound } from '../pure/classify-paste.ts'
import type { HomeParts } from './home-parts.ts'
import { inboxFolder } from './names.ts'
import { freeProcessed, isStillInInbox, moveToProcessed, readInboxFile } from './reply-file.ts'
import type { InboxText } from './reply-file.ts'
import { freshRound } from './round-record.ts'
import type { RoundRecord } from './round-record.ts'
import type { Session } from './session-store.ts'

/**
 * The round that waits for a reply, or why there is none.
 * @param replaces the reply replaces one that was not applied.
 */
export async function openRoundOf(parts: HomeParts, session: Session, replaces = false): Promise<Result<RoundRecord>> {
  const { sequenceNumber, isComplete } = session.file
  if (isComplete) return fail('conflict', 'This session is done. Start another one.')
  const stored = await parts.store.round(session.id, sequenceNumber)
  if (!stored.ok) return stored
  // Another agent wrote the outbox: only its existence is known.
  const record =
    stored.value ?? freshRound(sequenceNumber, { at: parts.services.now(), version: 1, listed: 0, leftOut: [], attach: [] }, [])
  if (replaces && record.run === undefined) return ok({ ...record, choices: [] })
  if (record.reply !== undefined)
    return fail('conflict', `Round ${sequenceNumber} already has a reply. Apply or withdraw it before submitting another.`)
  return ok(record)
}

/** What a reply to a round has to answer. */
export function openName(session: Session, record: RoundRecord): OpenRound {
  return { session: session.id, sequence: record.sequence, version: record.outbox.version }
}

/**
 * Makes a file of `inbox/` the reply of a round: first it is recorded, then the file is moved to `inbox/processed/`. After a crash in between, the
 * record exists and the file only needs moving, so no file is used twice.
 * @param from its origin as the operator sees it.
 */
export async function takeReply(
  parts: HomeParts,
  permit: Permit,
  session: Session,
  record: RoundRecord,
  file: InboxText & { readonly name: string; readonly from: string },
): Promise<Result<RoundRecord>> {
  const { name, text, hash, from } = file
  const checked = classifyPaste(text, openName(session, record))
  if (!checked.ok) return checked
  const at = parts.services.now()
  const { warnings, waits } = checked.value
  // A name that is free, so that its existence shows whether the file was moved.
  const target = await freeProcessed(parts, name)
  if (!target.ok) return target
  const reply = { name, file: target.value, hash, characters: text.length, at, from, warnings: [...warnings], waits }
  const taken: RoundRecord = { ...record, choices: [], replies: record.replies + 1, reply }
  const kept = await parts.store.putRound(permit, session.id, taken, false)
  return kept.ok ? placeReply(parts, permit, session.id, taken) : kept
}

/** Moves the file of an accepted reply out of `inbox/`, unless that is done. */
export async function placeReply(parts: HomeParts, permit: Permit, id: string, record: RoundRecord): Promise<Result<RoundRecord>> {
  const { reply } = record
  if (reply === undefined || !(await isStillInInbox(parts, reply))) return ok(record)
  const moved = await moveToProcessed(parts, permit, reply.name)
  if (!moved.ok) return moved
  if (moved.value === reply.file) return ok(record)
  const placed: RoundRecord = { ...record, reply: { ...reply, file: moved.value } }
  const kept = await parts.store.putRound(permit, id, placed, false)
  return kept.ok ? ok(placed) : kept
}

/** Puts a pasted text into `inbox/` and takes it from there, like a file from another program. */
export async function pasteReply(parts: HomeParts, permit: Permit, session: Session, text: string): Promise<Result<RoundRecord>> {
  const record = await openRoundOf(parts, session)
  if (!record.ok) return record
  const checked = classifyPaste(text, openName(session, record.value))
  if (!checked.ok) return checked
  const name = `${session.id}_seq${String(record.value.sequence).padStart(4, '0')}_reply.txt`
  const written = await parts.folder.write(permit, `${inboxFolder}/${name}`, text)
  if (!written.ok) return written
  const read = await readInboxFile(parts, name)
  return read.ok ? takeReply(parts, permit, session, record.value, { ...read.value, name, from: 'clipboard' }) : read
}

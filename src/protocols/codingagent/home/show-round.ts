import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { FileDiff, Outbox, Round } from '../pure/api.ts'
import { diffLines } from '../pure/diff-lines.ts'
import { opaqueWords } from '../pure/plan.ts'
import type { StepEffect } from '../pure/plan.ts'
import type { HomeParts } from './home-parts.ts'
import { planReply } from './plan-round.ts'
import type { PlannedRound } from './plan-round.ts'
import { readReply } from './reply-file.ts'
import { rollBackOffer } from './roll-back.ts'
import { decidedIn, roundState, withChoice } from './round-record.ts'
import type { RoundRecord } from './round-record.ts'
import type { Session } from './session-store.ts'

/** A round with its plan, for the view. Rounds of other agents have neither a reply nor a plan. */
export async function showRound(parts: HomeParts, session: Session, sequence: number, isLive: boolean): Promise<Result<Round>> {
  const known = session.rounds.get(sequence)
  if (known === undefined) return noRound(sequence)
  const stored = await parts.store.round(session.id, sequence)
  if (!stored.ok) return stored
  const record = stored.value
  if (record === undefined) return ok({ session: session.id, sequence, state: known.state })
  const planned = await planReply(parts, session, record)
  // The reply of a finished round may be gone: the round is shown without it.
  if (!planned.ok && record.run?.finished === undefined) return planned
  return ok(await shown(parts, session, record, planned.ok ? planned.value : undefined, isLive))
}

async function shown(
  parts: HomeParts,
  session: Session,
  record: RoundRecord,
  planned: PlannedRound | undefined,
  isLive: boolean,
): Promise<Round> {
  const { reply, run, sequence } = record
  const interrupted = run?.interrupted ?? (isLive ? undefined : run?.steps.find((step) => step.state === 'started')?.type)
  const original = reply?.before === undefined ? undefined : await readReply(parts, reply.before)
  const decided = decidedIn(record)
  const rollBack = await rollBackOffer(parts, session, record)
  return {
    session: session.id,
    sequence,
    state: roundState(record, isLive),
    ...(reply !== undefined &&
      planned !== undefined && {
        reply: {
          number: record.replies,
          text: planned.text,
          characters: reply.characters,
          at: reply.at,
          from: reply.from,
          ...(reply.warnings.length > 0 && { warnings: reply.warnings }),
          ...(original?.ok === true && { original: original.value }),
        },
      }),
    ...(planned !== undefined && { plan: planned.plan }),
    ...(decided !== undefined && { decided }),
    ...(interrupted !== undefined && { interrupted }),
    ...(rollBack !== undefined && { rollBack }),
  }
}

/** One row of a round's plan as diff lines, and its body for editing. */
export async function showDiff(parts: HomeParts, session: Session, sequence: number, index: number): Promise<Result<FileDiff>> {
  const stored = await parts.store.round(session.id, sequence)
  if (!stored.ok) return stored
  if (stored.value === undefined) return noRound(sequence)
  const record = stored.value
  // A row that will not be applied is shown as if it were.
  const planned = await planReply(parts, session, { ...record, choices: withChoice(record.choices, { index, apply: true }) })
  if (!planned.ok) return planned
  const step = planned.value?.steps.find(({ row }) => row.index === index)
  if (step === undefined) return fail('not-found', `The reply has no command ${index}.`, { field: 'index' })
  const { command, effect, row } = step
  const edited = record.choices.find((choice) => choice.index === index)?.body
  const body = edited ?? ('body' in command ? command.body : command.type === 'RUN_COMMAND' ? command.text : undefined)
  return ok({ ...diffOf(effect, row.path ?? ''), ...(body !== undefined && { body }) })
}

/** What a step does to its file, as lines; contents that are not text are described. */
export function diffOf(effect: StepEffect | undefined, path: string): FileDiff {
  if (effect?.kind !== 'write' && effect?.kind !== 'delete') return { path, hunks: [] }
  if (effect.over === undefined) return diffLines(effect.path, effect.before, effect.kind === 'write' ? effect.after : '')
  const shown = effect.kind === 'write' ? diffLines(effect.path, undefined, effect.after) : { path, hunks: [] }
  const words = `${effect.kind === 'write' ? 'replaces' : 'deletes'} ${opaqueWords(effect.over)}`
  return { ...shown, note: shown.note === undefined ? words : `${words}; ${shown.note}` }
}

/** A round's outbox with its figures. */
export async function showOutbox(parts: HomeParts, session: Session, sequence: number): Promise<Result<Outbox>> {
  if (!session.rounds.has(sequence)) return noRound(sequence)
  const text = await parts.store.outbox(session.id, sequence)
  if (!text.ok) return text
  const stored = await parts.store.round(session.id, sequence)
  if (!stored.ok) return stored
  const { listed = 0, leftOut = [], copiedAt } = stored.value?.outbox ?? {}
  return ok({
    text: text.value,
    bytes: Buffer.byteLength(text.value),
    tokens: Math.ceil(text.value.length / 4),
    ...(copiedAt !== undefined && { copiedAt }),
    listed,
    leftOut: [...leftOut],
  })
}

/** The fault for a session that does not exist. */
export function noSession(id: string): Result<never> {
  return fail('not-found', `There is no session ${id} in this home.`, { field: 'session' })
}

/** The fault for a round that does not exist. */
export function noRound(sequence: number): Result<never> {
  return fail('not-found', `This session has no round ${sequence.toLocaleString('en-US')}.`, { field: 'sequence' })
}

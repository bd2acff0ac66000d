import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Confirmation, Gate, Permit } from '../../../core/protocol.ts'
import { appliedFirst } from '../pure/applied-first.ts'
import type { HomeParts } from './home-parts.ts'
import { finishRound } from './finish-round.ts'
import type { LiveRun } from './live-run.ts'
import { planReply } from './plan-round.ts'
import { runRound } from './run-round.ts'
import type { RoundRecord } from './round-record.ts'
import type { Session } from './session-store.ts'

/** Who applies a round, and which plan the operator saw. */
export interface ApplyOrder {
  readonly actor: Actor
  readonly confirmed?: Confirmation
  /** The gate for effects on the workspace. */
  readonly gate: Gate
  /** Nobody has seen the plan; see `RunOrder`. */
  readonly asks?: boolean
  /** Hash of the plan that was shown; absent: the current plan, whatever it is. */
  readonly hash?: string
}

/**
 * Applies a reply and writes the next outbox; a round interrupted by a crash resumes after the interrupted command.
 * @returns the record with all results, or `conflict` if the plan has changed since it was shown.
 */
export async function applyRound(
  parts: HomeParts,
  permit: Permit,
  session: Session,
  sequence: number,
  live: LiveRun,
  order: ApplyOrder,
): Promise<Result<RoundRecord>> {
  const stored = await parts.store.round(session.id, sequence)
  if (!stored.ok) return stored
  const record = stored.value
  if (record?.reply === undefined) return fail('conflict', `Round ${sequence} has no reply to apply.`)
  if (record.run?.finished !== undefined) return fail('conflict', appliedFirst(sequence))
  const planned = await planReply(parts, session, record)
  if (!planned.ok) return planned
  if (planned.value === undefined) return fail('conflict', `Round ${sequence} has no reply to apply.`)
  const { plan, steps } = planned.value
  if (order.hash !== undefined && order.hash !== plan.hash)
    return fail(
      'conflict',
      'The plan has changed since you saw it: a file, a choice or the reply is different. Review it again, then apply.',
    )
  const { actor, confirmed, gate, asks = false } = order
  const done = await runRound({ parts, permit, session }, record, steps, {
    actor,
    gate,
    asks,
    ...(confirmed !== undefined && { confirmed }),
    signal: live.signal,
    begins: (index, position, total, command) => live.begins(index, position, total, command),
    output: (text) => live.output(text),
  })
  if (!done.ok) return done
  const finished = await finishRound(parts, permit, session.id, done.value)
  return finished.ok ? ok(done.value) : finished
}

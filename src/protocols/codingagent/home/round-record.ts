import { z } from 'zod'
import { fail, ok, reasonOf } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { resultSchema } from '../pure/api.ts'
import type { CommandResult, Round } from '../pure/api.ts'
import { hashOf } from '../workspace/read-file.ts'

const path = z.string().max(limits.pathChars)
const hash = z.string().max(100)

/** One command of a reply in progress. It is stored as *started* before its effect, so that a crash never makes it run twice. */
export const stepSchema = z.object({
  index: z.int(),
  type: z.string().max(40),
  /** `not begun` revokes *started*: the command was interrupted before its effect. */
  state: z.enum(['started', 'done', 'not begun']),
  result: resultSchema.optional(),
  path: path.optional(),
  /** Hash of the contents it leaves at its path; null: nothing. */
  left: hash.nullable().optional(),
})
export type StepRecord = z.infer<typeof stepSchema>

const replySchema = z.object({
  /** Name that it had in `inbox/`, and in `inbox/processed/` once it is there. */
  name: z.string().max(300),
  file: z.string().max(400),
  hash,
  characters: z.int(),
  at: z.number(),
  from: z.string().max(300),
  warnings: z.array(z.string()),
  /** It is not applied automatically. Absent, from an earlier release: with any warning. */
  waits: z.boolean().optional(),
})

/**
 * Our record of a round, in `sessions/{id}/round-NNNN.json`: what its outbox showed, its reply, the operator's choices, and its progress.
 */
const roundRecordSchema = z.object({
  v: z.literal(1),
  sequence: z.int().min(1),
  outbox: z.object({
    at: z.number(),
    /** Increases when the round's outbox is rewritten. */
    version: z.int().min(1),
    listed: z.int(),
    leftOut: z.array(z.object({ reason: z.string(), files: z.int() })),
    attach: z.array(path),
    copiedAt: z.number().optional(),
  }),
  /** File versions that the LLM knows, with the round whose outbox showed them (0: it wrote them itself). */
  shown: z.array(z.object({ path, hash, round: z.int() })),
  /** Number of replies to the round so far, including withdrawn ones. */
  replies: z.int(),
  /** `before`: the original reply, if *Repair* produced this one. */
  reply: replySchema.extend({ before: replySchema.optional() }).optional(),
  choices: z.array(
    z.object({
      index: z.int(),
      apply: z.boolean().optional(),
      rebase: z.enum(['moved', 'kept']).optional(),
      body: z.string().max(limits.message).optional(),
    }),
  ),
  dryRun: z.object({ plan: z.string(), at: z.number(), failed: z.int() }).optional(),
  run: z
    .object({
      at: z.number(),
      snapshot: z.string().max(200),
      paths: z.array(path),
      steps: z.array(stepSchema),
      /** Name of the command that a crash interrupted. */
      interrupted: z.string().max(40).optional(),
      /** Present once every command has its result. */
      finished: z.object({ at: z.number(), isDone: z.boolean(), reads: z.array(path) }).optional(),
    })
    .optional(),
  /** `isTold`: an outbox has reported it. */
  rolledBack: z.object({ at: z.number(), isTold: z.boolean() }).optional(),
})
export type RoundRecord = z.infer<typeof roundRecordSchema>
export type Run = NonNullable<RoundRecord['run']>
export type StoredChoice = RoundRecord['choices'][number]

/** A record is never larger than this before it is applied; its results have as much room again. */
export const mostRecordBytes = 16 * 1024 * 1024
export const mostRunBytes = 2 * mostRecordBytes

/** The record of a round that has an outbox and no reply. */
export function freshRound(sequence: number, outbox: RoundRecord['outbox'], shown: RoundRecord['shown']): RoundRecord {
  return { v: 1, sequence, outbox, shown, replies: 0, choices: [] }
}

/** Reads a record. */
export function parseRound(text: string): Result<RoundRecord> {
  try {
    const parsed = roundRecordSchema.safeParse(JSON.parse(text))
    if (parsed.success) return ok(parsed.data)
    return fail('invalid', 'The record of this round cannot be read.', { detail: parsed.error.issues[0]?.message ?? '' })
  } catch (thrown) {
    return fail('invalid', 'The record of this round is not valid JSON.', { detail: reasonOf(thrown) })
  }
}

/** The state of a round. `isLive`: it is being applied now. */
export function roundState(record: RoundRecord | undefined, isLive: boolean): Round['state'] {
  if (record?.rolledBack !== undefined) return 'rolled back'
  if (record?.run !== undefined) return record.run.finished !== undefined ? 'applied' : isLive ? 'applying' : 'interrupted'
  return record?.reply === undefined ? 'open' : 'replied'
}

/** `Round.decided` of a reply that waits for the review; undefined: there is none. */
export function decidedIn({ reply, run, choices, dryRun }: RoundRecord): string | undefined {
  return reply === undefined || run !== undefined ? undefined : hashOf(JSON.stringify([choices, dryRun])).slice(0, 16)
}

/** Results in command order. */
export function resultsOf(record: RoundRecord): CommandResult[] {
  return (record.run?.steps ?? []).flatMap((step) => (step.result === undefined ? [] : [step.result]))
}

/** Choices with one of them changed; absent fields keep their value. `body: null` discards the operator's edit. */
export function withChoice(
  choices: readonly StoredChoice[],
  change: {
    readonly index: number
    readonly apply?: boolean | undefined
    readonly rebase?: StoredChoice['rebase']
    readonly body?: string | null | undefined
  },
): StoredChoice[] {
  const before = choices.find((choice) => choice.index === change.index)
  const { body: bodyBefore, ...rest } = before ?? { index: change.index }
  const body = change.body === null ? undefined : (change.body ?? bodyBefore)
  const merged: StoredChoice = {
    ...rest,
    ...(change.apply !== undefined && { apply: change.apply }),
    ...(change.rebase !== undefined && { rebase: change.rebase }),
    ...(body !== undefined && { body }),
  }
  return [...choices.filter((choice) => choice.index !== change.index), merged].toSorted((a, b) => a.index - b.index)
}

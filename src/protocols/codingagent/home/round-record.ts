import { z } from 'zod'
import { fail, ok, reasonOf } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { resultSchema } from '../pure/api.ts'
import type { CommandResult, Round } from '../pure/api.ts'

const path = z.string().max(limits.pathChars)
const hash = z.string().max(100)

/** One command of a reply on its way. It is stored as *started* before its effect, so that a crash never makes it run twice. */
export const stepSchema = z.object({
  index: z.int(),
  type: z.string().max(40),
  /** `not begun` takes back what was said of its start: it was cut off before its effect. */
  state: z.enum(['started', 'done', 'not begun']),
  result: resultSchema.optional(),
  path: path.optional(),
  /** Hash of what it leaves at its path; null: nothing. */
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
  /** It is not applied by itself. Absent, from an earlier release: with any warning. */
  waits: z.boolean().optional(),
})

/**
 * What we keep of a round in `sessions/{id}/round-NNNN.json`: what its outbox showed, which reply came, what the operator chose, how far it was applied.
 */
const roundRecordSchema = z.object({
  v: z.literal(1),
  sequence: z.int().min(1),
  outbox: z.object({
    at: z.number(),
    /** Grows when the outbox of the round is written anew. */
    version: z.int().min(1),
    listed: z.int(),
    leftOut: z.array(z.object({ reason: z.string(), files: z.int() })),
    attach: z.array(path),
    copiedAt: z.number().optional(),
  }),
  /** Versions of files that the LLM knows, with the round whose outbox showed them (0: it wrote them itself). */
  shown: z.array(z.object({ path, hash, round: z.int() })),
  /** Replies that were given to the round so far, with those that were taken back. */
  replies: z.int(),
  /** `before`: the reply as it came, where this is what *Repair* made of it. */
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
      /** Present when every command has its result. */
      finished: z.object({ at: z.number(), isDone: z.boolean(), reads: z.array(path) }).optional(),
    })
    .optional(),
  /** `isTold`: the next outbox says so. */
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

/** Where a round stands. `isLive`: it is being applied now. */
export function roundState(record: RoundRecord | undefined, isLive: boolean): Round['state'] {
  if (record?.rolledBack !== undefined) return 'rolled back'
  if (record?.run !== undefined) return record.run.finished !== undefined ? 'applied' : isLive ? 'applying' : 'interrupted'
  return record?.reply === undefined ? 'open' : 'replied'
}

/** Results in the order of the commands. */
export function resultsOf(record: RoundRecord): CommandResult[] {
  return (record.run?.steps ?? []).flatMap((step) => (step.result === undefined ? [] : [step.result]))
}

/** Choices with one of them changed; what it does not say stays. `body: null` takes the operator's own body back. */
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

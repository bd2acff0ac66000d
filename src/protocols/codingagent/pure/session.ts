import { z } from 'zod'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { parseJsonText } from '../../../core/json-text.ts'
import { limits } from '../../../core/limits.ts'
import type { CommandResult } from './api.ts'

const time = z
  .string()
  .max(64)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is not a time')

/** Other agents write `commandType`; `type` was written by our first release. */
const storedResult = z
  .object({
    commandType: z.string().max(limits.nameChars).optional(),
    type: z.string().max(limits.nameChars).optional(),
    success: z.boolean(),
    summary: z.string().max(limits.line),
    output: z.string().max(limits.commandOutput).nullish(),
  })
  .refine(({ commandType, type }) => commandType !== undefined || type !== undefined, 'has no commandType')

/** `sessions/{sessionId}.json` (specification: Session State), with exactly these keys, in this order. Unknown keys are dropped. */
const sessionFileSchema = z.object({
  sessionId: z.string().regex(/^[0-9a-f]{8}$/, 'has not 8 hexadecimal digits'),
  task: z.string().max(limits.message),
  /** Of the outbox written last. */
  sequenceNumber: z.int().min(1).max(9_999),
  isComplete: z.boolean(),
  /** ISO 8601, as written. */
  createdAt: time,
  updatedAt: time,
  lastResults: z.array(storedResult.transform(ourResult)).max(10_000),
  readFileRequests: z.array(z.string().max(limits.pathChars)).max(10_000),
})
export type SessionFile = z.infer<typeof sessionFileSchema>

function ourResult({ commandType, type, output, ...result }: z.output<typeof storedResult>): CommandResult {
  return { type: commandType ?? type ?? '', ...result, ...(typeof output === 'string' ? { output } : {}) }
}

/** Reads a session file. Fault `invalid` or `too-large`, with the reason. */
export function parseSessionFile(text: string): Result<SessionFile> {
  const json = parseJsonText(text, 'The session file')
  if (!json.ok) return json
  const parsed = sessionFileSchema.safeParse(json.value)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  return fail(
    'invalid',
    `The session file cannot be used: ${field === '' ? 'it does not contain a session' : `the value of “${field}” is invalid`}.`,
    {
      detail: issue?.message,
    },
  )
}

/** The bytes of a session file. */
export function formatSessionFile(session: SessionFile): string {
  const { sessionId, task, sequenceNumber, isComplete, createdAt, updatedAt, readFileRequests } = session
  const lastResults = session.lastResults.map(({ type, ...result }) => ({ commandType: type, ...result }))
  const ordered = { sessionId, task, sequenceNumber, isComplete, createdAt, updatedAt, lastResults, readFileRequests }
  return `${JSON.stringify(ordered, undefined, 2)}\n`
}

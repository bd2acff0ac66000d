import { z } from 'zod'
import { redactionKinds } from './redact.ts'

const pieceSchema = z.object({ text: z.string(), was: z.string().optional(), kind: z.enum(redactionKinds).optional() })

/** A line of a case for its preview: as it is here (`was`) and in the case (`text`). */
export const caseRowSchema = z.object({
  n: z.int().positive(),
  at: z.number(),
  protocol: z.string(),
  from: z.string(),
  pieces: z.array(pieceSchema),
})
export type CaseRow = z.infer<typeof caseRowSchema>

/** Whether something of its text is replaced. */
export function isChanged({ pieces }: Pick<CaseRow, 'pieces'>): boolean {
  return pieces.some(({ was }) => was !== undefined)
}

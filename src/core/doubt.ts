import { z } from 'zod'

/**
 * What the operator should know about a message. A sentence alone says what is wrong (bad bytes, a forged name).
 * With a severity, as a lint's rule has one: error = wrong · warning = nothing proves it · info = neither, only good to know.
 */
export const doubtSchema = z.union([z.string(), z.object({ severity: z.enum(['error', 'warning', 'info']), text: z.string() })])
export type Doubt = z.infer<typeof doubtSchema>
export type Severity = Exclude<Doubt, string>['severity']

/** A doubt with its severity. */
export function graded(doubt: Doubt): { readonly severity: Severity; readonly text: string } {
  return typeof doubt === 'string' ? { severity: 'error', text: doubt } : doubt
}

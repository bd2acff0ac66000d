import { z } from 'zod'

/**
 * What the operator should know about a message. A plain string says what is wrong (bad bytes, a forged name).
 * With a severity, as in lint rules: error = wrong · warning = unverified · info = neither, just good to know.
 */
export const doubtSchema = z.union([z.string(), z.object({ severity: z.enum(['error', 'warning', 'info']), text: z.string() })])
export type Doubt = z.infer<typeof doubtSchema>
export type Severity = Exclude<Doubt, string>['severity']

/** Gives a doubt its severity. */
export function graded(doubt: Doubt): { readonly severity: Severity; readonly text: string } {
  return typeof doubt === 'string' ? { severity: 'error', text: doubt } : doubt
}

/** The doubt about a message in the operator's name that this program did not send. */
export const notSentHere = 'not sent from here'

/** The first doubt about who wrote a message, as its protocol words it; undefined: only other things are doubted. */
export function authorDoubt(
  doubts: readonly Doubt[] | undefined,
  isAboutAuthor: (text: string) => boolean = () => false,
): string | undefined {
  return doubts?.map((doubt) => graded(doubt).text).find((text) => text === notSentHere || isAboutAuthor(text))
}

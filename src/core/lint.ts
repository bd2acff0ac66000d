import { z } from 'zod'

/** Whole lines to put in the place of the 1-based physical lines `line` to `lastLine`, without their ends; none takes those away. */
const lineEditSchema = z.object({ line: z.int().positive(), lastLine: z.int().positive(), lines: z.array(z.string()) })
export type LineEdit = z.infer<typeof lineEditSchema>

export const findingSchema = z.object({
  rule: z.string(), // `CH001`
  line: z.int().positive(), // 1-based physical line
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  /** How the line should read, for a person. */
  fix: z.string().optional(),
  /** What a program has to change so that it does; the only lines that mending this may touch. */
  edits: z.array(lineEditSchema).optional(),
})
/** One problem that a protocol's lint found. Printed as one JSON line by `patchbay lint`, keys in this order. */
export type Finding = z.infer<typeof findingSchema>

/** A rule of a protocol's lint, as its help and the screen name it. */
interface LintRule<R extends string> {
  readonly rule: R
  readonly severity: Finding['severity']
  readonly about: string
}

/** Findings by the rules of one protocol: each gets the severity of its own rule. `line` is the 1-based physical line. */
export function findingsBy<R extends string>(
  rules: readonly LintRule<R>[],
): (rule: R, line: number, message: string, fix?: string, edits?: readonly LineEdit[]) => Finding {
  return (rule, line, message, fix, edits = []) => {
    const severity = rules.find((known) => known.rule === rule)?.severity ?? 'error'
    return { rule, line, severity, message, ...(fix === undefined ? {} : { fix }), ...(edits.length === 0 ? {} : { edits: [...edits] }) }
  }
}

import { z } from 'zod'

/** Whole lines that replace the 1-based physical lines `line` to `lastLine`, without line ends; an empty list removes them. */
const lineEditSchema = z.object({ line: z.int().positive(), lastLine: z.int().positive(), lines: z.array(z.string()) })
export type LineEdit = z.infer<typeof lineEditSchema>

export const findingSchema = z.object({
  rule: z.string(), // `CH001`
  line: z.int().positive(), // 1-based physical line
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  /** How the line should read, for a person. */
  fix: z.string().optional(),
  /** The edits that fix it, for a program; a fix may touch no other lines. */
  edits: z.array(lineEditSchema).optional(),
})
/** One problem found by a protocol's lint. Printed as one JSON line by `patchbay lint`, keys in this order. */
export type Finding = z.infer<typeof findingSchema>

/** A rule of a protocol's lint, as shown in its help and on the screen. */
interface LintRule<R extends string> {
  readonly rule: R
  readonly severity: Finding['severity']
  readonly about: string
}

/** A protocol's lint: its rules, and a way to report findings. */
interface Lint<R extends LintRule<string>> {
  readonly rules: readonly R[]
  /** A finding with the severity of its rule. `line` is the 1-based physical line. */
  finding(this: void, rule: R['rule'], line: number, message: string, fix?: string, edits?: readonly LineEdit[]): Finding
  isError(this: void, rule: R['rule']): boolean
  /** The result of `Protocol.lint`: findings in line order, at most `most`. */
  inOrder(this: void, findings: readonly Finding[], most?: number): Finding[]
}

/** Maximum findings per text, so that no text floods a screen. */
const mostFindings = 1_000

/** Builds a protocol's lint from its rules: the only place that defines a rule, its severity and its help. */
export function defineLint<const R extends LintRule<string>>(rules: readonly R[]): Lint<R> {
  const severities = new Map<string, Finding['severity']>(rules.map(({ rule, severity }) => [rule, severity]))
  return {
    rules,
    finding(rule, line, message, fix, edits = []) {
      const severity = severities.get(rule) ?? 'error'
      return { rule, line, severity, message, ...(fix === undefined ? {} : { fix }), ...(edits.length === 0 ? {} : { edits: [...edits] }) }
    },
    isError: (rule) => severities.get(rule) === 'error',
    inOrder: (findings, most = mostFindings) => findings.toSorted((one, other) => one.line - other.line).slice(0, most),
  }
}

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

/** What a protocol lints with: its rules, and findings by them. */
interface Lint<R extends LintRule<string>> {
  readonly rules: readonly R[]
  /** A finding with the severity of its rule. `line` is the 1-based physical line. */
  finding(this: void, rule: R['rule'], line: number, message: string, fix?: string, edits?: readonly LineEdit[]): Finding
  isError(this: void, rule: R['rule']): boolean
  /** What `Protocol.lint` answers: the findings in the order of their lines, at most `most`. */
  inOrder(this: void, findings: readonly Finding[], most?: number): Finding[]
}

/** Most findings of one text, so that no text floods a screen. */
const mostFindings = 1_000

/** Makes the lint of a protocol from its rules: the only place in which a rule, its severity and its help are written. */
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

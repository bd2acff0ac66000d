/** A rule of `patchbay lint scuttlebot`. */
export interface LintRule {
  readonly rule: string
  readonly severity: 'error' | 'warning'
  /** What the rule asks for. */
  readonly title: string
}

/** Every rule, in order. Only IR001 is about what the peers refuse; the others are about what they take and nobody means. */
export const lintRules = [
  { rule: 'IR001', severity: 'error', title: 'an envelope is a JSON object with v 1, type, id and from' },
  { rule: 'IR002', severity: 'warning', title: 'from is the nick that sends it' },
  { rule: 'IR003', severity: 'warning', title: 'id is a ULID' },
  { rule: 'IR004', severity: 'warning', title: 'each field stands once, in lower case, and is one of the specification' },
  { rule: 'IR005', severity: 'warning', title: 'ts is a time in milliseconds' },
  { rule: 'IR006', severity: 'warning', title: 'each entry of to can match somebody' },
  { rule: 'IR007', severity: 'warning', title: 'a built-in type has the payload of the specification' },
  { rule: 'IR008', severity: 'warning', title: 'a type of one’s own has a namespace with dots' },
  { rule: 'IR009', severity: 'warning', title: 'the envelope fits one line of IRC' },
] as const satisfies readonly LintRule[]
export type RuleName = (typeof lintRules)[number]['rule']

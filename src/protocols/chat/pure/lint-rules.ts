import { findingsBy } from '../../../core/lint.ts'
import type { Finding } from '../../../core/lint.ts'

/** The rules of `patchbay lint chat`, by number. */
export const lintRules = [
  { rule: 'CH001', severity: 'error', about: 'a line that looks like a header does not parse' },
  { rule: 'CH002', severity: 'error', about: 'a name is off the alphabet' },
  { rule: 'CH003', severity: 'error', about: 'the body is empty' },
  { rule: 'CH004', severity: 'warning', about: 'an indented line looks like a message of its own' },
  { rule: 'CH005', severity: 'warning', about: 'carriage returns' },
  { rule: 'CH006', severity: 'error', about: 'a limit is passed' },
  { rule: 'CH007', severity: 'warning', about: 'nobody knows the recipient or an observer' },
  { rule: 'CH008', severity: 'warning', about: 'bytes that are not UTF-8, or a NUL' },
] as const satisfies readonly { rule: string; severity: Finding['severity']; about: string }[]

export type LintRule = (typeof lintRules)[number]['rule']

/** A finding with the rule's own severity. */
export const finding = findingsBy<LintRule>(lintRules)

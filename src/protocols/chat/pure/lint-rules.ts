import { defineLint } from '../../../core/lint.ts'

/** The rules of `patchbay lint chat`, by number. */
export const { rules: lintRules, finding } = defineLint([
  { rule: 'CH001', severity: 'error', about: 'a line that looks like a header does not parse' },
  { rule: 'CH002', severity: 'error', about: 'a name is off the alphabet' },
  { rule: 'CH003', severity: 'error', about: 'the body is empty' },
  { rule: 'CH004', severity: 'warning', about: 'an indented line looks like a message of its own' },
  { rule: 'CH005', severity: 'warning', about: 'carriage returns' },
  { rule: 'CH006', severity: 'error', about: 'a limit is passed' },
  { rule: 'CH007', severity: 'warning', about: 'nobody knows the recipient or an observer' },
  { rule: 'CH008', severity: 'warning', about: 'bytes that are not UTF-8, or a NUL' },
])

export type LintRule = (typeof lintRules)[number]['rule']

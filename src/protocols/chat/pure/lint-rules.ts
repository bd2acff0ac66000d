import { defineLint } from '../../../core/lint.ts'

/** The rules of `patchbay lint chat`, by number. */
export const { rules: lintRules, finding } = defineLint([
  { rule: 'CH001', severity: 'error', about: 'a line looks like a header but cannot be parsed' },
  { rule: 'CH002', severity: 'error', about: 'a name contains characters that are not allowed' },
  { rule: 'CH003', severity: 'error', about: 'the message text is empty' },
  { rule: 'CH004', severity: 'warning', about: 'an indented line looks like a separate message' },
  { rule: 'CH005', severity: 'warning', about: 'carriage returns' },
  { rule: 'CH006', severity: 'error', about: 'a limit is exceeded' },
  { rule: 'CH007', severity: 'warning', about: 'a recipient or observer is unknown' },
  { rule: 'CH008', severity: 'warning', about: 'bytes that are not valid UTF-8, or a NUL' },
])

export type LintRule = (typeof lintRules)[number]['rule']

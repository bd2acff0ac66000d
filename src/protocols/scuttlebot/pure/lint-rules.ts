import { defineLint } from '../../../core/lint.ts'

/**
 * The rules of `patchbay lint scuttlebot`, by number. Only IR001 covers what other implementations refuse; the others cover what they accept but was hardly
 * intended.
 */
export const {
  rules: lintRules,
  finding,
  inOrder,
} = defineLint([
  { rule: 'IR001', severity: 'error', about: 'an envelope is a JSON object with v 1, type, id and from' },
  { rule: 'IR002', severity: 'warning', about: 'from is the sender’s nick' },
  { rule: 'IR003', severity: 'warning', about: 'id is a ULID' },
  { rule: 'IR004', severity: 'warning', about: 'each field occurs once, is in lower case, and is defined in the specification' },
  { rule: 'IR005', severity: 'warning', about: 'ts is a time in milliseconds' },
  { rule: 'IR006', severity: 'warning', about: 'each entry of to can match an agent' },
  { rule: 'IR007', severity: 'warning', about: 'a built-in type has the payload defined in the specification' },
  { rule: 'IR008', severity: 'warning', about: 'a custom type has a dotted namespace' },
  { rule: 'IR009', severity: 'warning', about: 'the envelope fits on one IRC line' },
])

export type RuleName = (typeof lintRules)[number]['rule']

import { defineLint } from '../../../core/lint.ts'

/** The rules of `patchbay lint scuttlebot`, by number. Only IR001 is about what the peers refuse; the others are about what they take and nobody means. */
export const {
  rules: lintRules,
  finding,
  inOrder,
} = defineLint([
  { rule: 'IR001', severity: 'error', about: 'an envelope is a JSON object with v 1, type, id and from' },
  { rule: 'IR002', severity: 'warning', about: 'from is the nick that sends it' },
  { rule: 'IR003', severity: 'warning', about: 'id is a ULID' },
  { rule: 'IR004', severity: 'warning', about: 'each field stands once, in lower case, and is one of the specification' },
  { rule: 'IR005', severity: 'warning', about: 'ts is a time in milliseconds' },
  { rule: 'IR006', severity: 'warning', about: 'each entry of to can match somebody' },
  { rule: 'IR007', severity: 'warning', about: 'a built-in type has the payload of the specification' },
  { rule: 'IR008', severity: 'warning', about: 'a type of one’s own has a namespace with dots' },
  { rule: 'IR009', severity: 'warning', about: 'the envelope fits one line of IRC' },
])

export type RuleName = (typeof lintRules)[number]['rule']

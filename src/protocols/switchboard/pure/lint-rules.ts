import { defineLint } from '../../../core/lint.ts'
import type { Finding } from '../../../core/lint.ts'

/** The rules of `patchbay lint switchboard`, by number. */
const lint = defineLint([
  { rule: 'SW001', severity: 'error', about: 'a mailbox file is not a message' },
  { rule: 'SW002', severity: 'error', about: 'a mailbox name is not valid' },
  { rule: 'SW003', severity: 'warning', about: 'a message file is not named after the message id' },
  { rule: 'SW004', severity: 'warning', about: 'a message is in a mailbox that it is not addressed to' },
  { rule: 'SW005', severity: 'warning', about: 'an action or its direction is unusual' },
  { rule: 'SW006', severity: 'warning', about: 'a message has no receipt' },
  { rule: 'SW007', severity: 'warning', about: 'a receipt or mark has no message' },
  { rule: 'SW008', severity: 'error', about: 'server_info.json is stale or cannot be read' },
  { rule: 'SW009', severity: 'error', about: 'other users can read the token' },
  { rule: 'SW010', severity: 'error', about: 'state.json cannot be read' },
  { rule: 'SW011', severity: 'warning', about: 'mailboxes differ only in case' },
  { rule: 'SW012', severity: 'warning', about: 'two files contain a message with the same id' },
  { rule: 'SW013', severity: 'info', about: 'a temporary file was left behind' },
  { rule: 'SW014', severity: 'warning', about: 'a recipient is not registered' },
])

export const lintRules = lint.rules

export type LintRule = (typeof lintRules)[number]['rule']

/** A finding with its rule's severity. Mailbox files are JSON, so findings have no line. */
export function finding(rule: LintRule, message: string, fix?: string): Finding {
  return lint.finding(rule, 1, message, fix)
}

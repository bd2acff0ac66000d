import { defineLint } from '../../../core/lint.ts'

/** The rules of `patchbay lint jaibber`, by number. Sections are those of the specification. */
export const {
  rules: lintRules,
  finding,
  isError,
  inOrder,
} = defineLint([
  { rule: 'JA001', severity: 'error', about: 'a message is one JSON object' },
  { rule: 'JA002', severity: 'error', about: 'from, fromUsername, projectId, text, messageId and type are strings' },
  { rule: 'JA003', severity: 'error', about: 'an optional field has the correct type' },
  { rule: 'JA004', severity: 'error', about: 'a message fits into 64 KiB' },
  { rule: 'JA005', severity: 'warning', about: 'the type is defined in the specification ("Message Types")' },
  { rule: 'JA006', severity: 'warning', about: 'messageId and responseId are UUIDs' },
  { rule: 'JA007', severity: 'error', about: 'typing, chunk, response and error identify their answer' },
  { rule: 'JA008', severity: 'error', about: 'the messageId of chunk, response and error is the responseId ("Streaming Protocol")' },
  { rule: 'JA009', severity: 'warning', about: 'a response has isAgentMessage, responseDepth and respondingChain' },
  { rule: 'JA010', severity: 'warning', about: 'depth and chain match ("Loop Prevention")' },
  { rule: 'JA011', severity: 'warning', about: 'mentions match the text' },
  { rule: 'JA012', severity: 'warning', about: 'an agent’s message names the agent' },
  { rule: 'JA013', severity: 'warning', about: 'an attachment is an http or https link' },
  { rule: 'JA014', severity: 'warning', about: 'a name contains no hidden characters' },
  { rule: 'JA015', severity: 'info', about: 'a field is not in the specification' },
])

export type LintRule = (typeof lintRules)[number]['rule']

import { defineLint } from '../../../core/lint.ts'

/** The rules of `patchbay lint jaibber`, by number. Sections are those of the specification. */
export const {
  rules: lintRules,
  finding,
  isError,
  inOrder,
} = defineLint([
  { rule: 'JA001', severity: 'error', about: 'a message is one JSON object' },
  { rule: 'JA002', severity: 'error', about: 'from, fromUsername, projectId, text, messageId and type are texts' },
  { rule: 'JA003', severity: 'error', about: 'a field that may be left out has its kind' },
  { rule: 'JA004', severity: 'error', about: 'a message fits into 64 KiB' },
  { rule: 'JA005', severity: 'warning', about: 'the type is one of the specification ("Message Types")' },
  { rule: 'JA006', severity: 'warning', about: 'messageId and responseId are UUIDs' },
  { rule: 'JA007', severity: 'error', about: 'typing, chunk, response and error say which answer they belong to' },
  { rule: 'JA008', severity: 'error', about: 'the messageId of chunk, response and error is the responseId ("Streaming Protocol")' },
  { rule: 'JA009', severity: 'warning', about: 'a response says isAgentMessage, responseDepth and respondingChain' },
  { rule: 'JA010', severity: 'warning', about: 'depth and chain agree ("Loop Prevention")' },
  { rule: 'JA011', severity: 'warning', about: 'mentions are those of the text' },
  { rule: 'JA012', severity: 'warning', about: 'a message of an agent names the agent' },
  { rule: 'JA013', severity: 'warning', about: 'an attachment is a link of http or https' },
  { rule: 'JA014', severity: 'warning', about: 'a name holds nothing that cannot be seen' },
  { rule: 'JA015', severity: 'info', about: 'a field is none of the specification' },
])

export type LintRule = (typeof lintRules)[number]['rule']

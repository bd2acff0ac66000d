import type { Finding } from '../../../core/lint.ts'
import { finding } from './lint-rules.ts'
import { parseReply } from './parse-reply.ts'

export { lintRules } from './lint-rules.ts'

/** Problems in the text of a reply, in the order of its lines. Linear in the text. */
export function lintReply(text: string): Finding[] {
  const { commands } = parseReply(text)
  return commands.flatMap((command) => (command.type === 'PARSE_ERROR' ? [finding('CA001', command.line, `${command.text}.`)] : []))
}

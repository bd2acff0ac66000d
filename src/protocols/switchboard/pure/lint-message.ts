import type { Finding } from '../../../core/lint.ts'
import { nameKey } from './agent-name.ts'
import { finding } from './lint-rules.ts'
import { actions, parseMessageFile } from './message.ts'
import type { SwitchboardMessage } from './message.ts'
import { oddDirection } from './roles.ts'
import type { Party } from './roles.ts'

/** Findings for the text of one message. `known`: names that may be addressed; undefined: not checked. */
export function lintMessageText(text: string, known?: ReadonlySet<string>): Finding[] {
  const parsed = parseMessageFile('The message', text)
  if (!parsed.ok) return [finding('SW001', parsed.fault.message, parsed.fault.fix)]
  const { action, recipient } = parsed.value
  const found = actions.some((each) => each === action) ? [] : [finding('SW005', `“${action}” is not an action of the protocol.`)]
  const keys = known === undefined ? undefined : new Set([...known].map(nameKey))
  return keys === undefined || keys.has(nameKey(recipient)) ? found : [...found, strangerFinding(recipient)]
}

/** What is odd about the direction of a message, given what is known about its parties. */
export function lintDirection(message: SwitchboardMessage, partyOf: (name: string) => Party): Finding[] {
  const odd = oddDirection(message.action, partyOf(message.sender), partyOf(message.recipient))
  return odd === undefined ? [] : [finding('SW005', odd)]
}

/** The recipient is unknown. */
export function strangerFinding(recipient: string): Finding {
  return finding('SW014', `No agent is registered as “${recipient}”.`)
}

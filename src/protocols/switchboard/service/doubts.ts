import type { Doubt } from '../../../core/doubt.ts'
import type { StoredMessage } from '../files/mailbox-types.ts'
import { nameKey } from '../pure/agent-name.ts'
import { claimWords, neverCounts, notFromItsSession } from '../pure/claim.ts'
import { oddDirection } from '../pure/roles.ts'
import type { Party } from '../pure/roles.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import { findAgent, roleOf } from './core.ts'

/**
 * What is unusual or unverified about a message. As long as the sender is unverified, whether the action fits it is a guess.
 * @param isProven a session of ours wrote it under its own name. @param writesBySession only our own server writes for the name
 */
export function doubtsAbout(
  { agent, message }: StoredMessage,
  isProven: boolean,
  state: SwitchboardState,
  writesBySession: (name: string) => boolean,
): Doubt[] {
  const { sender, recipient, action } = message
  const odd = oddDirection(action, partyIn(state, sender), partyIn(state, recipient))
  return [
    ...(isProven ? [] : [unproven(claimWords)]),
    ...(!isProven && writesBySession(sender) ? [unproven(notFromItsSession)] : []),
    ...(!isProven && action === 'execute' ? [unproven(neverCounts)] : []),
    ...(nameKey(agent) === nameKey(recipient) ? [] : [`Addressed to ${recipient}, but found in the mailbox of ${agent}.`]),
    ...(odd === undefined ? [] : [isProven ? ({ severity: 'info', text: odd } as const) : unproven(odd)]),
  ]
}

function unproven(text: string): Doubt {
  return { severity: 'warning', text }
}

/** What the state says about the agent. */
export function partyIn(state: SwitchboardState, name: string): Party {
  const found = findAgent(state, name)
  const role = roleOf(state, name)
  return { name, isTerminal: found?.kind === 'terminal', ...(role === undefined ? {} : { role }) }
}

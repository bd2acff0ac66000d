import { nameKey } from './agent-name.ts'
import type { Action } from './message.ts'

/** Specification: Roles. */
export const roles = ['lead', 'coder 1', 'coder 2', 'reviewer', 'tester', 'researcher', 'execution'] as const
export type Role = (typeof roles)[number]

/** What is known of a party when a message goes from one to another. */
export interface Party {
  readonly name: string
  readonly role?: string
  readonly isTerminal?: boolean
}

/**
 * What is odd about the direction of a message (specification: Action Types, Direction), in a sentence; undefined when nothing is.
 * A role that nobody has said is never odd.
 */
export function oddDirection(action: string, sender: Party, recipient: Party): string | undefined {
  switch (action as Action) {
    case 'delegate_task':
      return isOther(sender.role, 'lead') ? `${sender.name} is ${sender.role} and delegates work, which is the lead’s job.` : undefined
    case 'request_review':
      return isOther(recipient.role, 'reviewer')
        ? `${recipient.name} is ${recipient.role} and is asked for a review, which is the reviewer’s job.`
        : undefined
    case 'submit_result':
      return isOther(recipient.role, 'lead')
        ? `${recipient.name} is ${recipient.role} and receives a result, which should go to the lead.`
        : undefined
    case 'execute':
      return recipient.isTerminal === true && sender.role === 'lead'
        ? undefined
        : 'An execute is only valid from the lead to a registered terminal.'
    case 'status_update':
      return nameKey(sender.name) === nameKey(recipient.name) ? `${sender.name} sends a message to itself.` : undefined
    default:
      return `“${action.slice(0, 64)}” is not an action of the protocol.`
  }
}

function isOther(role: string | undefined, expected: Role): boolean {
  return role !== undefined && role !== expected
}

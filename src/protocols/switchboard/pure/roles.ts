import { nameKey } from './agent-name.ts'
import type { Action } from './message.ts'

/** Specification: Roles. */
export const roles = ['lead', 'coder 1', 'coder 2', 'reviewer', 'tester', 'researcher', 'execution'] as const
export type Role = (typeof roles)[number]

/** What is known about the sender or recipient of a message. */
export interface Party {
  readonly name: string
  readonly role?: string
  readonly isTerminal?: boolean
}

/**
 * What is odd about the direction of a message (specification: Action Types, Direction), as a sentence; undefined if nothing is. Unknown roles are never odd.
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

import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import { actions } from '../pure/message.ts'
import { roles } from '../pure/roles.ts'

/** Fields that several tools have, each with the words a language model reads. */

export const agentName = z
  .string()
  .min(1)
  .max(limits.nameChars)
  .describe('Name of an agent: letters a–z, digits, blank, _ and -. Upper and lower case mean the same agent.')
export const action = z
  .enum(actions)
  .describe(
    'delegate_task: give work to an agent. request_review: ask a reviewer. submit_result: return finished work, with replyTo. status_update: tell progress. execute: a command line for a registered terminal; only from the role lead, and the operator has to approve it.',
  )
export const role = z.enum(roles).describe('A role of the team.')
export const payload = z
  .string()
  .min(1)
  .max(limits.message)
  .describe('The text: the task, what to review, the result, the status, or the command line.')
export const metadata = z
  .record(z.string().max(128), z.unknown())
  .describe('Key-value pairs that travel along. A time in due says when you expect an answer.')
export const messageId = z.string().min(1).max(128).describe('Id of a message, as check_inbox or send_message gives it.')
export const shortText = z.string().max(2_000)

/** What `check_inbox` and `search_messages` give of a message. */
export const summary = z.object({
  id: z.string(),
  action: z.string(),
  sender: z.string(),
  isClaim: z.boolean().describe('True: only the file names the sender, and no session proves it. Anybody can write such a file.'),
  recipient: z.string(),
  createdAt: z.string(),
  state: z.enum(['new', 'read', 'acknowledged', 'answered', 'archived']),
  payload: z.string().describe('The text, or its beginning when isWhole is false.'),
  isWhole: z.boolean(),
  doubts: z.array(z.string()).describe('What is odd or unproven about the message; the operator sees the same.'),
  replyTo: z.string().optional(),
  team: z.string().optional(),
})

/** What became of one message. */
export const sent = z.object({
  id: z.string(),
  recipient: z.string(),
  receipt: z.string().describe('File of the delivery receipt, relative to the workspace; empty for an execute.'),
  isNew: z.boolean().describe('False: this id had been delivered before, nothing was written again.'),
  warnings: z
    .array(z.string())
    .describe('What you have to know about it, for example that nobody is registered under the name; it was taken all the same.'),
})

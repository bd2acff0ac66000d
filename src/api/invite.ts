import { z } from 'zod'
import { inviteChoiceSchema } from '../core/invite/invite.ts'
import { method } from '../core/method.ts'

/** Inviting agents: the contract's part for *Agents → Invite*. */
const id = z.string().min(1).max(200)

/** What an invitation does to one file, as the screen shows it. */
const shownChangeSchema = z.object({
  /** Absolute path. */
  file: z.string(),
  /** Outside the project: confirmed by itself. */
  isOutside: z.boolean(),
  verb: z.enum(['new', 'changed', 'removed']),
  why: z.string(),
  lines: z.array(z.object({ sign: z.enum(['+', '-', ' ', '@']), text: z.string() })).max(1_000),
})
export type ShownChange = z.infer<typeof shownChangeSchema>

export const inviteContract = {
  /** What an invitation, or its removal, would change now. */
  'invites.plan': method(
    z.object({ workspace: id, choice: inviteChoiceSchema }).strict(),
    z.object({
      changes: z.array(shownChangeSchema).max(8),
      notes: z.array(z.string()).max(12),
      /** Digest of the changes; `invites.apply` names it. */
      digest: z.string(),
    }),
  ),
  /** Changes the files, if they still would change as the digest says. Each file outside the project is asked about. @returns what is left to do in the client. */
  'invites.apply': method(
    z.object({ workspace: id, choice: inviteChoiceSchema, digest: z.string().max(100) }).strict(),
    z.object({ next: z.array(z.string()).max(12) }),
  ),
} as const

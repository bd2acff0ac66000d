import { z } from 'zod'
import { caseLeftOutSchema, caseTimeSchema } from '../core/case/lines.ts'
import { redactionKinds } from '../core/case/redact.ts'
import { caseRowSchema } from '../core/case/row.ts'
import { limits } from '../core/limits.ts'
import { method } from '../core/method.ts'
import { unreadTextsSchema } from '../core/unread-texts.ts'

/**
 * Cases: a preview makes one in a thread, and each page keeps its last in the engine; its lines and its page are read in pieces. Making one can be followed
 * and cancelled.
 */
const id = z.string().min(1).max(200)
const none = z.object({})
const hash = z.string().length(64)

/** What is replaced if the operator wants it; secrets always are. */
export const chosenKinds = ['home', 'mail', 'host', 'me', 'agent'] as const

const caseChoiceSchema = z.strictObject({
  title: z.string().max(limits.nameChars),
  /** ms: `from` included, `to` not. */
  from: caseTimeSchema,
  to: caseTimeSchema,
  /** Left out: conversations as `conversationId` writes them, and what only these agents said and were told. */
  leftConversations: z.array(z.string().max(limits.queryChars)).max(limits.agentsListed),
  leftAgents: z.array(z.string().max(limits.nameChars)).max(limits.agentsListed),
  hasTools: z.boolean(),
})

const casePreviewSchema = z.object({
  hash,
  /** As it is in the case: the name of a file must not say more. */
  title: z.string(),
  /** Lines of the conversation, and how many of them are changed. */
  events: z.int(),
  changed: z.int(),
  /** By kind; those that replaced nothing are left out. */
  replaced: z.array(z.object({ kind: z.enum(redactionKinds), times: z.int(), names: z.int() })),
  leftOut: z.array(caseLeftOutSchema),
  /** What the time holds, chosen or not. */
  conversations: z.array(z.object({ source: id, conversation: z.string(), count: z.int() })).max(limits.agentsListed),
  agents: z.array(z.object({ name: z.string(), count: z.int() })).max(limits.agentsListed),
  tools: z.int(),
  /** Events of the time whose texts could not be read. */
  unread: unreadTextsSchema,
  /** Bytes of each form. */
  bytes: z.object({ lines: z.int(), page: z.int() }),
})
export type CasePreview = z.infer<typeof casePreviewSchema>

export const caseContract = {
  /** Makes a case. One at a time for each page: the one before is cancelled. */
  'case.preview': method(
    z
      .object({
        workspace: id,
        choice: caseChoiceSchema,
        replace: z.strictObject({
          kinds: z.array(z.enum(chosenKinds)).max(chosenKinds.length),
          terms: z.array(z.string().max(200)).max(100),
        }),
      })
      .strict(),
    casePreviewSchema,
  ),
  /** How many events have been read for the case that is being made; undefined: none is. */
  'case.progress': method(z.object({}).strict(), z.object({ done: z.int(), total: z.int() }).partial()),
  'case.cancel': method(z.object({}).strict(), none),
  /** Lines of the last case, after number `after`. */
  'case.rows': method(
    z.object({ hash, list: z.enum(['changed', 'all']), after: z.int().nonnegative(), limit: z.int().min(1).max(limits.pageRows) }).strict(),
    z.object({ rows: z.array(caseRowSchema), hasMore: z.boolean() }),
  ),
  /** A piece of the last case, from `offset` on (UTF-16 units). `next`: where the rest begins. */
  'case.read': method(
    z.object({ hash, form: z.enum(['lines', 'page']), offset: z.int().nonnegative() }).strict(),
    z.object({ text: z.string(), next: z.int().optional() }),
  ),
  /** Saves the last case where the operator says in a native dialog. `path`: absent when it was cancelled. Fault `unsupported`: the page has to save it. */
  'case.save': method(
    z.object({ hash, form: z.enum(['lines', 'page']), name: z.string().regex(/^[\p{L}\p{N} _-]{1,60}\.(?:html|jsonl)$/u) }).strict(),
    z.object({ path: z.string().optional() }),
  ),
}

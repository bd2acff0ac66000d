import { z } from 'zod'
import { commandSchema } from '../../core/command.ts'
import { eventBodySchema, rawSchema } from '../../core/event.ts'
import { limits } from '../../core/limits.ts'
import { linkConfigSchema } from '../../core/link.ts'
import { workspaceSchema } from '../../core/workspace.ts'

/** Version of the format in `docs/export.md`. A new field that earlier releases may ignore does not change it. */
export const exportVersion = 1

const id = z.string().min(1).max(200)
const time = z.number().min(0).max(8.64e15)
const wireId = z.string().max(limits.line)

/** The first line. */
export const headerSchema = z.object({
  type: z.literal('patchbay-export'),
  version: z.int().positive(),
  /** Release that wrote it. */
  patchbay: z.string().max(100),
  at: time,
  from: time.optional(),
  to: time.optional(),
  /** The operator had halted. */
  halted: z.literal(true).optional(),
})

const workspaceLine = z.object({
  type: z.literal('workspace'),
  workspace: workspaceSchema.extend({
    id,
    path: z.string().min(1).max(limits.pathChars),
    name: z.string().max(limits.pathChars),
    operator: z.string().min(1).max(limits.nameChars),
  }),
})

const sourceLine = z.object({
  type: z.literal('source'),
  id,
  workspace: id,
  protocol: z.string().min(1).max(64),
  /** Absent: the link was removed, its events remain. Never has secrets. */
  link: z.object({ name: z.string().max(200), place: z.string().max(limits.pathChars), config: linkConfigSchema }).optional(),
  /** What the link needs to recognize what it reads again: `Protocol.recover`. */
  state: z.unknown().optional(),
})

const keptLine = z.object({
  type: z.literal('kept'),
  workspace: id,
  kind: z.string().min(1).max(200),
  key: z.string().max(limits.keptChars),
  value: z.unknown(),
})

/** Far more than any link lets a name have: what is longer would not fit on the screen, nor into a case that verifies. */
const mostName = limits.nameChars * 8

function hasNames(body: z.infer<typeof eventBodySchema>): boolean {
  const names = ['from', 'to', 'observers', 'label', 'agent', 'by', 'tool'].map((field) => Reflect.get(body, field) as unknown)
  return names.flat().every((name) => typeof name !== 'string' || name.length <= mostName)
}

const eventLine = z.object({
  type: z.literal('event'),
  /** `id` of a source line. */
  source: id,
  wireId,
  at: time,
  claimedAt: time.optional(),
  late: z.literal(true).optional(),
  /** wireId of the version that it replaces. */
  supersedes: wireId.optional(),
  /** Of a message: the operator has read it. */
  read: z.boolean().optional(),
  /** The archive that has its texts could not be read: `body` says so. */
  unread: z.literal(true).optional(),
  raw: rawSchema,
  body: eventBodySchema.refine(hasNames, `a name has more than ${mostName} characters`),
})

const commandLine = z.object({
  type: z.literal('command'),
  command: commandSchema.extend({ id, workspace: id, source: id }).omit({ event: true }),
  /** wireId of the event that confirmed it, and of the one that it replies to. */
  event: wireId.optional(),
  replyTo: wireId.optional(),
})

/** The last line: without it, the file was cut off. */
const endLine = z.object({ type: z.literal('end'), events: z.int().nonnegative() })

/** Every line after the first. */
export const exportLineSchema = z.discriminatedUnion('type', [workspaceLine, sourceLine, keptLine, eventLine, commandLine, endLine])
export type ExportHeader = z.infer<typeof headerSchema>
export type ExportLine = z.infer<typeof exportLineSchema>
export type LineOf<T extends ExportLine['type']> = Extract<ExportLine, { type: T }>

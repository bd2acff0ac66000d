import { z } from 'zod'
import { faultSchema } from './fault-schema.ts'
import { limits } from './limits.ts'

export const lamps = ['up', 'connecting', 'down', 'off'] as const

/** What a link says of itself. */
export const linkStatusSchema = z.object({
  lamp: z.enum(lamps),
  /** Half a sentence: `caught up, byte 18,904`. */
  text: z.string(),
  since: z.number(),
  /** A number with its unit, for the lamp in the status bar: `142 lines`. */
  count: z.object({ value: z.int(), unit: z.string() }).optional(),
  lastActivity: z.number().optional(),
  reason: faultSchema.optional(),
  retryAt: z.number().optional(),
  /** Acts of the protocol that have something to do now; absent: all of them. */
  acts: z.array(z.string()).optional(),
  progress: z.object({ done: z.number(), total: z.number(), unit: z.string(), cancellable: z.boolean() }).optional(),
})
export type LinkStatus = z.infer<typeof linkStatusSchema>

/** A link's settings; the protocol's own schema checks them. Secrets are never in here: see `secretFields`. */
export const linkConfigSchema = z.record(
  z.string().max(64),
  z.union([z.string().max(limits.pathChars), z.number(), z.boolean(), z.array(z.string().max(512)).max(256)]),
)
export type LinkConfig = z.infer<typeof linkConfigSchema>

/** A connection to one place where agents talk. */
export const linkSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  protocol: z.string(),
  name: z.string(),
  /** Where it leads, in mono: a path or an address. */
  place: z.string(),
  config: linkConfigSchema,
  enabled: z.boolean(),
  status: linkStatusSchema,
  /** Secrets that are stored, by field name; never their values. */
  secrets: z.array(z.string()),
})
export type Link = z.infer<typeof linkSchema>

export const formFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'path', 'number', 'checkbox', 'select', 'secret', 'list']),
  hint: z.string().optional(),
  placeholder: z.string().optional(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  required: z.boolean().optional(),
  /** Seldom needed: while a link is added it is behind *More*. */
  rare: z.boolean().optional(),
  mono: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  /** Of a secret: the fields that say where it is sent. With another value of one of them it is asked for again. */
  boundTo: z.array(z.string()).optional(),
  /** Asked for only while another field has one of these values, or any value at all. */
  when: z.object({ field: z.string(), is: z.array(z.string()).optional() }).optional(),
})
/** One field of a protocol's form; the Links view draws the form from these alone. */
export type FormField = z.infer<typeof formFieldSchema>

export const linkActSchema = z.object({
  id: z.string(),
  label: z.string(),
  /** What it will do, in exact words, shown before it is done; absent: no question is asked. */
  confirm: z.string().optional(),
})
export type LinkAct = z.infer<typeof linkActSchema>

/** What messages of a protocol may be like; the composer follows it. Absent: one recipient, observers, text of many lines. */
export const composeSchema = z.object({
  /** How many recipients one message names. */
  targets: z.enum(['one', 'many']),
  /** A place that it is said in, a conversation of the link: a channel. Without `required` it may go to its recipients alone. */
  where: z.object({ label: z.string(), required: z.boolean() }).optional(),
  /** Kinds of message that have fields of their own (`Draft.label`, `Draft.data`). */
  labels: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        fields: z.array(formFieldSchema),
        /** The field that the text of the message fills. */
        text: z.string().optional(),
      }),
    )
    .optional(),
  /** Any other kind too, with data as JSON. */
  custom: z.boolean().optional(),
  /** Those who need not act can be named. */
  observers: z.boolean().optional(),
  /** The operator can write under another name. */
  anySender: z.boolean().optional(),
  /** Text without kind is a single line. */
  oneLine: z.boolean().optional(),
  /** Who is meant stands in the text as `@name`: the text field completes it. */
  mentions: z.boolean().optional(),
})
export type Compose = z.infer<typeof composeSchema>

/** What the screen knows of a protocol. */
export const protocolInfoSchema = z.object({
  id: z.string(),
  chip: z.string().length(2), // `CH`
  title: z.string(), // `chat.md`
  blurb: z.string(), // one line for the first-run page
  needs: z.enum(['folder', 'account']),
  /** Right of the section's title in Links: the promise in one line. */
  promise: z.string(),
  addLabel: z.string(),
  fields: z.array(formFieldSchema),
  acts: z.array(linkActSchema),
  /** False: the operator writes to nobody there with the composer; it has a screen of its own. */
  takesMessages: z.boolean().optional(),
  compose: composeSchema.optional(),
  /** Rules of its lint, for the inspector: `7 rules, no findings`. */
  lintRules: z.int(),
})
export type ProtocolInfo = z.infer<typeof protocolInfoSchema>

export const testStepSchema = z.object({
  name: z.string(),
  state: z.enum(['ok', 'failed', 'skipped']),
  ms: z.number().optional(),
  text: z.string(),
})
/** One step of *Test connection*. */
export type TestStep = z.infer<typeof testStepSchema>

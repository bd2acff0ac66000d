import { z } from 'zod'
import { faultSchema } from './fault-schema.ts'
import { limits } from './limits.ts'

/** up: read to the end and following · connecting: on its way there · down: stopped by a failure · off: not followed. */
export const lamps = ['up', 'connecting', 'down', 'off'] as const

/** The state of a link, as it reports it. */
export const linkStatusSchema = z.object({
  lamp: z.enum(lamps),
  /** Half a sentence: `caught up, byte 18,904`. */
  text: z.string(),
  /** Since when it has this lamp, ms; of one that is up, since when for this reason or none. */
  since: z.number(),
  /** A number with its unit, for the lamp in the status bar: `142 lines`. */
  count: z.object({ value: z.int(), unit: z.string() }).optional(),
  lastActivity: z.number().optional(),
  /** Why it is down or tries again; of one that is up, why it works otherwise than it was set up. */
  reason: faultSchema.optional(),
  retryAt: z.number().optional(),
  /** Actions of the protocol that are useful now; absent: all of them. */
  acts: z.array(z.string()).optional(),
  progress: z.object({ done: z.number(), total: z.number(), unit: z.string(), cancellable: z.boolean() }).optional(),
})
export type LinkStatus = z.infer<typeof linkStatusSchema>

/** Whether a status goes on. One that is down or tries again may have one reason after the other; one that is up either works as it was set up, or not. */
export function isSameStatus(before: LinkStatus, next: Omit<LinkStatus, 'since'>): boolean {
  return before.lamp === next.lamp && (next.lamp !== 'up' || before.reason?.code === next.reason?.code)
}

/** A link's settings, validated by the protocol's schema. Never contains secrets: see `secretFields`. */
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
  /** Where it connects to, in monospace: a path or an address. */
  place: z.string(),
  config: linkConfigSchema,
  enabled: z.boolean(),
  status: linkStatusSchema,
  /** Names of the secret fields that have a stored value; never the values. */
  secrets: z.array(z.string()),
})
export type Link = z.infer<typeof linkSchema>

const formFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'path', 'number', 'checkbox', 'select', 'secret', 'list']),
  hint: z.string().optional(),
  placeholder: z.string().optional(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  required: z.boolean().optional(),
  /** Rarely needed: when adding a link, it is hidden behind *More*. */
  rare: z.boolean().optional(),
  mono: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  /** For a secret: the fields that define where it is sent. When one of them changes, the secret must be entered again. */
  boundTo: z.array(z.string()).optional(),
  /** Shown only while another field has one of these values, or any value at all. */
  when: z.object({ field: z.string(), is: z.array(z.string()).optional() }).optional(),
})
/** One field of a protocol's form; the Links view draws the form from these alone. */
export type FormField = z.infer<typeof formFieldSchema>

const linkActSchema = z.object({
  id: z.string(),
  label: z.string(),
  /** Exactly what it will do, shown before it is done; absent: no confirmation. */
  confirm: z.string().optional(),
})
export type LinkAct = z.infer<typeof linkActSchema>

/** What messages of a protocol can contain; the composer follows it. Absent: one recipient, observers, multi-line text. */
const composeSchema = z.object({
  /** How many recipients one message can name. */
  targets: z.enum(['one', 'many']),
  /** A place to say it in, which is a conversation of the link: a channel. Without `required` it may go to its recipients alone. */
  where: z.object({ label: z.string(), required: z.boolean() }).optional(),
  /** Kinds of message with their own fields (`Draft.label`, `Draft.data`). */
  labels: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        fields: z.array(formFieldSchema),
        /** The field filled by the message text. */
        text: z.string().optional(),
      }),
    )
    .optional(),
  /** Any other kind is allowed too, with data as JSON. */
  custom: z.boolean().optional(),
  /** Observers, who need not act, can be named. */
  observers: z.boolean().optional(),
  /** The operator can write under another name. */
  anySender: z.boolean().optional(),
  /** Text without a kind is a single line. */
  oneLine: z.boolean().optional(),
  /** Recipients are mentioned in the text as `@name`; the text field completes them. */
  mentions: z.boolean().optional(),
})
export type Compose = z.infer<typeof composeSchema>

/** A colour in the light and the dark theme. */
export const hueSchema = z.string().regex(/^light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)$/)

/** What the screen knows about a protocol. */
export const protocolInfoSchema = z.object({
  id: z.string(),
  chip: z.string().length(2), // `CH`
  title: z.string(), // `chat.md`
  /** Of its chip and its messages in a page of a case, as on its screen. */
  hue: hueSchema.optional(),
  blurb: z.string(), // one line for the first-run page
  needs: z.enum(['folder', 'account']),
  /** Shown to the right of the section title in Links: the promise in one line. */
  promise: z.string(),
  addLabel: z.string(),
  fields: z.array(formFieldSchema),
  acts: z.array(linkActSchema),
  /** False: the operator writes on the protocol's own screen, not in the composer. */
  takesMessages: z.boolean().optional(),
  compose: composeSchema.optional(),
  /** Number of lint rules, for the inspector: `7 rules, no findings`. */
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

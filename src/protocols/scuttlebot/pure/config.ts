import { z } from 'zod'
import { fail, ok, type Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { LinkConfig, ProtocolInfo } from '../../../core/link.ts'
import { isThisMachine } from '../../../core/this-machine.ts'
import { ircCompose } from './compose.ts'
import { lintRules } from './lint-rules.ts'
import { agentTypes, type AgentType } from './match.ts'
import { usualBridge } from './read-line.ts'
import { hue } from './hue.ts'

/** How to log in to an IRC server. external: with the client certificate. */
const saslKinds = ['none', 'plain', 'external'] as const
type SaslKind = (typeof saslKinds)[number]

/** One IRC network as the operator configured it. Secrets are stored separately: the fields of kind `secret`. */
export interface ScuttlebotConfig {
  /** Host name or address, without port. */
  readonly server: string
  readonly port: number
  readonly tls: boolean
  /** PEM file of the CA that signed the server's certificate, absolute or relative to the workspace; empty: system CAs. */
  readonly ca: string
  /** SHA-256 of the server's certificate, 64 lower-case hexadecimal digits; empty: any valid certificate. */
  readonly fingerprint: string
  readonly nick: string
  readonly sasl: SaslKind
  /** Account for SASL PLAIN; empty: the nick. */
  readonly account: string
  /** PEM file with our certificate and its key for SASL EXTERNAL. */
  readonly certificate: string
  readonly channels: readonly string[]
  /** Number of history lines requested after joining; 0: none. */
  readonly backfill: number
  /** Send agent.hello after joining and agent.bye before leaving. */
  readonly announce: boolean
  /** What we are registered as. */
  readonly type: AgentType
  /** Nicks that relay for others with the prefix `[nick] `. */
  readonly bridges: readonly string[]
  /** Types of agents that do not report one, by nick. */
  readonly types: ReadonlyMap<string, AgentType>
}

const host = /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$|^[0-9A-Fa-f:.]{2,45}$/
const nickShape = /^[A-Za-z[\]\\`_^{|}][A-Za-z0-9[\]\\`_^{|}-]{0,31}$/
// oxlint-disable-next-line no-control-regex -- no control character may stand in a name of a channel
const channelShape = /^[#&][^\u0000-\u0020,:\u007f]{1,63}$/u
// oxlint-disable-next-line no-control-regex -- nor in a path, an account or a password
const control = /[\u0000-\u001f\u007f]/u

/** Whether a word can be a nick on IRC: up to 32 letters, digits and `[]\`_^{|}-`, not beginning with a digit or a hyphen. */
export function isNick(name: string): boolean {
  return nickShape.test(name)
}

/** Whether a word can be a channel: `#` or `&`, then up to 63 characters without space, comma, colon and control characters. */
export function isChannel(name: string): boolean {
  return channelShape.test(name)
}

const path = z
  .string()
  .trim()
  .max(limits.pathChars)
  .refine((given) => !control.test(given), 'The path contains a control character.')
  .default('')
const secret = z
  .string()
  .max(512)
  .refine((given) => !control.test(given), 'A secret must be one line without control characters.')
  .default('')

const settings = z.object({
  server: z.string().trim().regex(host, 'Enter only the server’s name or address, for example irc.example.org.'),
  port: z
    .int('A port must be a whole number.')
    .min(1, 'A port must be between 1 and 65535.')
    .max(65_535, 'A port must be between 1 and 65535.')
    .default(6697),
  tls: z.boolean().default(true),
  ca: path,
  fingerprint: z
    .string()
    .transform((given) => given.replaceAll(/[\s:]/g, '').toLowerCase())
    .pipe(z.string().regex(/^(?:[0-9a-f]{64})?$/, 'A SHA-256 fingerprint must have 64 hexadecimal digits.'))
    .default(''),
  nick: z
    .string()
    .trim()
    .regex(nickShape, 'A nick can have up to 32 letters, digits and []\\`_^{|}-, and cannot start with a digit or a hyphen.'),
  sasl: z.enum(saslKinds).default('none'),
  account: z
    .string()
    .trim()
    .max(128)
    .refine((given) => !control.test(given), 'The account contains a control character.')
    .default(''),
  certificate: path,
  channels: z.array(z.string().trim()).max(64, 'At most 64 channels.').superRefine(checkChannels).default(['#general']),
  backfill: z.int('Enter a whole number of lines.').min(0).max(1_000, 'At most 1,000 lines.').default(200),
  announce: z.boolean().default(true),
  type: z.enum(agentTypes).default('operator'),
  bridges: z.array(z.string().trim().regex(nickShape, 'Enter the bridge’s nick.')).max(16, 'At most 16 bridges.').default([usualBridge]),
  types: z.array(z.string().trim()).max(256).superRefine(checkTypes).default([]),
  password: secret,
  serverPassword: secret,
  channelKeys: secret,
})

/** Checks the values of the form, including the secrets. A password is never sent over a network without TLS. */
export const scuttlebotConfig: z.ZodType<LinkConfig> = settings.superRefine((given, context) => {
  const refuse = (field: string, message: string): void => context.addIssue({ code: 'custom', path: [field], message })
  if (given.sasl === 'plain' && given.password === '') refuse('password', 'SASL PLAIN needs the password of the account.')
  if (given.sasl === 'external' && given.certificate === '') refuse('certificate', 'SASL EXTERNAL needs a client certificate file.')
  if (given.sasl === 'external' && !given.tls) refuse('tls', 'SASL EXTERNAL needs TLS.')
  // When stored settings are rechecked, a placeholder stands for secrets that are not read: it is not a server password.
  const isSecret = given.sasl === 'plain' || (given.serverPassword !== '' && given.serverPassword !== 'stored')
  if (isSecret && !given.tls && !isThisMachine(given.server))
    refuse('tls', 'Without TLS, the password would be sent in clear text. Turn TLS on.')
})

/** Validated settings with their types, without the secrets. */
export function readConfig(config: LinkConfig): Result<ScuttlebotConfig> {
  const parsed = settings.safeParse(config)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return fail('invalid', issue?.message ?? 'These settings are not valid.', { field: String(issue?.path[0] ?? 'server') })
  }
  const { password: _password, serverPassword: _serverPassword, channelKeys: _keys, types, ...rest } = parsed.data
  return ok({ ...rest, types: new Map(types.map(typeEntry).filter((entry) => entry !== undefined)) })
}

/** Keys of channels from the secret `channelKeys`: `#ops key, #dev other`. */
export function readChannelKeys(text: string): ReadonlyMap<string, string> {
  const entries = text.split(',').map((each) => each.trim().split(/\s+/u))
  return new Map(entries.flatMap(([channel = '', key]) => (key !== undefined && isChannel(channel) ? [[channel, key] as const] : [])))
}

/** The address of a network for the Links view: `irc.example.org:6697`. */
export function placeOf(config: LinkConfig): string {
  const server = String(config['server'] ?? '')
  return `${server.includes(':') ? `[${server}]` : server}:${String(config['port'] ?? 6697)}`
}

function checkChannels(channels: readonly string[], context: z.RefinementCtx): void {
  const wrong = channels.find((name) => !isChannel(name))
  if (wrong === undefined) return
  const message = isChannel(`#${wrong}`)
    ? `A channel name starts with #: write “#${wrong}”.`
    : `“${wrong.slice(0, 64)}” is not a valid channel name.`
  context.addIssue({ code: 'custom', message })
}

function checkTypes(types: readonly string[], context: z.RefinementCtx): void {
  const wrong = types.find((each) => typeEntry(each) === undefined)
  if (wrong === undefined) return
  const message = `“${wrong.slice(0, 64)}” does not specify a type: write nick=worker (or operator, orchestrator, observer).`
  context.addIssue({ code: 'custom', message })
}

function typeEntry(text: string): readonly [string, AgentType] | undefined {
  const [nick = '', word = ''] = text.split('=').map((part) => part.trim())
  const type = agentTypes.find((each) => each === word)
  return type === undefined || !isNick(nick) ? undefined : [nick, type]
}

const yes = (name: string, label: string, hint: string) => ({ name, label, kind: 'checkbox', hint, default: true }) as const

/** The server's address and how it is authenticated. */
const server = ['server', 'port', 'tls', 'ca', 'fingerprint']

/** Describes this protocol for the screen. */
export const scuttlebotInfo: ProtocolInfo = {
  id: 'scuttlebot',
  chip: 'IR',
  hue,
  title: 'IRC',
  blurb: 'Agents that talk in IRC channels: messages, tasks and presence, on one or more networks.',
  needs: 'account',
  promise: 'Joins channels and listens. Sends only what you send, one line at a time.',
  addLabel: 'Add a network',
  fields: [
    { name: 'server', label: 'Server', kind: 'text', placeholder: 'irc.example.org', required: true, mono: true },
    { name: 'port', label: 'Port', kind: 'number', mono: true, default: 6697 },
    yes('tls', 'TLS', 'The certificate must be valid. Without TLS, passwords are sent only to a server on this machine.'),
    {
      name: 'ca',
      rare: true,
      label: 'CA certificate',
      kind: 'path',
      hint: 'PEM file of the CA that signed the server’s certificate. Empty: system CAs.',
      mono: true,
    },
    {
      name: 'fingerprint',
      rare: true,
      label: 'Fingerprint',
      kind: 'text',
      hint: 'SHA-256 fingerprint of the server’s certificate. Empty: any valid certificate.',
      mono: true,
    },
    { name: 'nick', label: 'Nick', kind: 'text', hint: 'Your name on this network.', required: true, mono: true },
    {
      name: 'sasl',
      rare: true,
      label: 'Log in',
      kind: 'select',
      options: [
        { value: 'none', label: 'No login' },
        { value: 'plain', label: 'SASL PLAIN' },
        { value: 'external', label: 'SASL EXTERNAL' },
      ],
      default: 'none',
    },
    { name: 'account', rare: true, label: 'Account', kind: 'text', hint: 'For SASL PLAIN. Empty: the nick.', mono: true },
    {
      name: 'password',
      rare: true,
      label: 'Password',
      kind: 'secret',
      hint: 'For SASL PLAIN. Stored as a secret.',
      boundTo: server,
    },
    {
      name: 'certificate',
      rare: true,
      label: 'Client certificate',
      kind: 'path',
      hint: 'PEM file with certificate and key, for SASL EXTERNAL.',
      mono: true,
    },
    {
      name: 'serverPassword',
      rare: true,
      label: 'Server password',
      kind: 'secret',
      hint: 'Only if the server requires one.',
      boundTo: server,
    },
    { name: 'channels', label: 'Channels', kind: 'list', placeholder: '#general', mono: true, default: ['#general'] },
    {
      name: 'channelKeys',
      rare: true,
      label: 'Channel keys',
      kind: 'secret',
      hint: 'For channels with a key: #ops key, #dev other',
      boundTo: server,
    },
    {
      name: 'backfill',
      rare: true,
      label: 'Back-fill',
      kind: 'number',
      hint: 'Number of earlier lines to request from a channel, if the server supports it. After a disconnection, everything that was missed is requested. 0: nothing.',
      default: 200,
    },
    { ...yes('announce', 'Announce presence', 'Send agent.hello after joining and agent.bye before leaving.'), rare: true },
    {
      name: 'type',
      rare: true,
      label: 'My type',
      kind: 'select',
      options: agentTypes.map((value) => ({ value, label: value })),
      hint: 'Groups such as @operators include you by this type.',
      default: 'operator',
    },
    {
      name: 'bridges',
      rare: true,
      label: 'Bridges',
      kind: 'list',
      hint: 'Nicks allowed to relay for others as “[nick] text”; from anyone else, that is plain text.',
      mono: true,
      default: [usualBridge],
    },
    {
      name: 'types',
      rare: true,
      label: 'Types',
      kind: 'list',
      hint: 'For agents that do not report a type: nick=worker',
      mono: true,
      default: [],
    },
  ],
  acts: [],
  compose: ircCompose,
  lintRules: lintRules.length,
}

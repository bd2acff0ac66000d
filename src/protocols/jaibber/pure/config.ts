import { z } from 'zod'
import { fail, ok, type Result } from '../../../core/fault.ts'
import type { LinkConfig } from '../../../core/link.ts'
import { checkName } from '../../../core/names.ts'
import { isThisMachine } from '../../../core/this-machine.ts'

/** How to log in at Ably: with our own key · with tokens of a Jaibber server · with tokens from any address. */
const authKinds = ['key', 'server', 'authUrl'] as const

/** One Ably app with its projects, as the operator configured it. Secrets are separate: the fields of kind `secret`. */
export interface JaibberConfig {
  readonly auth: (typeof authKinds)[number]
  /** Address that issues tokens; empty unless `auth` is `authUrl`. */
  readonly authUrl: string
  /** Base address of a Jaibber server, without a slash at its end; empty: none. */
  readonly server: string
  /** Our account on the server: a name or mail address. */
  readonly account: string
  /** Our userId without a server; empty: derived from our name. */
  readonly userId: string
  /** Our display name; empty: the operator's name. */
  readonly username: string
  /** Projects to join in addition to those the server lists. */
  readonly projects: readonly ProjectEntry[]
  /** This machine's name in presence; empty: its host name. */
  readonly machine: string
  /** Agents of this machine do not answer at this depth, unless a project overrides it. */
  readonly maxResponseDepth: number
  /** Number of earlier messages to request per project. */
  readonly history: number
  /** `host:port` of a server that speaks Ably's protocol; empty: Ably itself. */
  readonly endpoint: string
  /** False only for an endpoint on this machine. */
  readonly tls: boolean
}

/** A project as written in the form: `id`, or `id=Name`. */
interface ProjectEntry {
  readonly id: string
  readonly name?: string
}

// oxlint-disable-next-line no-control-regex -- no control character may stand in a password or a header
const control = /[\u0000-\u001f\u007f]/u
const keyShape = /^[\w-]{1,64}\.[\w-]{1,64}:[\w-]{1,256}$/
const endpointShape = /^(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9][A-Za-z0-9.-]{0,252}):(\d{1,5})$/
/** Placeholder for a stored secret that was not read (settings are checked again before every start). */
const stored = 'stored'

const secret = (most: number) =>
  z
    .string()
    .max(most)
    .refine((given) => !control.test(given), 'A secret must be one line without control characters.')
    .default('')
const name = (what: string) =>
  z
    .string()
    .trim()
    .superRefine((given, context) => {
      const checked = given === '' ? ok(given) : checkName(given, what)
      if (!checked.ok) context.addIssue({ code: 'custom', message: checked.fault.message })
    })
    .default('')
const address = z.string().trim().max(2_048).superRefine(checkAddress).default('')

const settings = z.object({
  auth: z.enum(authKinds).default('key'),
  ablyKey: secret(512).refine(
    (given) => given === '' || given === stored || keyShape.test(given),
    'An Ably key has the form app.key:secret; copy the complete key from the dashboard of your Ably app.',
  ),
  authUrl: address,
  authHeader: secret(8_192),
  server: address
    .refine((given) => !given.includes('?'), 'A server address cannot contain “?”.')
    .transform((given) => given.replace(/\/+$/, '')),
  account: name('The account'),
  password: secret(512),
  userId: name('The user id').refine((given) => given !== '*', 'The user id * means everybody and cannot be used.'),
  username: name('The name'),
  projects: z.array(z.string().trim()).max(200, 'At most 200 projects.').superRefine(checkProjects).default([]),
  machine: name('The name of the machine'),
  maxResponseDepth: z
    .int('The depth must be a whole number.')
    .min(1, 'The depth must be between 1 and 16 (specification: 3).')
    .max(16, 'The depth must be between 1 and 16 (specification: 3).')
    .default(3),
  history: z.int('Enter a whole number of messages.').min(0, 'At least 0 messages.').max(1_000, 'At most 1,000 messages.').default(100),
  endpoint: z.string().trim().superRefine(checkEndpoint).default(''),
  tls: z.boolean().default(true),
})

/** Validates the form, including secrets. No secret is ever sent over a network without TLS. */
export const jaibberConfig: z.ZodType<LinkConfig> = settings.superRefine((given, context) => {
  const refuse = (field: string, message: string): void => context.addIssue({ code: 'custom', path: [field], message })
  if (given.auth === 'key' && given.ablyKey === '') refuse('ablyKey', 'Enter the Ably key to log in with a key.')
  if (given.auth === 'authUrl' && given.authUrl === '') refuse('authUrl', 'Enter the address that issues tokens.')
  if (given.auth === 'server' && given.server === '') refuse('server', 'To use a server’s tokens, enter the address of the Jaibber server.')
  if (given.server !== '' && given.account === '') refuse('account', 'Enter your account on the server.')
  if (given.server !== '' && given.password === '') refuse('password', 'Enter the password of your account.')
  if (!given.tls && !isThisMachine(endpointOf(given.endpoint)?.host ?? ''))
    refuse('tls', 'Without TLS, everything would be sent in clear text. Turn TLS on; only an endpoint on this machine works without it.')
})

/** Validated and typed settings, without the secrets. */
export function readConfig(config: LinkConfig): Result<JaibberConfig> {
  const parsed = settings.safeParse(config)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return fail('invalid', issue?.message ?? 'These settings are not valid.', { field: String(issue?.path[0] ?? 'auth') })
  }
  const { ablyKey: _key, password: _password, authHeader: _header, projects, ...rest } = parsed.data
  return ok({ ...rest, projects: projects.map(projectEntry).filter((entry) => entry !== undefined) })
}

/** Where a link connects to, for the Links view: the server if there is one, otherwise Ably or its replacement. */
export function placeOf(config: LinkConfig): string {
  const server = String(config['server'] ?? '')
  const endpoint = String(config['endpoint'] ?? '')
  return hostOf(server) ?? (endpoint === '' ? 'Ably' : endpoint)
}

/** Host and port of an endpoint; undefined if it is empty or invalid. */
export function endpointOf(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, host, port] = endpointShape.exec(text) ?? []
  return host === undefined || Number(port) < 1 || Number(port) > 65_535 ? undefined : { host, port: Number(port) }
}

/** Parses `id` or `id=Name`; undefined if invalid. An id contains no whitespace or hidden characters. */
export function projectEntry(text: string): ProjectEntry | undefined {
  const at = text.indexOf('=')
  const id = (at < 0 ? text : text.slice(0, at)).trim()
  const given = at < 0 ? '' : text.slice(at + 1).trim()
  if (/\s/u.test(id) || !checkName(id).ok) return undefined
  if (given === '') return { id }
  return checkName(given).ok ? { id, name: given } : undefined
}

function checkProjects(projects: readonly string[], context: z.RefinementCtx): void {
  const wrong = projects.find((each) => projectEntry(each) === undefined)
  if (wrong === undefined) return
  context.addIssue({ code: 'custom', message: `“${wrong.slice(0, 64)}” does not specify a project: write its id, or id=Name.` })
}

function checkEndpoint(text: string, context: z.RefinementCtx): void {
  if (text !== '' && endpointOf(text) === undefined)
    context.addIssue({ code: 'custom', message: 'An endpoint is a host and a port, for example 127.0.0.1:8080.' })
}

function checkAddress(text: string, context: z.RefinementCtx): void {
  if (text === '') return
  const refuse = (message: string): void => context.addIssue({ code: 'custom', message })
  if (!URL.canParse(text)) return refuse('This is not a valid address; enter the full address, for example https://api.example.org.')
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username !== '' || password !== '') return refuse('Do not put the name and password in the address; use their fields.')
  if (hash !== '') return refuse('Remove the part starting with #.')
  if (protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))) return
  refuse('Use https: with http the password would be sent in clear text. http is only allowed for this machine.')
}

function hostOf(text: string): string | undefined {
  return text === '' || !URL.canParse(text) ? undefined : new URL(text).host
}

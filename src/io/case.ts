import { createHash } from 'node:crypto'
import { userInfo } from 'node:os'
import { openCase, type CaseBuilder, type CaseChoice, type CaseOwed } from '../core/case/build.ts'
import { chained, firstHash } from '../core/case/chain.ts'
import { deadlocksOf } from '../core/case/deadlocks.ts'
import type { CaseLine } from '../core/case/lines.ts'
import { casePage, verifyCase } from '../core/case/page.ts'
import { openRedactor, type RedactionKind, type RedactionOptions } from '../core/case/redact.ts'
import { defaultDeskLimits, deskLimitsSchema } from '../core/debt.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { agentOf } from '../core/fold/agents.ts'
import { openOwing, type Owing } from '../core/fold/debts/owing.ts'
import { haltSpans, pastHaltsIn, type PastHalts } from '../core/halt-spans.ts'
import type { FormField, LinkConfig } from '../core/link.ts'
import type { Protocol } from '../core/protocol.ts'
import type { Spoken } from '../core/stuck/past-deadlocks.ts'
import type { UnreadTexts } from '../core/unread-texts.ts'
import type { Workspace } from '../core/workspace.ts'
import { readHalts } from './halt-file.ts'
import { readExport, type ExportReader } from './journal/read-export.ts'
import { homeFolders, knownSecrets } from './known-secrets.ts'
import { strictUtf8 } from './strict-utf8.ts'

/** What the operator decides to replace, apart from secrets. */
export interface CaseReplacements {
  readonly kinds: ReadonlySet<Exclude<RedactionKind, 'secret' | 'term'>>
  readonly terms: readonly string[]
}

export interface CaseOptions extends Pick<ExportReader, 'patchbay' | 'now' | 'hasDemos' | 'linkOf' | 'recover' | 'progress'> {
  /** Path of the workspace; absent: the only one. */
  readonly workspace?: string
  readonly choice: CaseChoice
  readonly replace: CaseReplacements
  /** Secrets of links, from a store that is open (`knownSecrets`). */
  readonly secrets?: readonly string[]
}

/** A case: its lines with their hashes, and where it comes from. */
export interface Case {
  readonly lines: readonly CaseLine[]
  /** The lines as JSON with their hashes, each ended by a line feed. */
  readonly text: string
  readonly hash: string
  /** What it was made of, for a preview. */
  readonly built: CaseBuilder
  readonly unread: UnreadTexts
}

/** Events in one case. */
const mostEvents = 50_000

/**
 * Makes a case out of a journal, whether or not Patchbay is running. Reads the time twice: who is there has to be known before names are replaced.
 * @returns `too-large` when the time holds more than a case may have.
 */
export async function makeCase(dataDir: string, protocols: ReadonlyMap<string, Protocol>, options: CaseOptions): Promise<Result<Case>> {
  const { choice, replace, workspace, now } = options
  const range = { ...options, from: choice.from, to: choice.to, ...(workspace !== undefined && { workspace }) }
  const names = new Set<string>()
  const hosts = new Set<string>()
  const spaces: Workspace[] = []
  const settings: { readonly protocol: Protocol; readonly config: LinkConfig }[] = []
  let count = 0
  const seen = await readExport(dataDir, {
    ...range,
    ...halfOf(options.progress, 0),
    onWorkspace: (each) => void spaces.push(each),
    onSource: ({ link, protocol: id }) => {
      const protocol = protocols.get(id)
      if (link === undefined || protocol === undefined) return
      settings.push({ protocol, config: link.config })
      for (const host of hostsOf(link.config, protocol.info.fields)) hosts.add(host)
    },
    // Agents that waited for each other are called what the operator called them.
    onKept: ({ kind, value }) => void (kind === 'alias' && typeof value === 'string' && names.add(value)),
    onEvent: ({ body }) => {
      count++
      if (body.kind === 'message') for (const name of [body.from, ...body.to, ...body.observers]) names.add(name)
      if (body.kind === 'notice' || body.kind === 'stream') names.add(body.from)
    },
  })
  if (!seen.ok) return seen
  const [space, other] = spaces
  // A folder of the demo alone is as clear as any other with one workspace.
  if (space === undefined && options.hasDemos !== true) return makeCase(dataDir, protocols, { ...options, hasDemos: true })
  if (space === undefined) return fail('not-found', 'There is no workspace in this data folder.')
  if (other !== undefined)
    return fail('invalid', `There are ${spaces.length} workspaces. Name one: ${spaces.map((each) => each.path).join(', ')}.`)
  if (count > mostEvents)
    return fail(
      'too-large',
      `This time has ${count.toLocaleString('en')} events; a case has at most ${mostEvents.toLocaleString('en')}. Choose a shorter time.`,
    )

  const inFolder: string[] = []
  for (const { protocol, config } of settings) inFolder.push(...((await protocol.secretsIn?.(space.path, config)) ?? []))
  const secrets = await knownSecrets(dataDir, options.secrets, inFolder)
  if (!secrets.ok) return secrets

  names.delete(space.operator)
  names.delete('')
  const redactor = openRedactor(redaction({ space, secrets: secrets.value, hosts, names, replace }))
  const built = openCase(choice, redactor, (event, receipts) => {
    const ledger = protocols.get(event.protocol)?.ledger(event, { receipts, acts: [], operator: space.operator })
    return ledger ?? []
  })
  const owing: Owing = openOwing(protocols, space.operator)
  const links = new Map<string, string>()
  const used = new Set<string>()
  const aliases = new Map<string, string>()
  const spoken: Spoken[] = []
  let deadlockMinutes = defaultDeskLimits.stuck.deadlock
  const idOf = (source: string, name: string): string => agentOf(aliases, source, name)
  let halts: PastHalts = []
  const read = await readExport(dataDir, {
    ...range,
    ...halfOf(options.progress, 1),
    onSettings: (setting) => void (halts = pastHaltsIn(setting)),
    onSource: ({ id, link, protocol }) => void links.set(id, link?.name ?? protocol),
    onKept: ({ kind, key, value }) => {
      owing.keep(kind, key, value)
      if (kind === 'alias' && typeof value === 'string') aliases.set(key, value)
      const limits = kind === 'desk limits' ? deskLimitsSchema.safeParse(value) : undefined
      if (limits?.success === true) deadlockMinutes = limits.data.stuck.deadlock
    },
    onEvent: (event, replaced) => {
      owing.apply(event, replaced)
      used.add(event.protocol)
      const { source, body, at } = event
      if (body.kind === 'message' && event.late !== true)
        spoken.push({ at, from: idOf(source, body.from), to: body.to.map((name) => idOf(source, name)) })
      built.add(event, links.get(event.source) ?? event.protocol, replaced)
    },
  })
  if (!read.ok) return read
  const present = readHalts(dataDir).halts.map(({ halt }) => halt)
  owing.halted(haltSpans(halts, present, space.id, now))
  const { stoodStill } = owing
  const owed = owing.debts().map((debt): CaseOwed => ({ debt, limit: owing.limitOf(debt), stoodStill }))
  const rings = deadlocksOf(
    owed.map(({ debt }) => debt),
    {
      from: choice.from,
      to: Math.min(choice.to, now),
      operator: space.operator,
      least: deadlockMinutes * 60_000,
      agentOf: idOf,
      stoodStill,
      spoken,
    },
  )
  const lines = built.lines(
    {
      patchbay: options.patchbay,
      at: now,
      offset: -new Date(choice.from).getTimezoneOffset(),
      workspace: space.name,
      operator: space.operator,
      protocols: [...used].toSorted().flatMap((id) => {
        const info = protocols.get(id)?.info
        return info === undefined ? [] : [{ id, chip: info.chip, title: info.title, ...(info.hue !== undefined && { hue: info.hue }) }]
      }),
    },
    owed,
    rings,
  )
  let hash = firstHash
  const text = lines.map((line) => {
    const next = chained(line, hash, sha256)
    hash = next.hash
    return `${next.text}\n`
  })
  return ok({ lines, text: text.join(''), hash, built, unread: read.value.unread })
}

/** Each of the two readings is half of the way. */
function halfOf(progress: CaseOptions['progress'], before: 0 | 1): Pick<CaseOptions, 'progress'> {
  return progress === undefined ? {} : { progress: (done, total) => progress(Math.floor((before * total + done) / 2), total) }
}

/** The page of a case. */
export function pageOf({ lines, text, hash }: Case): string {
  return casePage({ lines, hash }, text, base64)
}

/** Verifies a case in either form (`verifyCase`). Other bytes are never read as the same text: what is no UTF-8 is a fault. */
export function verifyBytes(bytes: Uint8Array, release: string): ReturnType<typeof verifyCase> {
  let text: string
  try {
    text = strictUtf8.decode(bytes)
  } catch {
    return fail('invalid', 'This is no case, or it was changed: some of its bytes are not UTF-8.')
  }
  return verifyCase(text, release, sha256, base64)
}

function redaction(given: {
  readonly space: Workspace
  readonly secrets: readonly string[]
  readonly hosts: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly replace: CaseReplacements
}): RedactionOptions {
  const { space, secrets, hosts, names, replace } = given
  const has = (kind: Exclude<RedactionKind, 'secret' | 'term'>): boolean => replace.kinds.has(kind)
  return {
    secrets,
    homes: has('home') ? homeFolders() : [],
    hasMails: has('mail'),
    hasHosts: has('host'),
    hosts: [...hosts],
    me: has('me') ? [space.operator, userInfo().username] : [],
    agents: has('agent') ? [...names] : [],
    terms: replace.terms,
  }
}

/** The hosts that the settings of a link name. Where a secret is sent, a host needs no dot to be one. */
function hostsOf(config: LinkConfig, fields: readonly FormField[]): string[] {
  const places = new Set(fields.flatMap(({ boundTo = [] }) => boundTo))
  return Object.entries(config).flatMap(([name, value]) => {
    if (typeof value !== 'string') return []
    const isPlace = places.has(name) && fields.some((field) => field.name === name && field.kind === 'text')
    const plain = isPlace ? /^[\w.-]{1,253}$/ : /^[\w-]{1,63}(?:\.[\w-]{1,63})+$/
    const host = value.includes('://') && URL.canParse(value) ? new URL(value).hostname : plain.exec(value)?.[0]
    return host === undefined || host === '' ? [] : [host]
  })
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function base64(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

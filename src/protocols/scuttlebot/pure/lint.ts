import type { Finding } from '../../../core/lint.ts'
import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import { ircCompose } from './compose.ts'
import { decodeEnvelope, encodeEnvelope, type Envelope } from './envelope.ts'
import { finding, inOrder, type RuleName } from './lint-rules.ts'
import { agentTypes, globPrefix, isGroup } from './match.ts'
import { lineReader, type ReadLine } from './lint-lines.ts'
import { bytesOf, largestBody } from './size.ts'
import { topLevelKeys } from './top-level.ts'
import { isUlid } from '../../../core/ulid.ts'

/** Problems of an envelope that other implementations accept. */
interface Remark {
  readonly rule: RuleName
  readonly message: string
  readonly fix?: string
}

const fields = ['v', 'type', 'id', 'from', 'to', 'ts', 'payload']
const year2000 = Date.UTC(2000, 0, 1)
const year2100 = Date.UTC(2100, 0, 1)
/** The shortest possible prefix: a line that is too long with it is always too long. */
const shortest = { nick: 'n', user: 'u', host: 'h' }
const mostFindings = 1_000

/**
 * Findings for lines of IRC: envelopes alone, or after `:nick!user@host PRIVMSG #channel :`. Lines that do not
 * start like an envelope are chat and have no findings. Pieces of one envelope count as one, at its first line. `known`: nicks that may be addressed.
 */
export function lintText(text: string, known?: ReadonlySet<string>): Finding[] {
  const reader = lineReader()
  const lines = text.split('\n')
  const findings: Finding[] = []
  const find = (said: readonly ReadLine[]): void => {
    for (const { line, remarks } of said.map((each) => ({ line: each.line, remarks: remarksOnLine(each, known) })))
      for (const { rule, message, fix } of remarks) findings.push(finding(rule, line, message, fix))
  }
  for (const [at, line] of lines.entries()) {
    find(reader.take(at + 1, line))
    if (findings.length >= mostFindings) break
  }
  find(reader.end())
  return inOrder(findings, mostFindings)
}

function remarksOnLine({ envelope, sender, target }: ReadLine, known?: ReadonlySet<string>): Remark[] {
  return envelope === undefined ? [] : remarksOn(envelope, { sender, target, known })
}

/** What is known about an envelope besides its text. */
interface Around {
  readonly sender?: string | undefined
  readonly target?: string | undefined
  readonly known?: ReadonlySet<string> | undefined
}

/** Findings for a text before it is sent; only IR001 if other implementations would refuse it. */
export function remarksOn(text: string, around: Around = {}): Remark[] {
  const decoded = decodeEnvelope(text)
  if (!decoded.ok) return [{ rule: 'IR001', message: decoded.fault.message }]
  const envelope = decoded.value
  return [
    ...aboutSender(envelope, around.sender),
    ...(isUlid(envelope.id)
      ? []
      : [{ rule: 'IR003' as const, message: 'The id is not a ULID (26 letters and digits that sort by time).' }]),
    ...aboutKeys(text),
    ...aboutTime(envelope),
    ...(envelope.to ?? []).flatMap((token) => aboutToken(token, around.known)),
    ...aboutPayload(envelope),
    ...aboutType(envelope.type),
    ...aboutSize(text, envelope, around.target ?? '#c'),
  ]
}

function aboutSender({ from }: Envelope, sender: string | undefined): Remark[] {
  if (sender === undefined || sender === from) return []
  return [{ rule: 'IR002', message: `The envelope claims to be from ${quoted(from)}, but was sent by ${quoted(sender)}.`, fix: sender }]
}

function aboutKeys(text: string): Remark[] {
  const seen = new Set<string>()
  const remarks: Remark[] = []
  for (const key of topLevelKeys(text) ?? []) {
    const lower = key.toLowerCase()
    if (seen.has(lower)) remarks.push({ rule: 'IR004', message: `The field ${quoted(key)} occurs more than once; the last one counts.` })
    else if (!fields.includes(lower))
      remarks.push({ rule: 'IR004', message: `${quoted(key)} is not an envelope field: put it in the payload.` })
    else if (key !== lower) remarks.push({ rule: 'IR004', message: `Write the field ${quoted(key)} in lower case.`, fix: lower })
    seen.add(lower)
    if (remarks.length >= 20) break
  }
  return remarks
}

function aboutTime({ ts }: Envelope): Remark[] {
  if (ts >= year2000 && ts < year2100) return []
  if (ts === 0) return [{ rule: 'IR005', message: 'ts is missing: set it to the time in milliseconds.' }]
  const isSeconds = ts * 1_000 >= year2000 && ts * 1_000 < year2100
  return [
    isSeconds
      ? { rule: 'IR005', message: 'ts is in seconds: it must be in milliseconds.', fix: String(ts * 1_000) }
      : { rule: 'IR005', message: 'ts is not a time of this century in milliseconds.' },
  ]
}

function aboutToken(token: string, known: ReadonlySet<string> | undefined): Remark[] {
  if (token === '') return [{ rule: 'IR006', message: 'An entry of to is empty and matches no agent.' }]
  if (isGroup(token)) return []
  const [fix, why] = meantBy(token)
  if (why !== undefined)
    return [{ rule: 'IR006', message: `${quoted(token)} matches no agent: ${why}.`, ...(fix !== undefined && { fix }) }]
  return known === undefined || known.has(token) ? [] : [{ rule: 'IR006', message: `${quoted(token)} is not a known nick.` }]
}

/** Why a token cannot match, and what was probably meant. */
function meantBy(token: string): readonly [string?, string?] {
  const word = token.replace(/^@/, '').toLowerCase()
  const role = agentTypes.find((type) => word === type || word === `${type}s`)
  if (token.startsWith('@') && role !== undefined) return [`@${role}s`, 'group names are plural and in lower case']
  if (token.toLowerCase() === '@all') return ['@all', 'group names are in lower case']
  if (token === '@*' || token === '*') return ['@all', 'for everyone, use @all or omit to']
  if (token.endsWith('*')) {
    const glob = `@${token.replace(/^@/, '').replace(/-?\*$/, '')}-*`
    return [globPrefix(glob) === undefined ? undefined : glob, 'a pattern starts with @ and ends with -*']
  }
  return token.startsWith('@') ? [token.slice(1), 'a single nick has no @'] : []
}

function aboutPayload({ type, payload }: Envelope): Remark[] {
  const form = ircCompose.labels?.find((label) => label.id === type)
  if (form === undefined) return []
  if (payload !== undefined && !isJsonObject(payload)) return [{ rule: 'IR007', message: `The payload of ${type} must be an object.` }]
  return form.fields.flatMap(({ name, required }): Remark[] => {
    const value = payload === undefined ? undefined : fieldOf(payload, name)
    if (value === undefined || value === null || value === '')
      return required === true ? [{ rule: 'IR007', message: `${type} needs ${name} in its payload.` }] : []
    return typeof value === 'string' ? [] : [{ rule: 'IR007', message: `${name} of ${type} must be a string.` }]
  })
}

function aboutType(type: string): Remark[] {
  const isBuiltIn = ircCompose.labels?.some((label) => label.id === type) === true
  if (isBuiltIn || /^[^\s.]+(?:\.[^\s.]+)+$/u.test(type)) return []
  return [{ rule: 'IR008', message: `${quoted(type)} may clash with other types: add a dotted namespace without spaces as a prefix.` }]
}

function aboutSize(text: string, envelope: Envelope, target: string): Remark[] {
  const most = largestBody({ ...shortest, nick: envelope.from }, 'PRIVMSG', target)
  const size = bytesOf(text.trim())
  if (size <= most) return []
  const compact = bytesOf(encodeEnvelope(envelope))
  const hint = compact <= most ? ` Without whitespace it has ${compact}.` : ''
  return [
    {
      rule: 'IR009',
      message: `It has ${size} bytes; at most ${Math.max(0, most)} fit on one line, and receivers do not reassemble pieces.${hint}`,
    },
  ]
}

function quoted(text: string): string {
  return `“${text.slice(0, 64).toWellFormed()}”`
}

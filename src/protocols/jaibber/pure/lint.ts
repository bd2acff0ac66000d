import type { Finding } from '../../../core/lint.ts'
import { fieldOf, isJsonObject, parseJsonText, type JsonObject } from '../../../core/json-text.ts'
import { hiddenCharacters } from '../../../core/text.ts'
import { addressOf } from './attachments.ts'
import { isUuid } from './ids.ts'
import { finding, inOrder, type LintRule } from './lint-rules.ts'
import { mentionsIn } from './mention.ts'
import { extraTypes, jaibberMessageSchema, messageTypes, parseMessage, type JaibberMessage } from './message.ts'
import { eventName, maxWireBytes, utf8Length } from './size.ts'
import { isResponse } from './stream.ts'

/** Problems of a message, by rule. */
export interface Remark {
  readonly rule: LintRule
  readonly message: string
  readonly fix?: string
}

const required = ['from', 'fromUsername', 'projectId', 'text', 'messageId', 'type'] as const
const pieces: ReadonlySet<string> = new Set(['typing', 'chunk', 'response', 'done', 'error'])
const mostFindings = 1_000
const mostUnknown = 20

/** Findings for messages, one JSON object per line; empty lines are skipped. `known`: names that may be mentioned. Linear. */
export function lintText(text: string, known?: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    findings.push(...remarksOn(line, known).map(({ rule, message, fix }) => finding(rule, at + 1, message, fix)))
    if (findings.length >= mostFindings) break
  }
  return inOrder(findings, mostFindings)
}

/** Problems of one message. A text that is not a message gets a single finding. */
export function remarksOn(line: string, known?: ReadonlySet<string>): Remark[] {
  const bytes = utf8Length(line.trim()) + eventName.length
  const size: Remark[] = bytes > maxWireBytes ? [{ rule: 'JA004', message: `It has ${bytes} bytes; the limit is ${maxWireBytes}.` }] : []
  const parsed = parseJsonText(line, 'This')
  if (!parsed.ok) return [...size, { rule: 'JA001', message: parsed.fault.message }]
  if (!isJsonObject(parsed.value)) return [...size, { rule: 'JA001', message: 'This is not a JSON object.' }]
  const shape = aboutShape(parsed.value)
  const unknown = aboutUnknown(parsed.value)
  const read = size.length === 0 && shape.length === 0 ? parseMessage(parsed.value) : undefined
  if (read?.ok !== true) return [...size, ...shape, ...unknown]
  const message = read.value
  return [
    ...aboutType(message),
    ...aboutIds(message),
    ...aboutAnswer(message),
    ...aboutChain(message),
    ...aboutMentions(message, known),
    ...aboutNames(message),
    ...aboutAttachments(message),
    ...unknown,
  ]
}

function aboutShape(data: JsonObject): Remark[] {
  const given = Object.fromEntries(Object.entries(data).filter(([name, value]) => name !== '__proto__' && value !== null))
  const checked = jaibberMessageSchema.safeParse(given)
  const wrong = new Set<string>((checked.error?.issues ?? []).map(({ path }) => String(path[0])))
  return [...wrong].map((name): Remark => {
    const isMissing = fieldOf(given, name) === undefined
    const isRequired = required.some((each) => each === name)
    if (isMissing) return { rule: 'JA002', message: `${quoted(name)} is missing.` }
    return { rule: isRequired ? 'JA002' : 'JA003', message: `${quoted(name)} has the wrong type or is too long.` }
  })
}

function aboutUnknown(data: JsonObject): Remark[] {
  const fields: ReadonlySet<string> = new Set(Object.keys(jaibberMessageSchema.shape))
  return Object.keys(data)
    .filter((name) => !fields.has(name))
    .slice(0, mostUnknown)
    .map((name) => ({ rule: 'JA015', message: `${quoted(name)} is not a field in the specification.` }))
}

function aboutType({ type }: JaibberMessage): Remark[] {
  if (messageTypes.some((known) => known === type)) return []
  if (type === 'done') return [{ rule: 'JA005', message: 'done means the same as response.', fix: 'response' }]
  if (extraTypes.some((known) => known === type))
    return [{ rule: 'JA005', message: `${quoted(type)} is in use but not in the specification.` }]
  return [{ rule: 'JA005', message: `${quoted(type)} is not one of ${messageTypes.join(', ')}.` }]
}

function aboutIds({ messageId, responseId }: JaibberMessage): Remark[] {
  return (
    [
      ['messageId', messageId],
      ['responseId', responseId],
    ] as const
  ).flatMap(([name, id]): Remark[] => (id === undefined || isUuid(id) ? [] : [{ rule: 'JA006', message: `${name} is not a UUID.` }]))
}

function aboutAnswer(message: JaibberMessage): Remark[] {
  const { type, messageId, responseId, agentName, isAgentMessage } = message
  const remarks: Remark[] = []
  if (type === 'typing' && responseId === undefined)
    remarks.push({ rule: 'JA007', message: 'typing needs the responseId, which identifies the coming answer.' })
  if (type === 'typing' && responseId === messageId)
    remarks.push({ rule: 'JA007', message: 'typing needs a separate messageId; the answer has the responseId.' })
  if (type !== 'typing' && pieces.has(type) && responseId !== undefined && responseId !== messageId)
    remarks.push({ rule: 'JA008', message: `The messageId of ${type} must be the responseId.`, fix: responseId })
  if (isResponse(message)) remarks.push(...aboutResponse(message))
  const isOfAgent = pieces.has(type) || isAgentMessage === true
  if (isOfAgent && (agentName ?? '').trim() === '')
    remarks.push({ rule: 'JA012', message: 'agentName is missing: it names the answering agent.' })
  if (type === 'message' && agentName !== undefined && isAgentMessage !== true)
    remarks.push({ rule: 'JA012', message: 'It names an agent but lacks isAgentMessage, so it counts as a person’s message.' })
  return remarks
}

function aboutResponse({ isAgentMessage, responseDepth, respondingChain }: JaibberMessage): Remark[] {
  const missing = [
    ...(isAgentMessage === true ? [] : ['isAgentMessage: true']),
    ...(responseDepth === undefined ? ['responseDepth'] : []),
    ...(respondingChain === undefined ? ['respondingChain'] : []),
  ]
  return missing.length === 0
    ? []
    : [{ rule: 'JA009', message: `A response needs ${missing.join(', ')}; without it, loops are not detected.` }]
}

function aboutChain(message: JaibberMessage): Remark[] {
  const { responseDepth: depth, respondingChain: chain, agentName } = message
  const remarks: Remark[] = []
  const say = (text: string, fix?: string): unknown => remarks.push({ rule: 'JA010', message: text, ...(fix !== undefined && { fix }) })
  if (depth !== undefined && (!Number.isSafeInteger(depth) || depth < 0))
    say('responseDepth counts answers: it must be a whole number from 0.')
  if (chain === undefined) return remarks
  if (depth !== undefined && depth !== chain.length)
    say(`responseDepth is ${depth}, but respondingChain has ${chain.length} entries.`, String(chain.length))
  if (chain.some((name) => name !== name.toLowerCase())) say('Names in respondingChain must be in lower case.')
  if (new Set(chain.map((name) => name.toLowerCase())).size < chain.length) say('An agent occurs twice in respondingChain.')
  const own = agentName?.toLowerCase()
  if (isResponse(message) && own !== undefined && chain.at(-1)?.toLowerCase() !== own)
    say('respondingChain must end with the answering agent.', own)
  return remarks
}

function aboutMentions({ text, mentions }: JaibberMessage, known: ReadonlySet<string> | undefined): Remark[] {
  const absent = (mentions ?? []).filter((name) => !mentionsIn(text, name)).slice(0, mostUnknown)
  const claimed = new Set((mentions ?? []).map((name) => name.toLowerCase()))
  const unsaid =
    mentions === undefined ? [] : [...(known ?? [])].filter((name) => !claimed.has(name.toLowerCase()) && mentionsIn(text, name))
  return [
    ...absent.map((name): Remark => ({ rule: 'JA011', message: `mentions contains ${quoted(name)}, but the text does not mention it.` })),
    ...unsaid.map((name): Remark => ({ rule: 'JA011', message: `The text mentions ${quoted(name)}, but mentions does not contain it.` })),
  ]
}

function aboutNames({ fromUsername, agentName, respondingChain = [], mentions = [] }: JaibberMessage): Remark[] {
  return [fromUsername, agentName ?? '', ...respondingChain, ...mentions]
    .filter((name) => /[\n\t]/.test(name) || hiddenCharacters(name).length > 0)
    .slice(0, mostUnknown)
    .map((name) => ({ rule: 'JA014', message: `The name ${quoted(name)} contains a hidden character.` }))
}

function aboutAttachments({ attachments = [] }: JaibberMessage): Remark[] {
  return attachments
    .filter(({ blobUrl }) => addressOf(blobUrl).url === undefined)
    .map(({ filename }) => ({ rule: 'JA013', message: `The address of ${quoted(filename)} is neither http nor https.` }))
}

function quoted(text: string): string {
  return `“${text.slice(0, 64).toWellFormed()}”`
}

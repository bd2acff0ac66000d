import type { Envelope } from './envelope.ts'
import { decodeEnvelope } from './envelope.ts'
import { isOnlineLine, isSessionNick, toolLineOf, type ToolLine } from './tool-line.ts'
import { startsLikeEnvelope } from './reassemble.ts'

/** The speaker of a line. */
interface Spoken {
  /** The nick, or the one that a bridge names. Not always the sender named in an envelope. */
  readonly speaker: string
  /** The nick of the bridge that relayed it. */
  readonly relayedBy?: string
}

/** The meaning of one PRIVMSG or NOTICE. */
export type Line = Spoken &
  (
    | { readonly kind: 'envelope'; readonly envelope: Envelope; readonly doubts: readonly string[] }
    | { readonly kind: 'tool'; readonly tool: ToolLine; readonly text: string }
    | { readonly kind: 'notice'; readonly text: string }
    | { readonly kind: 'text'; readonly text: string; readonly doubts: readonly string[] }
  )

/** What is known about a line besides its text. */
export interface Around {
  /** It is ours. */
  readonly isOwn?: boolean
  /** Value of the tag `+scuttlebot/meta-type`. */
  readonly metaType?: string | undefined
  /** Whether a nick relays for others; absent: only `usualBridge` does. */
  readonly isBridge?: (nick: string) => boolean
  /** Whether a nick is known to be an agent. */
  readonly isAgent?: (nick: string) => boolean
}

/** The default nick of bridges between IRC and HTTP. */
export const usualBridge = 'bridge'
const relayPrefix = /^\[([^\]\s]{1,64})\] (?=\S)/u

/**
 * Reads a whole line from `nick`. A NOTICE is for people and never acted on, whatever its contents (specification: NOTICE messages). What a bridge writes after
 * `[nick] ` is from the nick in the brackets; from anybody else, brackets are just text. An envelope that names another sender than its speaker is shown with a
 * doubt. Our own lines are what the operator typed: no bridge and no tool uses our nick.
 */
export function readLine(command: 'PRIVMSG' | 'NOTICE', nick: string, text: string, around: Around = {}): Line {
  const { isOwn = false, metaType, isBridge = (each) => each.toLowerCase() === usualBridge } = around
  if (command === 'NOTICE') {
    // A relay starts with its agent's nick, which may differ from its own.
    const [agent = ''] = /^\S+ /u.exec(text) ?? []
    const isNamed = agent === `${nick} ` || agent.includes('-') || text.slice(agent.length).startsWith('›')
    const tool = toolLineOf(isNamed ? text.slice(agent.length) : text)
    return tool === undefined ? { kind: 'notice', text, speaker: nick } : { kind: 'tool', tool, text, speaker: nick }
  }
  const [prefix = '', named] = (isOwn ? undefined : relayPrefix.exec(text)) ?? []
  const relayed = isBridge(nick) ? named : undefined
  const spoken: Spoken = relayed === undefined ? { speaker: nick } : { speaker: relayed, relayedBy: nick }
  const body = text.slice(prefix.length)
  if (startsLikeEnvelope(text)) {
    const decoded = decodeEnvelope(body)
    if (!decoded.ok)
      return { kind: 'text', text, speaker: nick, doubts: [`looks like an envelope but is not valid: ${decoded.fault.message}`] }
    const envelope = decoded.value
    const doubts =
      envelope.from === spoken.speaker ? [] : [`claims to be from ${envelope.from.slice(0, 64)}, but was sent by ${spoken.speaker}`]
    return { kind: 'envelope', envelope, ...spoken, doubts }
  }
  if (isOwn) return { kind: 'text', text, speaker: nick, doubts: [] }
  const isAgent = relayed !== undefined || isSessionNick(nick) || around.isAgent?.(nick) === true
  const tool = toolLineOf(body, { isAgent, metaType })
  const shown = relayed === undefined ? text : body
  if (tool !== undefined) return { kind: 'tool', tool, text: shown, ...spoken }
  if (metaType === undefined && isOnlineLine(body)) return { kind: 'notice', text: shown, ...spoken }
  return { kind: 'text', text: shown, ...spoken, doubts: [] }
}

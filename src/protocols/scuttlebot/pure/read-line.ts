import type { Envelope } from './envelope.ts'
import { decodeEnvelope } from './envelope.ts'
import { isOnlineLine, toolLineOf, type ToolLine } from './tool-line.ts'
import { startsLikeEnvelope } from './reassemble.ts'

/** What one PRIVMSG or NOTICE is. */
export type Line =
  | {
      readonly kind: 'envelope'
      readonly envelope: Envelope
      /** Who said it: the nick, or the one whom a bridge names. Not always who the envelope says it is from. */
      readonly speaker: string
      readonly relayedBy?: string
      readonly doubts: readonly string[]
    }
  | { readonly kind: 'tool'; readonly tool: ToolLine }
  | { readonly kind: 'notice'; readonly text: string }
  | {
      readonly kind: 'text'
      readonly text: string
      readonly relayedBy?: string
      readonly speaker: string
      readonly doubts: readonly string[]
    }

const relayPrefix = /^\[([^\]\s]{1,64})\] (?=\S)/u

/**
 * Reads a whole line from `nick`. A NOTICE is for people and never acted on, whatever it holds (specification: NOTICE messages). An envelope
 * behind `[nick] ` came through a bridge: the nick in the brackets is then its sender. One that names another sender is shown with a doubt.
 * Our own lines (`isOwn`) are what the operator typed: no bridge and no tool writes under our nick.
 */
export function readLine(command: 'PRIVMSG' | 'NOTICE', nick: string, text: string, isOwn = false): Line {
  if (command === 'NOTICE') {
    // A relay begins with the nick of the agent that it speaks of, which may be another than its own.
    const [agent = ''] = /^\S+ /u.exec(text) ?? []
    const isNamed = agent === `${nick} ` || agent.includes('-') || text.slice(agent.length).startsWith('›')
    const tool = toolLineOf(isNamed ? text.slice(agent.length) : text)
    return tool === undefined ? { kind: 'notice', text } : { kind: 'tool', tool }
  }
  const [prefix = '', relayed] = (isOwn ? undefined : relayPrefix.exec(text)) ?? []
  const body = text.slice(prefix.length)
  if (startsLikeEnvelope(text)) {
    const decoded = decodeEnvelope(body)
    if (decoded.ok) {
      const envelope = decoded.value
      const speaker = relayed ?? nick
      const doubts = envelope.from === speaker ? [] : [`says it is from ${envelope.from.slice(0, 64)}, but ${speaker} sent it`]
      return { kind: 'envelope', envelope, speaker, ...(relayed !== undefined && { relayedBy: nick }), doubts }
    }
    return { kind: 'text', text, speaker: nick, doubts: [`looks like an envelope and is none: ${decoded.fault.message}`] }
  }
  if (isOwn) return { kind: 'text', text, speaker: nick, doubts: [] }
  const tool = toolLineOf(text)
  if (tool !== undefined) return { kind: 'tool', tool }
  if (isOnlineLine(text)) return { kind: 'notice', text }
  return relayed === undefined
    ? { kind: 'text', text, speaker: nick, doubts: [] }
    : { kind: 'text', text: body, relayedBy: nick, speaker: relayed, doubts: [] }
}

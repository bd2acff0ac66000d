import type { NewEvent } from '../../src/core/event.ts'
import { ChatReader } from '../../src/protocols/chat/pure/reader.ts'
import { MessageReader } from '../../src/protocols/jaibber/pure/message-reader.ts'
import { listener, type Us } from '../../src/protocols/scuttlebot/pure/events.ts'
import { mailEvent } from '../../src/protocols/switchboard/pure/events.ts'
import { parseMessageFile } from '../../src/protocols/switchboard/pure/message.ts'
import { miraThere, receivedOf, uuid, webProject } from './jaibber-messages.ts'

/** What arrives on the wire of each protocol, as its decoder reads it. Ids are counted, so that each message is one of its own. */
export interface Wires {
  /** A line of chat.md, without its end. */
  chat(line: string): readonly NewEvent[]
  /** A line of #general; with a payload an envelope of the type `said`. */
  irc(nick: string, said: string, payload?: object, to?: readonly string[], from?: string): readonly NewEvent[]
  /** A file in a mailbox. */
  mail(id: string, from: string, to: string, action: string, payload: string, more?: object): readonly NewEvent[]
  /** A message of an agent in the project; `more` overrides its fields. */
  ably(agent: string, text: string, more?: object): readonly NewEvent[]
}

/** The id of the `number`th message on Ably. */
export const ablyId = (number: number): string => uuid(1_000 + number)

/** The id of the `number`th line on IRC: ids of envelopes have an order. */
export const envelopeId = (number: number): string => `E${String(number).padStart(4, '0')}`

/** Opens the wires with these nicks and agents. */
export function openWires(agents: readonly string[]): Wires {
  const reader = new ChatReader({ generation: 0, label: 'chat.md', path: '.workplace/chat.md', position: { offset: 0, line: 0 } })
  const ear = listener()
  const us = ircUs(agents)
  const place = { ...webProject, names: [...agents], agentsElsewhere: [...agents], ownersOf: (agent: string) => [`u-${agent}`] }
  const team = new MessageReader({ find: () => undefined, us: () => miraThere, place: () => place, isForOperator: () => false })
  let lines = 0
  let posts = 0
  return {
    chat(line) {
      reader.push(new TextEncoder().encode(`${line}\n`))
      return reader.take('settled')
    },
    irc(nick, said, payload, to, from = nick) {
      const id = envelopeId(++lines)
      const text =
        payload === undefined ? said : JSON.stringify({ v: 1, type: said, id, from, ...(to && { to }), ts: 1_712_000_000_000, payload })
      const raw = `:${nick}!u@h PRIVMSG #general :${text}`
      return ear.hear({ command: 'PRIVMSG', nick, target: '#general', text, raw, at: 1_000, msgid: `${lines}` }, us).events
    },
    mail: (...message) => [mailOf(...message)],
    ably(agent, text, more = {}) {
      const author = { from: `u-${agent}`, fromUsername: agent, agentName: agent, isAgentMessage: true }
      const message = { ...author, projectId: 'p1', text, messageId: ablyId(++posts), type: 'message', ...more }
      return team.read(receivedOf(message, posts), 'p1', 1_700_000_000_000).events
    },
  }
}

/** How IRC is read by `mira`, the operator. */
function ircUs(nicks: readonly string[]): Us {
  return {
    nick: 'mira',
    operator: 'operator',
    isNick: (word) => nicks.includes(word),
    isBridge: (nick) => nick === 'bridge',
    isAgent: () => false,
    titleOf: () => undefined,
  }
}

/** The event of a file in a mailbox. */
export function mailOf(id: string, from: string, to: string, action: string, payload: string, more: object = {}): NewEvent {
  const text = JSON.stringify({ id, action, sender: from, recipient: to, payload, createdAt: '2026-01-01T00:00:00Z', ...more })
  const read = parseMessageFile(`${id}.json`, text)
  if (!read.ok) throw new Error(read.fault.message)
  return mailEvent({
    mailbox: to,
    message: read.value,
    text,
    path: `.switchboard/inbox/${to}/${id}.json`,
    doubts: [],
    now: Date.UTC(2026, 0, 2),
  })
}

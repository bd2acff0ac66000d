import type { EventBody, MessageBody, NewEvent, Raw } from '../../../core/event.ts'
import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import { isSuspect, looksLike } from '../../../core/look-alike.ts'
import { limits } from '../../../core/limits.ts'
import { keyOf, type Sighting } from './agents.ts'
import { isChannel } from './config.ts'
import type { Envelope } from './envelope.ts'
import { envelopeIdentity, identities, type Identities } from './identity.ts'
import { addressees, addressForm, type AddressForm } from './mention.ts'
import { atWork, stateFrom, states } from './presence.ts'
import { readLine, type Around, type Line } from './read-line.ts'
import { taskChangeOf, type TaskChange } from './task-change.ts'
import { shortId } from '../../../core/short-id.ts'
import { dataOf, wordsOf } from './words.ts'

/** A PRIVMSG or NOTICE, reassembled if it was split. */
export interface Said {
  readonly command: 'PRIVMSG' | 'NOTICE'
  /** Its sender; for a server, the server's name. */
  readonly nick: string
  readonly target: string
  readonly text: string
  /** The raw line or lines, with LF between. */
  readonly raw: string
  readonly badBytes?: number
  /** Value of the tag `+scuttlebot/meta-type`. */
  readonly metaType?: string
  /** Tags of the server. */
  readonly msgid?: string
  readonly time?: number
  /** It was said earlier, when others may have had the nicks of today. */
  readonly isReplay?: true
  /** Our clock, ms. */
  readonly at: number
  /** Why pieces of it could not be joined. */
  readonly broken?: string
}

/** Our current identity there. */
export interface Us {
  readonly nick: string
  /** The nick of the settings, and those that we have had: while we have another one, whoever has them is not us. */
  readonly others?: readonly string[]
  /** Whether a nick is one that we had and that nobody has now: whoever writes to it means us. Absent: there is none. */
  isFormer?(nick: string): boolean
  /** The operator's name in the workspace, which replaces our nick in events. */
  readonly operator: string
  /** Whether a word is the nick of somebody seen before, so `@word` in a sentence is an address. */
  isNick(word: string): boolean
  /** Whether a nick relays for others with the prefix `[nick] `. */
  isBridge(nick: string): boolean
  /** The present nick of somebody who had this one before; absent, undefined: nobody is known to. */
  formerHolder?(nick: string): string | undefined
  /** Whether an event with this identity was reported recently. Absent: none was. */
  isKnown?(wireId: string): boolean
  /** Whether a nick is known to be an agent, so its `grep a b` is not taken for a person's sentence. */
  isAgent(nick: string): boolean
  /** The title of a known task. */
  titleOf(task: string): string | undefined
}

/** The interpretation of one line. */
export interface Heard {
  readonly events: readonly NewEvent[]
  readonly sighting?: Sighting
  readonly change?: TaskChange
  /** How others address somebody in this line. */
  readonly form?: AddressForm
}

interface Listener {
  /** The meaning of a line. `stream`: that of a replay; absent: live. */
  hear(said: Said, us: Us, stream?: Identities): Heard
  /** Somebody joined or left (name in the workspace): their reported state is no longer valid. */
  forget(name: string): void
}

/** Turns lines of a network into events. It keeps the state needed to identify lines and to distinguish news of agents from repetitions. */
export function listener(): Listener {
  const live = identities()
  const known = states()

  return {
    forget: known.forget,
    hear(said, us, stream = live) {
      const isOwn = keyOf(said.nick) === keyOf(us.nick)
      if (said.nick.includes('.') || said.nick === '')
        return { events: [eventOf(said, { kind: 'comment', text: bounded(said.text) }, stream.of(said), isOwn)] }
      const place = placeOf(said, us, isOwn)
      const holder = isOwn || said.isReplay ? undefined : us.formerHolder?.(said.nick)
      const read = readLine(said.command, said.nick, plain(said.text), aroundOf(said, us, isOwn, holder))
      const line = notAsFormer(notAsUs(read, said, us, isOwn), said, us, holder)
      const channel = isChannel(said.target) ? { channel: said.target } : {}
      const { body, speaker, wireId } = bodyOf(line, said, us, place, stream)
      const main = eventOf(said, body, wireId, isOwn, line.kind === 'envelope' ? line.envelope.ts : said.time, labelOf(line, place))
      const state =
        line.kind === 'tool' ? atWork(said.at) : line.kind === 'envelope' && line.doubts.length === 0 ? stateFrom(line.envelope) : undefined
      const news = known.note(nameOf(speaker, us), state, said.at)
      const events = news === undefined ? [main] : [main, { ...main, wireId: `${wireId}:state`, body: news }]
      const form = line.kind === 'text' && !isOwn && !place.isPrivate ? addressForm(line.text, isKnownTo(us)) : undefined
      if (line.relayedBy !== undefined) {
        const sighting = { kind: 'relayed', nick: speaker, by: line.relayedBy, at: said.at, ...channel } as const
        return line.kind === 'envelope'
          ? { events, sighting, ...changeOf(line, said, us, place, wireId) }
          : { events, sighting, ...(form && { form }) }
      }
      if (line.kind !== 'envelope')
        return { events, sighting: { kind: 'text', nick: speaker, at: said.at, ...channel }, ...(form && { form }) }
      const sighting = { kind: 'envelope', nick: speaker, envelope: line.envelope, at: said.at, ...channel } as const
      return { events, sighting, ...changeOf(line, said, us, place, wireId) }
    },
  }
}

/** Whether a word is the nick of somebody, or ours. */
function isKnownTo(us: Us): (word: string) => boolean {
  return (word) => us.isNick(word) || isOurs(word, us)
}

function isOurs(nick: string, us: Us): boolean {
  return keyOf(nick) === keyOf(us.nick) || us.isFormer?.(nick) === true
}

/** The name of whom something is said to: agents go on to use the nick under which they know us. */
function addresseeOf(nick: string, us: Us): string {
  return isOurs(nick, us) ? us.operator : nameOf(nick, us)
}

function aroundOf({ metaType }: Said, us: Us, isOwn: boolean, holder: string | undefined): Around {
  return { isOwn, metaType, isBridge: (nick) => holder === undefined && us.isBridge(nick), isAgent: (nick) => us.isAgent(nick) }
}

/** The change that an envelope makes on the board. */
function changeOf(line: EnvelopeLine, said: Said, us: Us, place: Place, wireId: string): Pick<Heard, 'change'> {
  const [doubt] = line.doubts
  const to = line.envelope.to?.map((name) => addresseeOf(name, us))
  const seen = { by: nameOf(line.speaker, us), at: said.at, wireId, place: place.name, ...(doubt !== undefined && { doubt }) }
  const change = taskChangeOf({ ...line.envelope, ...(to !== undefined && { to }) }, seen)
  return change === undefined ? {} : { change }
}

type EnvelopeLine = Extract<Line, { readonly kind: 'envelope' }>

/** A bridge can name anyone, so lines relayed in our name are not ours. */
function notAsUs(line: Line, said: Said, us: Us, isOwn: boolean): Line {
  if (isOwn || keyOf(line.speaker) !== keyOf(us.nick)) return line
  if (!('doubts' in line)) return { ...line, speaker: said.nick }
  return { ...line, speaker: said.nick, doubts: [...line.doubts, `claims to be from ${us.nick}, but was sent by ${said.nick}`] }
}

/** Whoever took the nick of somebody who is still there does not speak for them, nor later, when what they said is replayed. */
function notAsFormer(line: Line, said: Said, us: Us, holder: string | undefined): Line {
  if (!('doubts' in line)) return line
  if (holder !== undefined) return { ...line, doubts: [...line.doubts, `claims to be from ${said.nick}, who is now ${holder}`] }
  const isCopy = said.isReplay === true && line.kind === 'envelope' && us.isKnown?.(identityOf(line, said, true)) === true
  return isCopy ? { ...line, doubts: [...line.doubts, 'was in doubt when it was said'] } : line
}

/** A copy that somebody else sends first must not take the place of the author's own. */
function identityOf({ envelope, speaker }: EnvelopeLine, { text }: Said, isCopy: boolean): string {
  return envelopeIdentity(envelope.id, (isCopy ? `${speaker} ` : '') + text.slice(text.indexOf('{')))
}

interface Place {
  /** It was a private message, not in a channel. */
  readonly isPrivate: boolean
  /** Key of the conversation: names of channels and nicks are the same in any case. */
  readonly key: string
  readonly name: string
}

/** The channel or, for a private message, the other party. */
function placeOf(said: Said, us: Us, isOwn: boolean): Place {
  const isToUs = !isChannel(said.target) && keyOf(said.target) === keyOf(us.nick)
  const name = isToUs && !isOwn ? said.nick : said.target
  return { key: keyOf(name), name, isPrivate: !isChannel(said.target) }
}

/** The recipient of a line that names no one: the channel, or the other party of a private conversation. */
function everybodyIn(place: Place, said: Said): string {
  return place.isPrivate ? said.target : place.name
}

interface Understood {
  readonly body: EventBody
  readonly speaker: string
  readonly wireId: string
}

function bodyOf(line: Line, said: Said, us: Us, place: Place, stream: Identities): Understood {
  const where = { conversation: place.key, topic: place.name }
  if (line.kind === 'envelope') {
    const { envelope, speaker } = line
    const body: MessageBody = {
      kind: 'message',
      ...where,
      from: nameOf(speaker, us),
      to: (envelope.to ?? [everybodyIn(place, said)]).slice(0, limits.observers).map((name) => addresseeOf(name, us)),
      observers: [],
      text: wordsOf(envelope, us.titleOf),
      label: envelope.type.slice(0, 128),
      data: { ...dataOf(envelope), ...ownNick(envelope, us) },
      ...relayed(line),
      ...withDoubts(line.doubts),
    }
    return { body, speaker, wireId: identityOf(line, said, line.doubts.length > 0) }
  }
  const wireId = stream.of(said)
  if (line.kind === 'text') {
    const mentioned = addressees(line.text, isKnownTo(us))
    const body: MessageBody = {
      kind: 'message',
      ...where,
      from: nameOf(line.speaker, us),
      to: (mentioned.length > 0 ? mentioned : [everybodyIn(place, said)]).map((name) => addresseeOf(name, us)),
      observers: [],
      text: bounded(line.text),
      ...relayed(line),
      ...withDoubts([...line.doubts, ...(said.broken === undefined ? [] : [said.broken])]),
    }
    return { body, speaker: line.speaker, wireId }
  }
  const tone =
    line.kind === 'tool'
      ? ({ tone: 'tool', tool: line.tool.tool } as const)
      : ({ tone: said.command === 'NOTICE' ? 'status' : 'presence' } as const)
  const body = { kind: 'notice', ...where, from: nameOf(line.speaker, us), text: bounded(line.text), ...tone, ...relayed(line) } as const
  return { body, speaker: line.speaker, wireId }
}

function withDoubts(doubts: readonly string[]): { readonly doubts?: string[] } {
  return doubts.length > 0 ? { doubts: [...doubts] } : {}
}

/** A line whose server time is older than this is a replay, ms. Clocks may differ by less. */
const playedBackMs = 5 * 60_000

function eventOf(said: Said, body: EventBody, wireId: string, isOwn: boolean, claimed?: number, label?: string): NewEvent {
  const claimedAt = claimed === undefined || claimed === 0 ? said.time : claimed
  // Our own messages keep the text as written, so that the composer's message is recognized when it arrives.
  const text = isOwn ? `${said.command} ${said.target} :${said.text}` : said.raw
  const raw: Raw = {
    text: bounded(text),
    anchor: { label: label ?? said.target.slice(0, 64) },
    ...(said.badBytes !== undefined && said.badBytes > 0 && { badBytes: said.badBytes }),
    ...(text.length > most && { truncated: true }),
  }
  const isPlayedBack = said.time !== undefined && said.at - said.time > playedBackMs
  return { wireId, ...(claimedAt !== undefined && { claimedAt }), ...(isPlayedBack && { late: true as const }), raw, body }
}

/** `01KAKX…6QZ` for an envelope, otherwise its place. */
function labelOf(line: Line, place: Place): string {
  if (line.kind !== 'envelope') return place.name.slice(0, 64)
  return shortId(line.envelope.id)
}

function relayed({ relayedBy }: Line): { readonly relayedBy?: string } {
  return relayedBy === undefined ? {} : { relayedBy }
}

/** Suffix for the nick of somebody else who has the same name as the operator, or a nick that the operator wants or has had. */
const notYou = '@irc'

/** The name of a nick in the workspace: only ours becomes the operator's name. */
export function nameOf(nick: string, us: Pick<Us, 'nick' | 'others' | 'operator'>): string {
  if (keyOf(nick) === keyOf(us.nick)) return us.operator
  const { others = [] } = us
  const isTaken = [us.operator, ...others].some((name) => keyOf(name) === keyOf(nick))
  // Agents say our nick, so one that only looks like it could pass for us; what looks like the operator's name is marked everywhere.
  const isLikeUs = isTaken || [us.nick, ...others].some((own) => looksLike(nick, own) && isSuspect(nick, own))
  return (isLikeUs ? `${nick}${notYou}` : nick).slice(0, limits.nameChars)
}

/** Tasks name people by nick. In the data, the one of our nicks that is named stands for the operator, and nobody else can use it there. */
function ownNick({ type, payload }: Envelope, us: Us): Record<string, unknown> {
  if (!type.startsWith('task.')) return {}
  const fields = isJsonObject(payload) ? payload : {}
  const nick = namedNick(fieldOf(fields, 'assignee'), fieldOf(fields, 'comment'), us) ?? us.nick
  return nick === us.operator && !('patchbay_nick' in fields) ? {} : { patchbay_nick: nick }
}

function namedNick(assignee: unknown, comment: unknown, us: Us): string | undefined {
  if (typeof assignee === 'string' && isOurs(assignee, us)) return assignee
  return typeof comment === 'string' ? addressees(comment, (word) => isOurs(word, us)).find((word) => isOurs(word, us)) : undefined
}

/** The nick for a name (inverse of `nameOf`). */
export function nickOf(name: string, us: Pick<Us, 'nick' | 'operator'>): string {
  if (name === us.operator) return us.nick
  return name.endsWith(notYou) ? name.slice(0, -notYou.length) : name
}

/** An action (`/me`) becomes text with a leading star; other CTCP requests stay unchanged. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- CTCP marks itself so
  const action = /^\u0001ACTION (.*?)\u0001?$/su.exec(text)
  return action === null ? text : `* ${action[1] ?? ''}`
}

const most = Math.floor(limits.message / 3)

function bounded(text: string): string {
  return text.length <= most ? text.toWellFormed() : text.slice(0, most).toWellFormed()
}

import type { NewEvent } from '../../../core/event.ts'
import type { Fault } from '../../../core/fault.ts'
import type { Happening, Said as SaidLine } from '../irc/happening.ts'
import { goodbye, keyOf } from '../pure/agents.ts'
import { comingEvents, missedEvent } from '../pure/coming.ts'
import type { Coming } from '../pure/coming.ts'
import { listener, nameOf } from '../pure/events.ts'
import type { Heard, Said, Us } from '../pure/events.ts'
import { identities } from '../pure/identity.ts'
import type { Identities } from '../pure/identity.ts'
import { reassembler } from '../pure/reassemble.ts'
import type { Joined } from '../pure/reassemble.ts'
import type { Fleet } from './fleet.ts'

/** What the receiver needs from its network. */
interface ReceiverOptions {
  readonly fleet: Fleet
  readonly us: Us
  readonly now: () => number
  /** Whether a nick that quits is an earlier connection of ours. `raw`: the line of the QUIT. */
  isOurGhost(nick: string, raw: string): boolean
  /** Whether a nick is that of a test connection of ours. */
  isOurTest(nick: string): boolean
  /** Receives new events, in order. */
  tell(events: readonly NewEvent[]): void
  /** Something visible on the screen changed. */
  changed(): void
}

/** Metadata of a line while its remaining pieces are pending. */
type Piece = Omit<Said, 'text'>

/** Interprets what happens on a network: folds it into the fleet and emits news as events. */
export class Receiver {
  readonly #options: ReceiverOptions
  readonly #listener = listener()
  readonly #pieces = reassembler<Piece>()
  readonly #live = identities()
  /** Replays by channel: each join starts a new one. */
  readonly #replays = new Map<string, Identities>()
  #timer: NodeJS.Timeout | undefined
  /** Lines of a replay that were new since the last connection. */
  recovered = 0

  constructor(options: ReceiverOptions) {
    this.#options = options
  }

  take(happening: Happening, raw: string): void {
    const { fleet, now, isOurTest } = this.#options
    const at = now()
    if ((happening.kind === 'joined' || happening.kind === 'left' || happening.kind === 'quit') && isOurTest(happening.nick)) return
    switch (happening.kind) {
      case 'said':
        return this.#said(happening, at)
      case 'joined':
        fleet.channels.came(happening.channel, happening.nick, happening.isOwn)
        if (happening.isOwn) this.#replays.set(keyOf(happening.channel), identities())
        else this.#coming({ kind: 'join', nick: happening.nick, channels: [happening.channel], raw, at })
        fleet.agents.apply({ kind: 'join', nick: happening.nick, channel: happening.channel, at })
        break
      case 'left': {
        const { nick, channel, reason, isOwn } = happening
        fleet.channels.went(channel, nick, isOwn, reason)
        // Whoever is in no channel of ours is renamed and leaves without our knowledge.
        if (isOwn) fleet.formerNicks.keep((each) => fleet.channels.has(each))
        else if (!fleet.channels.has(nick)) fleet.formerNicks.gone(nick)
        fleet.agents.apply({ kind: 'part', nick, channel, reason, at })
        if (!isOwn) this.#coming({ kind: 'part', nick, channels: [channel], reason, raw, at })
        break
      }
      case 'quit': {
        const { nick, reason } = happening
        const channels = fleet.channels.gone(nick)
        fleet.formerNicks.gone(nick)
        if (this.#options.isOurGhost(nick, raw)) {
          fleet.agents.apply({ kind: 'nick', nick, to: this.#options.us.nick, at })
          break
        }
        const isExpected = fleet.agents.get(nick)?.left === goodbye
        fleet.agents.apply({ kind: 'quit', nick, reason, at })
        this.#coming({ kind: 'quit', nick, channels, reason, isExpected, raw, at })
        break
      }
      case 'renamed': {
        const channels = fleet.channels.gone(happening.nick, happening.to)
        fleet.formerNicks.renamed(happening.nick, happening.to)
        fleet.agents.apply({ kind: 'nick', nick: happening.nick, to: happening.to, at })
        if (keyOf(happening.to) !== keyOf(this.#options.us.nick))
          this.#coming({ kind: 'nick', nick: happening.nick, to: happening.to, channels, raw, at })
        break
      }
      case 'away': {
        const { nick, message } = happening
        fleet.agents.apply({ kind: 'away', nick, at, ...(message !== undefined && { message }) })
        this.#coming({ kind: 'away', nick, channels: [], raw, at, ...(message !== undefined && { reason: message }) })
        break
      }
      case 'names':
        for (const nick of happening.nicks) {
          if (isOurTest(nick)) continue
          fleet.channels.came(happening.channel, nick, false)
          fleet.agents.apply({ kind: 'list', nick, channel: happening.channel, at })
        }
        break
      case 'topic':
        fleet.channels.topic(happening.channel, happening.topic)
        break
      default:
        fleet.channels.refused(happening.channel, happening.fault.message)
    }
    this.#options.changed()
  }

  /** We have rejoined our channels: agents that were present before and are missing now have left unnoticed. */
  cameBack(): void {
    const { fleet, now, us } = this.#options
    const at = now()
    const missing = fleet.missing()
    for (const nick of missing) fleet.agents.apply({ kind: 'quit', nick, reason: 'while disconnected', at })
    this.#report(missing.map((nick) => missedEvent(nameOf(nick, us), at)))
  }

  /** A line of ours that the server does not echo. */
  said(line: SaidLine): void {
    this.#said(line, this.#options.now())
  }

  /** Something that could not be used. */
  trouble(fault: Fault, raw: string): void {
    const at = this.#options.now()
    const wireId = `x:${this.#live.of({ command: 'FAULT', nick: '', target: '', text: fault.message, at })}`
    this.#report([
      { wireId, raw: { text: raw.slice(0, 4_096).toWellFormed(), anchor: { label: 'connection' } }, body: { kind: 'fault', fault } },
    ])
  }

  /** The connection ended: pending pieces will never be completed. */
  lost(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const joined of this.#pieces.flush()) this.#hear(joined, false)
    const { fleet, now, changed } = this.#options
    fleet.channels.reset()
    fleet.lost(now())
    fleet.history.lost()
    this.#replays.clear()
    changed()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #said(line: SaidLine, at: number): void {
    const { command, nick, target, raw, badBytes, metaType, msgid, time, isReplay } = line
    const item: Piece = {
      command,
      nick,
      target,
      raw,
      at,
      ...(badBytes > 0 && { badBytes }),
      ...(metaType !== undefined && { metaType }),
      ...(msgid !== undefined && { msgid }),
      ...(time !== undefined && { time }),
    }
    this.#options.fleet.heardAt = at
    this.#options.fleet.history.heard(line, at)
    if (command === 'NOTICE' || line.isOwn) return this.#hear({ kind: 'whole', text: line.text, items: [item] }, isReplay)
    const key = `${isReplay ? 'replay' : 'live'} ${keyOf(nick)} ${keyOf(target)}`
    for (const joined of this.#pieces.take(key, { text: line.text, item }, at)) this.#hear(joined, isReplay)
    this.#watchPieces()
  }

  #watchPieces(): void {
    const next = this.#pieces.nextExpiry()
    if (next === undefined || this.#timer !== undefined) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        for (const joined of this.#pieces.expire(this.#options.now())) this.#hear(joined, false)
        this.#watchPieces()
      },
      Math.max(1, next - this.#options.now()),
    )
  }

  #hear(joined: Joined<Piece>, isReplay: boolean): void {
    const [first] = joined.items
    if (first === undefined) return
    const said: Said = {
      ...first,
      text: joined.text,
      raw: joined.items.length === 1 ? first.raw : joined.items.map((item) => item.raw).join('\n'),
      ...(joined.kind === 'broken' && { broken: joined.reason }),
      ...(isReplay && { isReplay }),
    }
    const { us } = this.#options
    const stream = isReplay ? this.#replays.get(keyOf(said.target)) : undefined
    const heard = this.#listener.hear(said, us, stream)
    const isNews = this.#fold(heard)
    if (heard.form !== undefined) this.#options.fleet.channels.wrote(said.target, heard.form)
    if (!isReplay) return
    if (isNews) this.recovered++
    else if (heard.events.length > 0 && said.time !== undefined) this.#options.fleet.history.knew(said.target, said.time)
  }

  /** @returns whether the line contained news. */
  #fold({ events, sighting, change }: Heard): boolean {
    const { fleet, changed } = this.#options
    const news = this.#report(events)
    // A replayed line says nothing about current presence.
    if (news && sighting !== undefined) fleet.agents.apply(sighting)
    if (change !== undefined) fleet.board.apply(change)
    changed()
    return news
  }

  #coming(coming: Coming): void {
    if (coming.kind !== 'away') this.#listener.forget(nameOf(coming.nick, this.#options.us))
    this.#report(comingEvents(coming, (nick) => nameOf(nick, this.#options.us), this.#live))
  }

  #report(events: readonly NewEvent[]): boolean {
    const { fleet, tell } = this.#options
    const news = events.filter((event) => fleet.recent.add(event.wireId))
    if (news.length > 0) tell(news)
    return news.length > 0
  }
}

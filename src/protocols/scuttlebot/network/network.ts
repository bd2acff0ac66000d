import type { NewEvent } from '../../../core/event.ts'
import type { HaltOrder, HaltPlan } from '../../../core/halt.ts'
import type { LinkContext } from '../../../core/protocol.ts'
import { isThisMachine } from '../../../core/this-machine.ts'
import { JournalWriter } from '../../../io/journal-writer.ts'
import { maskSecrets } from '../irc/console-log.ts'
import type { ConsoleLog } from '../irc/console-log.ts'
import { IrcConnection } from '../irc/connection.ts'
import type { ConnectionState, Timings } from '../irc/connection.ts'
import type { Happening, Said } from '../irc/happening.ts'
import { keyOf } from '../pure/agents.ts'
import { gapEvent, repairWords } from '../pure/coming.ts'
import type { Gap } from '../pure/coming.ts'
import { nickOf } from '../pure/events.ts'
import { isChannel, placeOf } from '../pure/config.ts'
import type { ScuttlebotConfig } from '../pure/config.ts'
import { haltLines, haltType } from '../pure/halt-lines.ts'
import { quieted } from '../pure/quiet.ts'
import type { CallParts } from './calls.ts'
import { Receiver } from './receiver.ts'
import type { Fleet } from './fleet.ts'
import type { Credentials } from './open-address.ts'
import { isTestNick } from './test-nicks.ts'
import { Publisher } from './publisher.ts'
import { historyPages, networkStatus, networkView } from './view.ts'
import type { Shown } from './view.ts'
import { spanWords } from '../../../core/span-words.ts'

const showMs = 250
/** How often to check for agents that have been silent too long. */
const clockMs = 60_000
/** How long the lamp's text says what a gap may lack. The marker in the feed stays. */
const toldMs = 3_600_000
/** After a crash, up to this number of events are read again, which takes a tenth of a second. */
const eventsWorthSaving = 5_000

/** One followed network: its connection, its state, and what we publish there. */
export class Network {
  readonly callParts: CallParts
  readonly publisher: Publisher
  readonly #context: LinkContext
  readonly #config: ScuttlebotConfig
  readonly #credentials: Credentials
  readonly #fleet: Fleet
  readonly #connection: IrcConnection
  readonly #receiver: Receiver
  readonly #writer: JournalWriter
  readonly #steps = new Map<string, string>()
  #lostAt: { readonly at: number; readonly why: string } | undefined
  /** The marker of the last disconnection, while what was said since is being requested. */
  #gap: Gap | undefined
  /** What the server could not replay when we came back. */
  #incomplete: Shown['incomplete']
  #showTimer: NodeJS.Timeout | undefined
  #clock: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(
    context: LinkContext,
    config: ScuttlebotConfig,
    credentials: Credentials,
    fleet: Fleet,
    console: ConsoleLog,
    timings: Timings,
  ) {
    this.#context = context
    this.#config = config
    this.#credentials = credentials
    this.#fleet = fleet
    const { address, login } = credentials
    this.#connection = new IrcConnection(
      { address, login, ...timings, now: context.now },
      {
        changed: (state) => this.#changed(state),
        channels: () => fleet.channels.wanted().map((name) => this.#withKey(name)),
        backfill: (channel, ask) => fleet.history.fill(channel, historyPages(this.#connection), ask),
        welcomed: () => this.#welcomed(),
        caughtUp: () => {
          this.#receiver.cameBack()
          this.#closeGap()
          return this.#announce('agent.hello', { runtime: 'patchbay', version: context.version }, fleet.channels.joined())
        },
        happened: (happening, raw) => this.#happened(happening, raw),
        trouble: (fault, raw) => this.#receiver.trouble(fault, this.#masked(raw)),
        wire: (way, line) => console.add(way, line),
        step: (name, text) => this.#steps.set(name, text),
      },
    )
    const connection = this.#connection
    const place = placeOf({ server: config.server, port: config.port })
    this.publisher = new Publisher({
      context,
      connection,
      place,
      formIn: (channel) => fleet.channels.form(channel),
      heard: (said) => this.#receiver.said(said),
    })
    this.#writer = new JournalWriter({
      context,
      state: (mark) => fleet.save(mark),
      // The state contains every change of a task, so it is saved more rarely the more there are.
      worth: () => Math.max(eventsWorthSaving, 2 * fleet.board.version),
    })
    this.#receiver = new Receiver({
      fleet,
      us: {
        get nick() {
          return connection.nick
        },
        get others() {
          return fleet.ownNicks()
        },
        isFormer: (nick) => fleet.isFormer(nick),
        get operator() {
          return context.operator()
        },
        isNick: (word) => fleet.agents.get(word) !== undefined,
        isBridge: (nick) => config.bridges.some((each) => keyOf(each) === keyOf(nick)),
        formerHolder: (nick) => fleet.formerNicks.holderOf(nick),
        isKnown: (wireId) => fleet.recent.has(wireId),
        isAgent: (nick) => fleet.isAgent(nick),
        titleOf: (task) => fleet.board.get(task)?.title,
      },
      now: context.now,
      isOurGhost: (nick, raw) => this.#isOurGhost(nick, raw),
      // A test just before this link was added had its nick.
      isOurTest: (nick) => keyOf(nick) !== keyOf(connection.nick) && isTestNick(address, nick),
      tell: (events) => this.#writer.add(events.map((event) => this.#asWanted(event))),
      changed: () => this.#showSoon(),
    })
    this.callParts = {
      fleet,
      connection,
      publisher: this.publisher,
      console,
      sending: new Set(),
      nickOf: (name) => nickOf(name, { nick: connection.nick, operator: context.operator() }),
      home: () => fleet.channels.joined()[0],
      farewell: (channel) => this.#announce('agent.bye', {}, [channel]),
      changed: () => {
        this.#writer.save()
        this.#showSoon()
      },
    }
    fleet.agents.setType(config.nick, config.type, 'configuration')
    if (fleet.heardAt !== undefined) this.#lostAt = { at: fleet.heardAt, why: '' }
  }

  /** What a halt says here. */
  halt(order: HaltOrder): HaltPlan {
    const { publisher } = this
    const { channels } = this.#fleet
    return haltLines(order, {
      channels: channels.joined(),
      isIn: (channel, name) => channels.has(name, channel),
      text: (where, text) => publisher.format({ from: order.operator, to: [], observers: [], where, text }, order.messageId(where)),
      envelope: (place, to, payload, id) => publisher.lineOf({ type: haltType, to, payload, place }, id),
    })
  }

  start(): void {
    this.#connection.start()
    this.#clock = setInterval(() => this.#tick(), clockMs).unref()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#showTimer)
    clearInterval(this.#clock)
    await this.#connection.stop(() => this.#announce('agent.bye', {}, this.#fleet.channels.joined()))
    this.#receiver.stop()
    this.#writer.stop()
  }

  #tick(): void {
    if (this.#incomplete !== undefined && this.#context.now() - this.#incomplete.until > toldMs) {
      this.#incomplete = undefined
      this.#showSoon()
    }
    if (this.#fleet.agents.apply({ kind: 'clock', at: this.#context.now() }).length > 0) this.#showSoon()
  }

  #withKey(name: string): { readonly name: string; readonly key?: string } {
    const key = [...this.#credentials.keys].find(([channel]) => keyOf(channel) === keyOf(name))?.[1]
    return { name, ...(key !== undefined && { key }) }
  }

  #happened(happening: Happening, raw: string): void {
    if (happening.kind === 'joined' && happening.isOwn) this.#sawOurselves(raw)
    if (happening.kind === 'renamed' && keyOf(happening.to) === keyOf(this.#connection.nick)) this.#hasNick()
    if (happening.kind === 'said' && happening.isOwn && !happening.isReplay) this.#connection.echoed(happening.target)
    this.#receiver.take(happening.kind === 'said' ? this.#withoutSecrets(happening) : happening, raw)
  }

  /** Servers and services may echo our credentials, so their lines are masked; people's messages are not. */
  #withoutSecrets(said: Said): Said {
    if (said.command !== 'NOTICE' || isChannel(said.target)) return said
    return { ...said, text: this.#masked(said.text), raw: this.#masked(said.raw) }
  }

  #masked(text: string): string {
    return maskSecrets(text, this.#credentials.secrets)
  }

  /** `:nick!user@host JOIN …`: our prefix as receivers see it, which determines our maximum line length. */
  #sawOurselves(raw: string): void {
    const { user, host } = maskOf(raw)
    this.publisher.shown(user, host)
    this.#hasNick()
  }

  #hasNick(): void {
    if (this.#fleet.had(this.#connection.nick)) this.#writer.save()
  }

  /** Whether a nick that we have had, or want, is held by our user on our host: an earlier connection that the server has not closed yet. */
  #isOurGhost(nick: string, raw: string): boolean {
    const { user, host } = this.publisher.prefix
    const mask = maskOf(raw)
    return this.#fleet.ownNicks().includes(keyOf(nick)) && mask.user === user && mask.host === host
  }

  #welcomed(): void {
    const { now } = this.#context
    this.#receiver.recovered = 0
    this.#incomplete = undefined
    const lost = this.#lostAt
    this.#lostAt = undefined
    if (lost === undefined) return
    const gap = { since: lost.at, until: now(), words: `Not connected for ${spanWords(now() - lost.at)}.${lost.why && ` ${lost.why}`}` }
    this.#gap = gap
    this.#writer.add([gapEvent(gap, 'Messages from that time are shown only if the server replayed them.')])
  }

  /** What could be read again has arrived: the marker of the gap, and the lamp's text, say what may be missing. */
  #closeGap(): void {
    const { channels, history } = this.#fleet
    const missing = history.filled(channels.joined(), historyPages(this.#connection))
    const gap = this.#gap
    this.#gap = undefined
    if (gap === undefined) return
    this.#writer.add([gapEvent(gap, repairWords(this.#receiver.recovered, missing), true, missing.length > 0)])
    if (missing.length > 0) this.#incomplete = { channels: missing, since: gap.since, until: gap.until }
  }

  /** Sends agent.hello or agent.bye to channels, the same envelope to all of them. */
  async #announce(type: string, payload: Readonly<Record<string, string>>, channels: readonly string[]): Promise<void> {
    if (!this.#config.announce) return
    // Nobody is told that we are there while the operator has halted; a goodbye may always be said.
    const isLeaving = type === 'agent.bye'
    if (!isLeaving && this.#context.halt.now() !== undefined) return
    const actor = { kind: 'operator', name: this.#context.operator() } as const
    const id = this.publisher.newId()
    const results = await Promise.all(
      channels.map((place) => this.publisher.publish({ type, payload, place }, actor, id, isLeaving ? 'leave' : undefined)),
    )
    for (const result of results) if (!result.ok) this.#context.log('an announcement could not be sent', { type, fault: result.fault })
  }

  /** Applies the settings of its channel to an event: always recorded, marked quiet if muted. */
  #asWanted(event: NewEvent): NewEvent {
    const { body } = event
    if (body.kind !== 'message') return event
    const us = { operator: this.#context.operator(), nick: this.#connection.nick, type: this.#config.type }
    return { ...event, body: quieted(body, this.#fleet.channels.settings(body.conversation), us) }
  }

  #changed(state: ConnectionState): void {
    if (state.kind === 'down') {
      const { now } = this.#context
      this.#receiver.lost()
      this.#lostAt ??= { at: now(), why: state.fault.message }
      this.#steps.clear()
    }
    this.#status()
    this.#showSoon()
  }

  get #shown(): Shown {
    const { tls, sasl, server } = this.#config
    const secure = this.#steps.get('TLS') ?? (tls ? 'TLS' : isThisMachine(server) ? 'no TLS, this machine only' : 'no TLS')
    return {
      config: this.#config,
      connection: this.#connection,
      fleet: this.#fleet,
      network: this.#connection.network ?? placeOf({ server, port: this.#config.port }),
      words: [secure, sasl === 'none' ? 'no SASL' : `SASL ${sasl.toUpperCase()}`],
      recovered: this.#receiver.recovered,
      incomplete: this.#incomplete,
      lastActivity: this.#fleet.heardAt,
    }
  }

  #status(): void {
    if (!this.#isStopped) this.#context.status(networkStatus(this.#shown))
  }

  #showSoon(): void {
    if (this.#isStopped || this.#showTimer !== undefined) return
    this.#showTimer = setTimeout(() => {
      this.#showTimer = undefined
      this.#status()
      this.#context.show(networkView(this.#shown))
    }, showMs)
  }
}

/** Who a line is from: `:nick!user@host …` */
function maskOf(raw: string): { readonly user: string; readonly host: string } {
  const [, user = '', host = ''] = /(?:^| ):[^ !]+!([^ @]+)@([^ ]+) /.exec(raw) ?? []
  return { user, host }
}

import { randomUUID } from 'node:crypto'
import { backoff } from '../../../core/backoff.ts'
import type { Result } from '../../../core/fault.ts'
import { hasName } from '../../../core/halt.ts'
import type { HaltOffer, HaltOrder } from '../../../core/halt.ts'
import type { HaltHook, LinkCall, LinkContext } from '../../../core/protocol.ts'
import { JournalWriter } from '../../../io/journal-writer.ts'
import { openConnection } from '../ably/connection.ts'
import type { AblyConnection, AblyState } from '../ably/connection.ts'
import type { AblyPatience } from '../ably/address.ts'
import { LocalAgents } from '../agents/local-agents.ts'
import { placeOf } from '../pure/config.ts'
import { isSameName } from '../pure/identity.ts'
import type { JaibberConfig } from '../pure/config.ts'
import { Backfill } from './backfill.ts'
import { answerCall } from './calls.ts'
import type { CallParts } from './calls.ts'
import { deregisterMessage, haltMessage, haltProjects } from '../pure/halt-message.ts'
import { channelOf, presenceChannel, projectOf } from '../pure/channel-names.ts'
import { Continuity, rewind } from './continuity.ts'
import { Display } from './display.ts'
import { Listener } from './listener.ts'
import { Gaps } from './gaps.ts'
import { Membership } from './membership.ts'
import type { Memory } from './memory.ts'
import type { TeamAddress } from './team-address.ts'
import { Publisher } from './publisher.ts'
import { ServerSide } from './server-side.ts'
import { ownIdentity } from './own-identity.ts'
import type { LocalIdentity } from './own-identity.ts'
import type { Shown } from './view.ts'

/** One team: its connection to Ably, its server, its incoming and outgoing messages, and the agents of this machine. */
export class Team {
  readonly publisher: Publisher
  readonly #context: LinkContext
  readonly #config: JaibberConfig
  readonly #address: TeamAddress
  readonly #memory: Memory
  readonly #connection: AblyConnection
  readonly #server: ServerSide | undefined
  readonly #writer: JournalWriter
  readonly #listener: Listener
  readonly #gaps: Gaps
  readonly #backfill: Backfill
  readonly #continuity: Continuity
  readonly #membership: Membership
  readonly #localAgents: LocalAgents
  readonly #callParts: CallParts
  readonly #display: Display
  #state: AblyState = { lamp: 'connecting', words: 'connecting to Ably' }
  /** Messages recovered later than they were published. */
  #recovered = 0

  constructor(context: LinkContext, config: JaibberConfig, address: TeamAddress, memory: Memory, timings?: AblyPatience) {
    this.#context = context
    this.#config = config
    this.#address = address
    this.#memory = memory
    const { projects } = memory
    const place = placeOf({ server: config.server, endpoint: config.endpoint })
    this.#display = new Display(context, () => this.#shown)
    const changed = (): void => this.#display.soon()
    this.#writer = new JournalWriter({
      context,
      state: (mark) =>
        memory.save(mark, { queue: this.#server?.saved() ?? [], crew: this.#localAgents.saved(), streams: this.#listener.saved() }),
    })
    const tell = this.#writer.add.bind(this.#writer)
    this.#gaps = new Gaps({ now: context.now, tell })
    this.#localAgents = new LocalAgents(
      {
        context,
        place,
        uuid: () => randomUUID(),
        publish: (permit, message) => this.publisher.publish(permit, message),
        persist: (message) => this.#server?.add(message),
        recent: (project, before) => memory.tails.before(project, before),
        me: () => this.#us(),
        settings: (project) => projects.settings(project),
        projectName: (project) => projects.name(project),
        names: (project) => this.#listener.presenceTracker.names(project),
        emit: tell,
        changed: (what) => {
          if (what === 'state') this.#writer.save()
          if (what === 'presence') this.#membership.update()
          changed()
        },
      },
      memory.crew,
    )
    this.#listener = new Listener({
      context,
      memory,
      us: () => this.#us(),
      isForOperator: (responseId) => this.#localAgents.waitsForPaste(responseId),
      connectionId: () => this.#connection.connectionId(),
      runsHere: (project, name) => this.#localAgents.presence(project).some(({ agentName }) => isSameName(agentName, name)),
      ahead: () => this.#connection.serverNow() - context.now(),
      echoMs: timings?.echoMs,
      tell,
      received: (message, how) => this.#localAgents.received(message, how),
      recovered: (project, count) => {
        this.#recovered += count
        this.#gaps.found(projects.name(project), count)
        changed()
      },
      changed,
    })
    this.#connection = openConnection(
      address.ably,
      {
        state: (state) => this.#changed(state),
        message: (channel, message) => this.#listener.message(projectOf(channel), message),
        presence: (channel, change) => this.#listener.presence(projectOf(channel), change),
        attached: (channel, { first }) => this.#attached(channel, first),
        settled: (channel) => this.#listener.presenceTracker.settled(projectOf(channel)),
        gap: (channel, words, after) => {
          const project = projectOf(channel)
          if (project !== undefined) this.#continuity.missed(project, words, after)
        },
        failed: (channel, fault) => this.#failed(channel, fault.message),
      },
      {
        now: context.now,
        log: context.log,
        place: (channel) => `“${projects.name(projectOf(channel) ?? channel)}”`,
        ...(timings !== undefined && { timings }),
      },
    )
    this.#server =
      address.server === undefined
        ? undefined
        : new ServerSide(
            {
              context,
              server: address.server,
              known: (identity, listed) => {
                memory.identity = identity
                projects.list(listed)
                this.#joinAll()
                for (const { id } of projects.all()) this.#continuity.retry(id)
              },
              find: (id) => memory.stored(id),
              dropped: (project, fault) => this.#listener.trouble(fault, project),
              saved: () => this.#writer.save(),
              changed,
              wait: (attempt) => backoff(attempt, Math.random),
            },
            memory.queue,
          )
    this.#backfill = new Backfill({
      connection: this.#connection,
      server: address.server,
      most: config.history,
      isKnown: (message) => this.#listener.isKnown(message),
      take: (project, found, since) => this.#listener.earlier(project, found, since),
      failed: (project, fault) => context.log('earlier messages could not be loaded', { project, fault }),
    })
    this.#membership = new Membership({
      context,
      place,
      enter: (permit, channel, data) => this.#connection.enter(permit, channel, data),
      exit: (channel) => this.#connection.exit(channel),
      me: () => this.#us(),
      projects: () => projects.all().flatMap(({ id, isAttached }) => (isAttached ? [id] : [])),
      agents: (project) => this.#localAgents.presence(project),
      failed: (channel, fault) => {
        context.log('presence could not be entered', { channel, fault })
        const project = projectOf(channel)
        if (project === undefined || fault.code !== 'refused') return
        projects.noted(project, fault.message)
        changed()
      },
    })
    this.publisher = new Publisher({
      context,
      connection: this.#connection,
      place,
      us: () => this.#us(),
      projectOf: (where) => projects.find(where),
      names: (project) => this.#listener.presenceTracker.names(project),
      sending: (message) => {
        if (memory.sends(message)) this.#writer.save()
      },
      published: (message) => this.#server?.add(message),
      taken: (message, data) => this.#listener.taken(message, data),
    })
    this.#callParts = {
      context,
      projects,
      publisher: this.publisher,
      server: address.server,
      join: (project) => this.#join(project),
      leave: (project) => this.#leave(project),
      members: (project) => this.#listener.presenceTracker.members(project),
      older: async (project) => {
        const older = await this.#backfill.older(project)
        this.#writer.flush()
        return older
      },
      changed: () => {
        this.#writer.save()
        changed()
      },
    }
    this.#continuity = new Continuity({ now: context.now, memory, gaps: this.#gaps, backfill: this.#backfill, changed })
  }

  start(): void {
    this.#display.start()
    this.#listener.start()
    this.#connection.join(presenceChannel)
    this.#joinAll()
    this.#server?.start()
    this.#localAgents.start()
  }

  async stop(): Promise<void> {
    this.#display.stop()
    await this.#localAgents.stop()
    const isUp = this.#state.lamp === 'up'
    if (isUp) this.#memory.heardAt = this.#context.now()
    await this.#membership.stop(isUp)
    await this.#backfill.stop()
    await this.#server?.stop()
    this.#listener.stop()
    await this.#connection.close()
    this.#writer.stop()
  }

  /** Agents of this machine end; one message in each project tells people. */
  readonly halt: HaltHook = {
    preview: (order) => {
      const parts = this.#localAgents.haltParts(order)
      const joined = this.#memory.projects.all().filter(({ isAttached }) => isAttached)
      const projects = joined.map(({ id }) => {
        const where = { from: order.operator, to: [], observers: [], where: id }
        const made = this.publisher.format({ ...where, text: haltMessage(order) }, { id: order.messageId(id) })
        return {
          texts: made.ok ? [{ key: id, place: this.#memory.projects.name(id), wire: made.value.wire }] : [],
          reads: (name: string) => this.#listener.presenceTracker.names(id).includes(name),
        }
      })
      const offers = order.verb === 'resume' ? [] : joined.flatMap(({ id }) => this.#offers(id, order))
      const others = order.seen.filter((name) => !this.#localAgents.has(name))
      return { ...parts, ...haltProjects(others, projects, offers) }
    },
    stop: (_order, keys) => this.#localAgents.halt(keys),
    restart: (key) => Promise.resolve(this.#localAgents.restart(key)),
    changed: () => this.#membership.update(),
  }

  /** Agents elsewhere that can be ended in a project. */
  #offers(project: string, { agents, messageId }: HaltOrder): HaltOffer[] {
    const place = this.#memory.projects.name(project)
    const meant = (name: string): boolean => !this.#localAgents.has(name) && (agents === undefined || hasName(agents, name))
    return this.#listener.presenceTracker
      .place(project)
      .agentsElsewhere.filter(meant)
      .flatMap((name) => {
        const key = `deregister ${project} ${name}`
        const wire = deregisterMessage(this.#us(), project, name, messageId(key))
        return wire === undefined ? [] : [{ key, place, wire, what: `Deregister ${name}`, note: 'its owner must start it again' }]
      })
  }

  registrationOf = (actor: string): string | undefined => this.#localAgents.registrationOf(actor)
  call(method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> | undefined {
    return answerCall(this.#callParts, method, input, call) ?? this.#localAgents.call(method, input, call)
  }

  /** What the operator currently sees of it. */
  #us(): LocalIdentity {
    const us = ownIdentity(this.#config, this.#memory.identity, this.#context.operator(), this.#connection.clientId())
    // Whoever has the key can choose any user id.
    return this.#config.auth === 'key' ? { ...us, isFromHere: (received) => this.#memory.isFromHere(received) } : us
  }

  #joinAll(): void {
    for (const { id } of this.#memory.projects.all()) this.#connection.join(channelOf(id), { rewind })
    this.#membership.update()
    this.#display.soon()
  }

  #join(project: string): void {
    this.#connection.join(channelOf(project), { rewind })
    this.#display.soon()
  }

  async #leave(project: string): Promise<void> {
    this.#memory.presence.forget(project)
    await this.#membership.leave(project)
    await this.#connection.leave(channelOf(project))
    this.#display.soon()
  }

  #attached(channel: string, isFirst: boolean): void {
    const project = projectOf(channel)
    this.#membership.update()
    if (project === undefined) return
    this.#memory.projects.attached(project)
    this.#continuity.joined(project, isFirst)
    this.#display.refresh()
  }

  #failed(channel: string, reason: string): void {
    const project = projectOf(channel)
    if (project === undefined) this.#context.log('a channel could not be joined', { channel, reason })
    else this.#memory.projects.failed(project, reason)
    this.#display.refresh()
  }

  #changed(state: AblyState): void {
    const wasUp = this.#state.lamp === 'up'
    this.#state = state
    const id = state.lamp === 'up' ? this.#connection.connectionId() : undefined
    // After a crash, what we publish over it comes back.
    if (id !== undefined && this.#memory.connections.add(id)) this.#writer.save()
    if (wasUp && state.lamp !== 'up') {
      this.#continuity.lost()
      this.#memory.projects.reset()
      this.#listener.flush()
    }
    if (!wasUp && state.lamp === 'up') this.#localAgents.connected()
    // Presence is reported again on reconnect; after a short interruption, Ably itself reports who left.
    if (state.lamp === 'down') this.#listener.presenceTracker.forget()
    this.#display.refresh()
  }

  get #shown(): Shown {
    const { history } = this.#config
    const recovered = this.#recovered.toLocaleString('en-US')
    return {
      me: this.#us(),
      state: this.#state,
      words: [this.#address.words],
      online: this.#memory.presence.online(),
      server: this.#server,
      backfill: history === 0 ? 'not requested' : `rewind 2 m, history ${history}: ${recovered} recovered`,
      projects: this.#memory.projects,
      members: (project) => this.#listener.presenceTracker.members(project),
      writing: (project) => this.#listener.writing(project),
      localAgents: this.#localAgents.view(),
      lastActivity: this.#memory.heardAt,
    }
  }
}

import { randomUUID } from 'node:crypto'
import { backoff } from '../../../core/backoff.ts'
import type { Result } from '../../../core/fault.ts'
import type { LinkCall, LinkContext } from '../../../core/protocol.ts'
import { JournalWriter } from '../../../io/journal-writer.ts'
import { openConnection } from '../ably/connection.ts'
import type { AblyConnection, AblyState } from '../ably/connection.ts'
import type { AblyPatience } from '../ably/address.ts'
import { Crew } from '../agents/crew.ts'
import { placeOf } from '../pure/config.ts'
import type { JaibberConfig } from '../pure/config.ts'
import { Backfill } from './backfill.ts'
import { answerCall } from './calls.ts'
import type { CallParts } from './calls.ts'
import { channelOf, presenceChannel, projectOf } from './channel-names.ts'
import { Ears } from './ears.ts'
import { Gaps } from './gaps.ts'
import { Membership } from './membership.ts'
import type { Memory } from './memory.ts'
import type { TeamAddress } from './open-address.ts'
import { Publisher } from './publisher.ts'
import { ServerSide } from './server-side.ts'
import { whoWeAre } from './who-we-are.ts'
import type { Ourselves } from './who-we-are.ts'
import { teamStatus, teamView } from './view.ts'
import type { Shown } from './view.ts'

const showMs = 250
const rewind = '2m'
/** A little less than that. */
const rewoundMs = 110_000

/** One team, followed: its connection to Ably, its server, what is understood of it, what is said there, and the agents of this machine. */
export class Team {
  readonly publisher: Publisher
  readonly #context: LinkContext
  readonly #config: JaibberConfig
  readonly #address: TeamAddress
  readonly #memory: Memory
  readonly #connection: AblyConnection
  readonly #server: ServerSide | undefined
  readonly #writer: JournalWriter
  readonly #ears: Ears
  readonly #gaps: Gaps
  readonly #backfill: Backfill
  readonly #membership: Membership
  readonly #crew: Crew
  readonly #callParts: CallParts
  #state: AblyState = { lamp: 'connecting', words: 'connecting to Ably' }
  #lostAt: number | undefined
  #showTimer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(context: LinkContext, config: JaibberConfig, address: TeamAddress, memory: Memory, patience?: AblyPatience) {
    this.#context = context
    this.#config = config
    this.#address = address
    this.#memory = memory
    const { projects } = memory
    const place = placeOf({ server: config.server, endpoint: config.endpoint })
    const changed = (): void => this.#showSoon()
    this.#writer = new JournalWriter({
      context,
      state: (mark) => memory.save(mark, { queue: this.#server?.saved() ?? [], crew: this.#crew.saved(), streams: this.#ears.saved() }),
    })
    const tell = this.#writer.add.bind(this.#writer)
    this.#gaps = new Gaps({ now: context.now, tell })
    this.#crew = new Crew(
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
        names: (project) => this.#ears.attendance.names(project),
        emit: tell,
        changed: (what) => {
          if (what === 'state') this.#writer.save()
          if (what === 'presence') this.#membership.update()
          changed()
        },
      },
      memory.crew,
    )
    this.#ears = new Ears({
      context,
      memory,
      us: () => this.#us(),
      connectionId: () => this.#connection.connectionId(),
      ahead: () => this.#connection.serverNow() - context.now(),
      tell,
      heard: (message, how) => this.#crew.heard(message, how),
      changed,
    })
    this.#connection = openConnection(
      address.ably,
      {
        state: (state) => this.#changed(state),
        message: (channel, message) => this.#ears.message(projectOf(channel), message),
        presence: (channel, change) => this.#ears.presence(projectOf(channel), change),
        attached: (channel, { first }) => this.#attached(channel, first),
        gap: (channel, words, after) => this.#missed(channel, words, after),
        failed: (channel, fault) => this.#failed(channel, fault.message),
      },
      {
        now: context.now,
        log: context.log,
        place: (channel) => `“${projects.name(projectOf(channel) ?? channel)}”`,
        ...(patience !== undefined && { patience }),
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
              },
              find: (id) => memory.stored(id),
              dropped: (project, fault) => this.#ears.trouble(fault, project),
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
      isKnown: (message) => this.#ears.isKnown(message),
      take: (project, found, isOlder) => this.#ears.recovered(project, found, isOlder),
      failed: (project, fault) => context.log('earlier messages could not be read', { project, fault }),
    })
    this.#membership = new Membership({
      context,
      place,
      enter: (permit, channel, data) => this.#connection.enter(permit, channel, data),
      exit: (channel) => this.#connection.exit(channel),
      me: () => this.#us(),
      projects: () => projects.all().flatMap(({ id, isAttached }) => (isAttached ? [id] : [])),
      agents: (project) => this.#crew.presence(project),
      failed: (channel, fault) => context.log('presence could not be entered', { channel, fault }),
    })
    this.publisher = new Publisher({
      context,
      connection: this.#connection,
      place,
      us: () => this.#us(),
      projectOf: (where) => projects.find(where),
      names: (project) => this.#ears.attendance.names(project),
      published: (message) => this.#server?.add(message),
    })
    this.#callParts = {
      context,
      projects,
      publisher: this.publisher,
      server: address.server,
      join: (project) => this.#join(project),
      leave: (project) => this.#leave(project),
      members: (project) => this.#ears.attendance.members(project),
      older: (project) => this.#backfill.older(project),
      changed: () => {
        this.#writer.save()
        changed()
      },
    }
    if (memory.heardAt !== undefined) this.#lostAt = memory.heardAt
  }

  start(): void {
    this.#ears.start()
    this.#connection.join(presenceChannel)
    this.#joinAll()
    this.#server?.start()
    this.#crew.start()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#showTimer)
    await this.#crew.stop()
    await this.#membership.stop()
    await this.#backfill.stop()
    await this.#server?.stop()
    this.#ears.stop()
    await this.#connection.close()
    this.#writer.stop()
  }

  call(method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> | undefined {
    return answerCall(this.#callParts, method, input, call) ?? this.#crew.call(method, input, call)
  }

  /** What the operator can see of it now. */
  #us(): Ourselves {
    return whoWeAre(this.#config, this.#memory.identity, this.#context.operator(), this.#connection.clientId())
  }

  #joinAll(): void {
    for (const { id } of this.#memory.projects.all()) this.#connection.join(channelOf(id), { rewind })
    this.#membership.update()
    this.#showSoon()
  }

  #join(project: string): void {
    this.#connection.join(channelOf(project), { rewind })
    this.#showSoon()
  }

  async #leave(project: string): Promise<void> {
    this.#memory.presence.forget(project)
    await this.#membership.leave(project)
    await this.#connection.leave(channelOf(project))
    this.#showSoon()
  }

  #attached(channel: string, isFirst: boolean): void {
    const project = projectOf(channel)
    this.#membership.update()
    if (project === undefined) return
    this.#memory.projects.attached(project)
    if (isFirst) {
      const { now } = this.#context
      // What was said within the last two minutes is told again by itself.
      if (this.#lostAt !== undefined && now() - this.#lostAt > rewoundMs) this.#gaps.open(this.#lostAt, '')
      void this.#fill(project, !this.#memory.tails.has(project))
    }
    this.#status()
    this.#showSoon()
  }

  /** Messages may be missing: say so, and ask for them. */
  #missed(channel: string, words: string, after: number | undefined): void {
    const project = projectOf(channel)
    if (project === undefined) return
    this.#gaps.open(Math.max(this.#lostAt ?? 0, after ?? 0) || this.#context.now(), words)
    void this.#fill(project, false)
  }

  async #fill(project: string, isOlder: boolean): Promise<void> {
    const found = this.#gaps.ask(this.#memory.projects.name(project))
    found(await this.#backfill.fill(project, isOlder))
    this.#showSoon()
  }

  #failed(channel: string, reason: string): void {
    const project = projectOf(channel)
    if (project === undefined) this.#context.log('a channel could not be joined', { channel, reason })
    else this.#memory.projects.failed(project, reason)
    this.#status()
    this.#showSoon()
  }

  #changed(state: AblyState): void {
    const wasUp = this.#state.lamp === 'up'
    this.#state = state
    if (wasUp && state.lamp !== 'up') {
      this.#lostAt = this.#context.now()
      this.#memory.projects.reset()
      this.#ears.flush()
    }
    // Who is there is told anew when there is a connection again; after a short cut Ably says itself who has gone.
    if (state.lamp === 'down') this.#ears.attendance.forget()
    this.#status()
    this.#showSoon()
  }

  get #shown(): Shown {
    const { recovered } = this.#backfill
    const { history } = this.#config
    const server = this.#server
    return {
      me: this.#us(),
      state: this.#state,
      words: [this.#address.words],
      online: this.#memory.presence.online(),
      server,
      backfill: history === 0 ? 'not asked for' : `rewind 2 min, history ${history}: ${recovered.toLocaleString('en-US')} recovered`,
      projects: this.#memory.projects,
      members: (project) => this.#ears.attendance.members(project),
      writing: (project) => this.#ears.writing(project),
      crew: this.#crew.view(),
      lastActivity: this.#memory.heardAt,
    }
  }

  #status(): void {
    if (!this.#isStopped) this.#context.status(teamStatus(this.#shown))
  }

  #showSoon(): void {
    if (this.#isStopped || this.#showTimer !== undefined) return
    this.#showTimer = setTimeout(() => {
      this.#showTimer = undefined
      this.#status()
      this.#context.show(teamView(this.#shown))
    }, showMs)
  }
}

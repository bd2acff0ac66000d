import path from 'node:path'
import type { Actor } from '../../core/approval.ts'
import type { Draft, WirePreview } from '../../core/command.ts'
import type { Anchor, Event, NewEvent } from '../../core/event.ts'
import { fail, type Fault, internalFault, ok, reasonOf, type Result } from '../../core/fault.ts'
import { isSameStatus, type Link, type LinkStatus } from '../../core/link.ts'
import type { HaltHook, LinkContext, LinkDriver, MessageStamp, Protocol } from '../../core/protocol.ts'
import { backoff } from '../../core/backoff.ts'
import { linkHalt } from './link-halt.ts'
import type { Services } from '../services.ts'
import type { EngineGate } from '../gate/gate.ts'
import { tryJournal } from '../journal-fault.ts'
import type { StoredLink } from '../../core/journal.ts'
import { checkAnswer, checkCall, checkView, noMethod } from './link-call.ts'
import { checkConfig } from './link-config.ts'
import { ownEvents } from './own-events.ts'
import { secretPlaceholders, secretPlaces } from './secret-place.ts'
import { stopInTime } from './stop-in-time.ts'

/** How a link's runner reports to its workspace. */
export interface LinkEvents {
  /** Stores what the link read. A fault: none of it was stored. */
  ingest(link: StoredLink, events: readonly NewEvent[], state: unknown): Result<void>
  /** Text of a reply that is being written; undefined: it stopped growing. */
  live(link: string, stream: string, text: string | undefined): void
  /** All growing replies of the link have stopped. */
  endLive(link: string): void
  /** The link's lamp, or what it says, changed. */
  status(link: StoredLink, status: LinkStatus): void
  /** The operator removed the link. */
  removed(link: string): void
  /** The status changed. `isUp` is true the first time in a run that the link is up. */
  changed(link: string, isUp: boolean): void
}

/** What a link needs to know of its workspace. */
export interface LinkSurroundings {
  readonly path: string
  readonly operator: () => string
  readonly isWatched: () => boolean
  /** When open debts of a link are overdue, ms, by their refs. */
  readonly dueTimes: (link: string) => ReadonlyMap<string, number>
}

/** One supervised link. */
export interface LinkRunner {
  readonly stored: StoredLink
  readonly protocol: Protocol
  /** Where it connects to. Its protocol reads the settings for this, so it is asked once: links are listed for every batch of events. */
  readonly place: string
  /** Where its secrets are sent, see `secretPlaces`. */
  readonly secretPlaces: ReadonlyMap<string, string>
  status(): LinkStatus
  /** Since when it has been silent, however many attempts were made; undefined: it is followed. */
  downSince(): number | undefined
  /** What the running link shows on its protocol's own screen. */
  view(): unknown
  start(): void
  /** Resolves when everything of the link has stopped. */
  stop(): Promise<void>
  format(draft: Draft, stamp: MessageStamp): Result<WirePreview>
  send(wire: string, actor: Actor): Promise<Result<void>>
  act(act: string, actor: Actor): Promise<Result<{ readonly text: string }>>
  /** Calls a method of the protocol's own screen, checking its input and output. */
  call(method: string, input: unknown, actor: Actor): Promise<Result<unknown>>
  /** The current registration of an agent; undefined while the link is not running. */
  registrationOf(agent: string): string | undefined
  /** What its context says of debts has changed. */
  debtsChanged(): void
  /** What a halt does here; undefined: nothing, or the link is not running. */
  halt(): HaltHook | undefined
  /** Where the bytes of an event have moved; undefined: they have not moved, or the link is not running. */
  anchorOf(event: Event): Anchor | undefined
}

/** The running driver; once `isDead`, its reports are ignored. While it only stops, what it stores is kept: its last lines and how far it has read. */
interface Running {
  driver?: LinkDriver
  isDead: boolean
  isStopping?: boolean
  /** It has read to the end since it was connected: what it emits from now on just happened. */
  isCaughtUp?: boolean
}

/**
 * Supervises one link: starts its driver, stores what it emits, and after a failure stops it and restarts from the last stored
 * state, so that nothing is lost. Each consecutive failure doubles the delay.
 */
export function createLinkRunner(
  services: Services,
  gate: EngineGate,
  events: LinkEvents,
  stored: StoredLink,
  protocol: Protocol,
  workspace: LinkSurroundings,
): LinkRunner {
  let status: LinkStatus = { lamp: 'off', text: 'not followed', since: services.now() }
  let downSince: number | undefined = status.since
  let running: Running | undefined
  let stopping: Promise<void> = Promise.resolve()
  let leaving: Running | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let failures = 0
  let wasUp = false
  let view: unknown
  const places = secretPlaces(protocol, stored.config)
  const place = protocol.place(stored.config)

  function setStatus(next: Omit<LinkStatus, 'since'>): void {
    status = { ...next, since: isSameStatus(status, next) ? status.since : services.now() }
    downSince = next.lamp === 'up' ? undefined : (downSince ?? services.now())
    const isUp = next.lamp === 'up' && !wasUp
    if (isUp) wasUp = true
    events.status(stored, status)
    events.changed(stored.id, isUp)
  }

  /** The driver cannot be used any more: stop it and retry later. */
  function giveUp(own: Running, fault: Fault): void {
    if (own.isDead) return
    own.isDead = true
    if (own.isStopping === true) return services.log('a link could not store its last state', { link: stored.id, fault, level: 'warn' })
    failures++
    const wait = backoff(failures, services.random)
    services.log('a link failed', { link: stored.id, protocol: stored.protocol, fault, wait, level: 'warn' })
    void end(own)
    setStatus({ lamp: 'down', text: 'stopped by a failure', reason: fault, retryAt: services.now() + wait })
    retryTimer = setTimeout(begin, wait)
  }

  /** Calls the journal for a driver; if the journal fails, the driver is stopped and receives `otherwise`. */
  function readOr<T>(own: Running, otherwise: T, use: () => T): T {
    const found = own.isDead ? ok(otherwise) : tryJournal(use)
    if (found.ok) return found.value
    giveUp(own, found.fault)
    return otherwise
  }

  function end(own: Running): Promise<void> {
    own.isStopping = true
    leaving = own
    if (running === own) running = undefined
    view = undefined
    events.endLive(stored.id)
    const driver = own.driver
    if (driver === undefined) {
      own.isDead = true
      return stopping
    }
    const before = stopping
    const stop = async (): Promise<void> => {
      await before
      await driver.stop()
    }
    stopping = stopInTime(stored.id, stop, services.log).finally(() => {
      own.isDead = true
    })
    return stopping
  }

  function contextFor(own: Running): LinkContext {
    return {
      link: stored.id,
      workspacePath: workspace.path,
      ownFolder: path.join(services.dataDir, protocol.info.id),
      version: services.version,
      saved: services.journal.linkState(stored.id),
      emit(newEvents, state) {
        if (own.isDead) return
        const done = events.ingest(stored, withLate(newEvents, own.isCaughtUp === true), state)
        if (done.ok) failures = 0
        else giveUp(own, done.fault)
      },
      live(stream, text) {
        if (isHeard(own)) events.live(stored.id, stream, text)
      },
      ...ownEvents(services.journal, stored, (otherwise, use) => readOr(own, otherwise, use)),
      status(next) {
        if (!isHeard(own)) return
        if (next.lamp === 'up') own.isCaughtUp = true
        else if (next.lamp === 'down') own.isCaughtUp = false
        setStatus(next)
      },
      show(next) {
        if (!isHeard(own)) return
        const checked = checkView(protocol, next)
        if (!checked.ok)
          return services.log('a link showed a view that its protocol does not allow', { link: stored.id, fault: checked.fault })
        view = checked.value
        events.changed(stored.id, false)
      },
      operator: workspace.operator,
      dueTimes: () => workspace.dueTimes(stored.id),
      isWatched: workspace.isWatched,
      gate: gate.forLink(stored.workspace, stored.id),
      halt: linkHalt(services.halts, stored),
      now: services.now,
      newId: services.newId,
      secret: async (field) => {
        const place = places.get(field)
        const found = place === undefined ? ok(undefined) : await services.secrets.get(stored.id, field, place)
        return found.ok ? found.value : undefined
      },
      log: (message, fields) => services.log(message, { link: stored.id, ...fields }),
    }
  }

  function begin(): void {
    clearTimeout(retryTimer)
    const own: Running = { isDead: false }
    running = own
    // It would store an older state over a newer one.
    if (leaving !== undefined) leaving.isDead = true
    leaving = undefined
    const config = checkStored()
    if (!config.ok) {
      own.isDead = true
      running = undefined
      setStatus({ lamp: 'down', text: 'its settings are not valid', reason: config.fault })
      return
    }
    setStatus({ lamp: 'connecting', text: 'starting' })
    try {
      own.driver = protocol.openLink(contextFor(own), config.value)
      if (own.isDead) void end(own)
      else own.driver.start()
    } catch (thrown) {
      giveUp(own, fail('internal', 'Could not start this link. Patchbay will retry.', { detail: reasonOf(thrown) }).fault)
    }
  }

  /** Settings were validated when stored, possibly by an older version. Secrets are in the store, so missing secret fields are fine here. */
  function checkStored(): Result<StoredLink['config']> {
    const checked = checkConfig(protocol, stored.config, secretPlaceholders(protocol))
    return checked.ok ? ok(checked.value.config) : checked
  }

  function driver(): Result<LinkDriver> {
    const own = running?.driver
    if (own !== undefined) return ok(own)
    if (status.lamp === 'off') return fail('unavailable', `${stored.name} is not followed at the moment. Start following it in Links.`)
    return fail('unavailable', `${stored.name} is down at the moment: ${status.reason?.message ?? status.text}`)
  }

  async function attempt<T>(work: (driver: LinkDriver) => Promise<Result<T>>): Promise<Result<T>> {
    const own = driver()
    if (!own.ok) return own
    try {
      return await work(own.value)
    } catch (thrown) {
      services.log('a link threw', { link: stored.id, reason: reasonOf(thrown), level: 'error' })
      return internalFault('while doing this', reasonOf(thrown))
    }
  }

  return {
    stored,
    protocol,
    place,
    secretPlaces: places,
    status: () => status,
    downSince: () => downSince,
    view: () => view,
    start() {
      if (running === undefined) begin()
    },
    async stop() {
      clearTimeout(retryTimer)
      if (running !== undefined) await end(running)
      await stopping
      // It may have been started again since.
      if (running === undefined) setStatus({ lamp: 'off', text: 'not followed' })
    },
    format: (draft, stamp) => running?.driver?.format?.(draft, stamp) ?? protocol.format(draft, stamp),
    send: (wire, actor) => attempt((own) => own.send(wire, actor)),
    act: (act, actor) => attempt((own) => own.act(act, actor)),
    debtsChanged: () => running?.driver?.debtsChanged?.(),
    halt: () => running?.driver?.halt,
    anchorOf: (event) => running?.driver?.anchorOf?.(event),
    registrationOf: (agent) => running?.driver?.registrationOf?.(agent),
    async call(method, input, actor) {
      const checked = checkCall(protocol, method, input)
      if (!checked.ok) return checked
      const { schema, parsed } = checked.value
      const confirmed = schema.confirms === true ? { confirmed: gate.confirm(stored.id) } : {}
      const answer = await attempt(async (own) => (await own.call?.(method, parsed, { actor, ...confirmed })) ?? noMethod(method))
      return answer.ok ? checkAnswer(schema, method, answer.value, services.log) : answer
    },
  }
}

/** Whether a driver's reports are shown. */
function isHeard({ isDead, isStopping = false }: Running): boolean {
  return !isDead && !isStopping
}

/** The link as a screen sees it. */
export function shownLink(runner: LinkRunner, secrets: readonly string[]): Link {
  const { id, workspace, protocol, name, config, enabled } = runner.stored
  return {
    id,
    workspace,
    protocol,
    name,
    place: runner.place,
    config,
    enabled,
    status: runner.status(),
    secrets: [...secrets],
  }
}

/**
 * Marks what did not just happen: everything until the link has caught up, and history. The link itself marks other late events, such as those of a file that
 * started over.
 */
function withLate(events: readonly NewEvent[], isCaughtUp: boolean): readonly NewEvent[] {
  return events.map((event) => (event.late === true || (isCaughtUp && event.ord === undefined) ? event : { ...event, late: true }))
}

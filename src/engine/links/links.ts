import type { Draft, WirePreview } from '../../core/command.ts'
import type { Event } from '../../core/event.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Link, LinkConfig, TestStep } from '../../core/link.ts'
import type { HaltHook, MessageStamp, Protocol } from '../../core/protocol.ts'
import type { Services } from '../services.ts'
import type { EngineGate } from '../gate/gate.ts'
import { tryJournal } from '../journal-fault.ts'
import type { StoredLink } from '../../core/journal.ts'
import { checkConfig, isSameConfig } from './link-config.ts'
import { createLinkRunner, shownLink, type LinkEvents, type LinkRunner, type LinkSurroundings } from './link-runner.ts'
import { testLink } from './link-test.ts'
import { putSecrets, usableSecrets } from './stored-secrets.ts'
import { openTurns } from './turns.ts'

/** The links of one workspace. */
export interface Links {
  list(): Link[]
  has(link: string): boolean
  /** Since when a link has been silent, ms; undefined: it is followed. For a removed link: 0. */
  downSince(link: string): number | undefined
  add(protocol: string, name: string, config: LinkConfig): Promise<Result<Link>>
  update(link: string, name: string, config: LinkConfig): Promise<Result<Link>>
  /**
   * Ends a link in an order that leaves nothing behind: it is stored as not followed, stops, loses its secrets, what `forget` removes, and its place in the
   * list. Whatever fails or crashes in between, it is listed, off, and can be removed again.
   */
  remove(link: string, forget: () => Result<void>): Promise<Result<void>>
  enable(link: string, enabled: boolean): Promise<Result<Link>>
  /** Runs one of the protocol's actions for the operator, `retry` or `cancel`. */
  act(link: string, act: string, operator: string): Promise<Result<{ readonly text: string }>>
  /** Calls a method of the protocol's own screen. */
  call(link: string, method: string, input: unknown): Promise<Result<unknown>>
  /** The current registration of a running link's agent (`Actor.registration`). */
  registrationOf(link: string, agent: string): string | undefined
  /** Debts have changed, which links may show. */
  debtsChanged(): void
  /** What a halt does on a running link. */
  halt(link: string): HaltHook | undefined
  /** Whether a link leaves this machine, so that *Cut* leaves it. */
  isNetwork(link: string): boolean
  /** Leaves a link until `comeBack`, also after a restart: the halt that cut it says so. */
  leave(link: string): Promise<void>
  /** Starts what a halt cut. */
  comeBack(): void
  /** The event with an anchor to where its bytes are now. */
  placed(event: Event): Event
  /** What running links show there. */
  views(): { readonly link: string; readonly view: unknown }[]
  test(protocol: string, config: LinkConfig, link: string | undefined): Promise<Result<TestStep[]>>
  format(link: string, draft: Draft, stamp: Omit<MessageStamp, 'answers'>): Result<WirePreview>
  send(link: string, wire: string, operator: string): Promise<Result<void>>
  protocolOf(link: string): Protocol | undefined
  /** Checks `name` as the operator's name with every protocol in use. */
  checkOperator(name: string): Result<void>
  start(): void
  stop(): Promise<void>
}

/** Opens the links of a workspace; the first time, creates the default links of each protocol. Nothing runs before `start`. */
export function openLinks(
  services: Services,
  gate: EngineGate,
  events: LinkEvents,
  workspace: LinkSurroundings & { readonly id: string },
  isNew: boolean,
): Links {
  const runners = new Map<string, LinkRunner>()
  const inTurn = openTurns()
  let isClosed = false
  if (isNew)
    for (const [id, protocol] of services.protocols) for (const link of protocol.defaultLinks()) store(newLink(id, link.name, link.config))
  for (const stored of services.journal.links(workspace.id)) install(stored)

  function newLink(protocol: string, name: string, config: LinkConfig): StoredLink {
    return { id: services.newId(), workspace: workspace.id, protocol, name, config, enabled: true }
  }

  function store(stored: StoredLink): void {
    services.journal.putLink(stored)
  }

  function install(stored: StoredLink): LinkRunner | undefined {
    const protocol = services.protocols.get(stored.protocol)
    if (protocol === undefined) return undefined // written by a version that has more protocols: kept, not shown
    const runner = createLinkRunner(services, gate, events, stored, protocol, workspace)
    runners.set(stored.id, runner)
    return runner
  }

  /** Changes a link after the changes before are done: two at once would both start it, and one of them would never be stopped. */
  function change<T>(link: string, work: (found: LinkRunner) => Promise<Result<T>>): Promise<Result<T>> {
    return inTurn(link, async () => {
      const found = find(link)
      return found.ok ? work(found.value) : found
    })
  }

  /** Starts a link, unless the halt has cut it or the workspace is being closed. */
  function begin(runner: LinkRunner): boolean {
    if (isClosed) return false
    if (isNetwork(runner) && services.halts.refusing(workspace.id).some(({ level }) => level === 'cut')) return false
    runner.start()
    return true
  }

  function show(runner: LinkRunner): Link {
    return shownLink(runner, services.secrets.fields(runner.stored.id, runner.secretPlaces))
  }

  function find(link: string): Result<LinkRunner> {
    const runner = runners.get(link)
    return runner === undefined ? fail('not-found', 'This link no longer exists.') : ok(runner)
  }

  /** Stores a link and restarts what runs under its id. */
  async function replace(stored: StoredLink, secrets: ReadonlyMap<string, string>): Promise<Result<Link>> {
    const protocol = services.protocols.get(stored.protocol)
    if (protocol === undefined) return fail('not-found', 'Patchbay does not support this protocol.')
    const kept = await putSecrets(services.secrets, stored, protocol, secrets)
    if (!kept.ok) return kept
    const done = tryJournal(() => store(stored))
    if (!done.ok) return done
    await runners.get(stored.id)?.stop()
    const runner = install(stored)
    if (runner === undefined) return fail('not-found', 'Patchbay does not support this protocol.')
    if (stored.enabled) begin(runner)
    events.changed(stored.id, false)
    return ok(show(runner))
  }

  return {
    list: () => [...runners.values()].map(show),
    has: (link) => runners.has(link),
    async add(id, name, config) {
      const protocol = services.protocols.get(id)
      if (protocol === undefined) return fail('not-found', 'Patchbay does not support this protocol.', { field: 'protocol' })
      if (runners.size >= limits.links) return fail('too-large', `A workspace can have at most ${limits.links} links. Remove one first.`)
      const checked = checkConfig(protocol, config)
      if (!checked.ok) return checked
      const twin = [...runners.values()].find(
        (each) => each.stored.protocol === id && isSameConfig(each.stored.config, checked.value.config),
      )
      if (twin !== undefined) return fail('conflict', `The link “${twin.stored.name}” already connects to the same place.`)
      return replace(newLink(id, name, checked.value.config), checked.value.secrets)
    },
    update: (link, name, config) =>
      change(link, async (runner) => {
        const secrets = await usableSecrets(services.secrets, runner, config)
        if (!secrets.ok) return secrets
        const checked = checkConfig(runner.protocol, config, secrets.value)
        return checked.ok ? replace({ ...runner.stored, name, config: checked.value.config }, checked.value.secrets) : checked
      }),
    remove: (link, forget) =>
      change(link, async ({ stored, protocol }) => {
        const off = await replace({ ...stored, enabled: false }, new Map())
        if (!off.ok) return off
        const unsecret = protocol.secretFields.length > 0 ? await services.secrets.remove(link) : ok(undefined)
        if (!unsecret.ok) return unsecret
        const forgotten = forget()
        if (!forgotten.ok) return forgotten
        const removed = tryJournal(() => services.journal.removeLink(link))
        if (!removed.ok) return removed
        runners.delete(link)
        events.removed(link)
        events.changed(link, false)
        return removed
      }),
    enable: (link, enabled) =>
      change(link, async (runner) =>
        runner.stored.enabled === enabled ? ok(show(runner)) : replace({ ...runner.stored, enabled }, new Map()),
      ),
    async act(link, act, operator) {
      if (act === 'retry') {
        return change(link, async (runner) => {
          await runner.stop()
          if (!begin(runner)) return fail('refused', `${runner.stored.name} was cut by the halt. Resume first.`)
          return ok({ text: 'restarted' })
        })
      }
      const found = find(link)
      if (!found.ok) return found
      const runner = found.value
      if (act !== 'cancel' && !runner.protocol.info.acts.some((each) => each.id === act))
        return fail('unsupported', `This link has no action “${act}”.`, { field: 'act' })
      return runner.act(act, { kind: 'operator', name: operator })
    },
    debtsChanged() {
      for (const runner of runners.values()) runner.debtsChanged()
    },
    placed(event) {
      const anchor = runners.get(event.source)?.anchorOf(event)
      return anchor === undefined ? event : { ...event, raw: { ...event.raw, anchor } }
    },
    registrationOf: (link, agent) => runners.get(link)?.registrationOf(agent),
    async call(link, method, input) {
      const found = find(link)
      return found.ok ? found.value.call(method, input, { kind: 'operator', name: workspace.operator() }) : found
    },
    downSince: (link) => (runners.has(link) ? runners.get(link)?.downSince() : 0),
    views: () => [...runners].flatMap(([link, runner]) => (runner.view() === undefined ? [] : [{ link, view: runner.view() }])),
    async test(id, config, link) {
      const protocol = services.protocols.get(id)
      if (protocol === undefined) return fail('not-found', 'Patchbay does not support this protocol.', { field: 'protocol' })
      const found = link === undefined ? undefined : find(link)
      if (found?.ok === false) return found
      if (found !== undefined && found.value.protocol !== protocol)
        return fail('invalid', 'This link uses another protocol.', { field: 'protocol' })
      const secrets = found === undefined ? ok(new Map<string, string>()) : await usableSecrets(services.secrets, found.value, config)
      if (!secrets.ok) return secrets
      const checked = checkConfig(protocol, config, secrets.value)
      if (!checked.ok) return checked
      return testLink(protocol, workspace.path, checked.value.config, new Map([...secrets.value, ...checked.value.secrets]))
    },
    format(link, { about: _about, ...draft }, stamp) {
      const found = find(link)
      if (!found.ok) return found
      const { replyTo } = draft
      const answered = replyTo === undefined ? ok(undefined) : tryJournal(() => services.journal.event(replyTo))
      if (!answered.ok) return answered
      const answers = answered.value?.source === link ? { answers: answered.value.wireId } : {}
      const formatted = found.value.format(draft, { ...stamp, ...answers })
      if (!formatted.ok || formatted.value.bytes <= limits.message) return formatted
      return fail('too-large', `This message has ${formatted.value.bytes} bytes; the limit is ${limits.message}.`, { field: 'text' })
    },
    async send(link, wire, operator) {
      const found = find(link)
      return found.ok ? found.value.send(wire, { kind: 'operator', name: operator }) : found
    },
    protocolOf: (link) => runners.get(link)?.protocol,
    checkOperator(name) {
      for (const protocol of new Set([...runners.values()].map((runner) => runner.protocol))) {
        const tried = protocol.format({ from: name, to: ['x'], observers: [], text: 'x' }, { id: 'x', at: services.now() })
        if (!tried.ok && tried.fault.field === 'from') return { ok: false, fault: { ...tried.fault, field: 'name' } }
      }
      return ok(undefined)
    },
    halt: (link) => runners.get(link)?.halt(),
    isNetwork: (link) => isNetwork(runners.get(link)),
    async leave(link) {
      await runners.get(link)?.stop()
    },
    comeBack() {
      for (const { stored } of runners.values())
        void change(stored.id, async (runner) => {
          if (runner.stored.enabled) begin(runner)
          return ok(undefined)
        })
    },
    start() {
      for (const runner of runners.values()) if (runner.stored.enabled) begin(runner)
    },
    async stop() {
      isClosed = true
      await Promise.all([...runners.values()].map((runner) => runner.stop()))
    },
  }
}

/** Links of files are still read after a cut. */
function isNetwork(runner: LinkRunner | undefined): boolean {
  return runner?.protocol.info.needs === 'account'
}

import type { Client, Connection } from '../../../api/client.ts'
import type { Input, MethodName, Output, Push, WorkspaceState } from '../../../api/contract.ts'
import type { Draft } from '../../../core/command.ts'
import { defaultDeskLimits } from '../../../core/debt.ts'
import type { Event } from '../../../core/event.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { fixtureClosed, fixtureOwed } from './desk-fixtures.ts'
import { fixtureEvents, fixtureInfo, fixtureNow, fixtureProtocol, fixtureSettings, fixtureState } from './fixtures.ts'
import { fixtureFlow, fixtureFlowDay } from './flow-page.ts'
import { fixtureHalt, fixtureHaltPreview, fixtureResumePreview } from './halt-fixtures.ts'
import { matchesFilter } from '../feed/feed-filter.ts'

export type Handler<M extends MethodName> = (input: Input<M>) => Result<Output<M>> | Promise<Result<Output<M>>>
export type MockHandlers = { [M in MethodName]?: Handler<M> }

export interface MockClient extends Client {
  /** Every call so far, in order. */
  readonly calls: readonly { readonly method: MethodName; readonly input: unknown }[]
  /** Replaces the answer of a method. */
  on<M extends MethodName>(method: M, handler: Handler<M>): void
  /** Adds events and pushes them to every subscriber. */
  add(...events: readonly Event[]): void
  /** Changes the folds and pushes them. */
  setState(patch: Partial<WorkspaceState>): void
  push(push: Push): void
  setConnection(state: Connection, detail?: string): void
}

const deskPages = {
  open: fixtureOwed,
  owed: fixtureOwed,
  all: fixtureOwed,
  overdue: fixtureOwed.slice(0, 1),
  closed: fixtureClosed,
  before: [],
  tasks: [],
}

interface MockOptions {
  readonly events?: readonly Event[]
  readonly state?: WorkspaceState
  readonly handlers?: MockHandlers
}

/** An engine in memory for component tests: it answers every method from fixtures and records the calls. */
export function createMockClient(options: MockOptions = {}): MockClient {
  let events = [...(options.events ?? fixtureEvents)]
  let state = options.state ?? fixtureState
  let settings = fixtureSettings
  const calls: { method: MethodName; input: unknown }[] = []
  const subscribers = new Set<(push: Push) => void>()
  const listeners = new Set<(state: Connection, detail?: string) => void>()
  const find = (id: string): Event | undefined => events.find((event) => event.id === id)
  const draftFor = (event: Event, text: string): Draft => ({
    from: state.info.operator,
    to: [event.body.kind === 'message' ? event.body.from : ''],
    observers: event.body.kind === 'message' ? event.body.observers : [],
    text,
    replyTo: event.id,
  })

  const handlers: MockHandlers = {
    'app.info': () => ok(fixtureInfo),
    'protocols.list': () => ok([fixtureProtocol]),
    'settings.get': () => ok(settings),
    'settings.set': (patch) => ok((settings = { ...settings, ...patch })),
    'workspaces.list': () => ok([state.info]),
    'workspaces.open': () => ok(state.info),
    'workspaces.pick': () => fail('cancelled', 'No folder was chosen.'),
    'workspaces.folders': ({ path }) => ok({ path, folders: [{ name: 'tidepool', path: `${path}/tidepool`, hasChat: true }] }),
    'workspaces.demo': () => ok({ ...state.info, demo: true }),
    'workspaces.setOperator': ({ name }) => ok((state = { ...state, info: { ...state.info, operator: name, operatorAsked: true } }).info),
    'workspaces.copies': () => ok([]),
    'workspaces.forget': () => ok({}),
    'feed.page': ({ filter, before, after, around, limit }) => {
      const agent = state.agents.find((one) => one.id === filter.agent)
      const rows = events.filter((event) => matchesFilter(event, filter, agent)).toSorted((a, b) => a.ord - b.ord)
      let start = Math.max(0, rows.length - limit)
      if (before !== undefined) start = Math.max(0, rows.findLastIndex((row) => row.ord < before) + 1 - limit)
      const end = before === undefined ? rows.length : rows.findLastIndex((row) => row.ord < before) + 1
      if (after !== undefined) start = rows.filter((row) => row.ord <= after).length
      if (around !== undefined) start = Math.max(0, rows.findIndex((row) => row.ord >= around) - Math.floor(limit / 2))
      const stop = Math.min(end, start + limit)
      return ok({ events: rows.slice(start, stop), hasBefore: start > 0, hasAfter: stop < rows.length })
    },
    'feed.search': ({ query, limit }) => {
      const hits = events.flatMap((event) => {
        const at = event.body.kind === 'message' ? event.body.text.toLowerCase().indexOf(query.toLowerCase()) : -1
        return at < 0 ? [] : [{ event, matches: [[at, at + query.length] as [number, number]] }]
      })
      return ok({ hits: hits.toReversed().slice(0, limit), total: hits.length, totalIsExact: true, hasMore: hits.length > limit, ms: 9 })
    },
    'events.get': ({ id }) => {
      const event = find(id)
      return event === undefined ? missing() : ok(event)
    },
    'events.find': ({ source, wireId }) => {
      const event = events.find((one) => one.source === source && one.wireId === wireId)
      return event === undefined ? missing() : ok(event)
    },
    'events.lint': () => ok({ rules: 7, findings: [] }),
    'events.source': ({ id }) => {
      const event = find(id)
      if (event === undefined) return missing()
      const line = event.raw.anchor?.line ?? 1
      return ok({ path: event.raw.anchor?.path ?? '', firstLine: line, lines: event.raw.text.split('\n'), changed: false })
    },
    'events.open': () => ok({}),
    'events.thread': ({ id, limit }) => {
      const event = find(id)
      if (event?.body.kind !== 'message') return missing()
      const first = event.body.replyTo ?? event.wireId
      const thread = events.filter(({ wireId, body }) => body.kind === 'message' && (body.replyTo === first || wireId === first))
      return ok({ events: thread.slice(-limit), total: thread.length })
    },
    'links.visit': () => ok({}),
    'clipboard.read': () => fail('unsupported', 'This shell cannot read the clipboard.'),
    'conversations.markRead': () => ok({}),
    'conversations.markUnread': () => ok({}),
    'agents.join': () => ok({}),
    'agents.split': () => ok({}),
    'agents.open': () => ok({}),
    'agents.lint': ({ agents }) => ok(agents.map((agent) => ({ agent, messages: 0, found: 0, rules: [] }))),
    'links.add': ({ protocol, name, config }) => {
      const base = state.links[0]
      return base === undefined ? fail('unsupported', 'The mock has no link to copy.') : ok({ ...base, id: 'l2', protocol, name, config })
    },
    'links.update': ({ link, name, config }) => {
      const present = state.links.find((one) => one.id === link)
      return present === undefined ? fail('not-found', 'There is no such link.') : ok({ ...present, name, config })
    },
    'links.remove': () => ok({}),
    'links.enable': ({ link, enabled }) => {
      const present = state.links.find((one) => one.id === link)
      return present === undefined ? fail('not-found', 'There is no such link.') : ok({ ...present, enabled })
    },
    'links.test': () => ok([{ name: 'folder', state: 'ok', ms: 1, text: '.workplace is there' }]),
    'links.act': ({ act }) => ok({ text: `${act} done` }),
    'messages.preview': ({ draft }) => {
      const cc = draft.observers.length === 0 ? '' : ` @ [${draft.observers.join(', ')}]`
      const wire = `[${draft.from}-to-${draft.to[0] ?? ''}]${cc}: ${draft.text.replaceAll('\n', '\n  ')}\n`
      return ok({ wire, bytes: new TextEncoder().encode(wire).length, limit: 65_536 })
    },
    'messages.draft': ({ event, intent, text }) => {
      const found = find(event)
      return found === undefined ? missing() : ok(draftFor(found, text ?? (intent === 'reply' ? '' : 'Acknowledged')))
    },
    'messages.send': ({ id, source, draft }) =>
      ok({ id, workspace: state.workspace, source, draft, wire: draft.text, state: 'sent', at: fixtureNow }),
    'messages.retry': ({ id }) => {
      const command = state.commands.find((one) => one.id === id)
      return command === undefined ? missing() : ok({ ...command, state: 'sent' })
    },
    'messages.discard': ({ id }) => {
      const command = state.commands.find((one) => one.id === id)
      return command === undefined ? missing() : ok(command)
    },
    'gate.decide': () => ok({}),
    'gate.ended': () => ok({ how: 'withdrawn' }),
    'gate.grants': () => ok([]),
    'app.starting': () => ok({}),
    'app.session': () => ok({ version: '0.1.0' }),
    'app.backups': () => ok({ folder: '/home/mira/.local/share/patchbay/backups', count: 7, bytes: 21_400_000, newest: fixtureNow }),
    'archives.list': () => ok({ bytes: 412_000_000, archives: [] }),
    'archives.months': () => ok([]),
    'archives.move': () => ok({}),
    'archives.cancel': () => ok({}),
    'archives.bringBack': () => ok({}),
    'gate.refuseAll': () => ok({ refused: 1 }),
    'gate.revoke': () => ok({}),
    'gate.renew': () => ok({}),
    'flow.window': ({ to }) => ok({ ...fixtureFlow, asOf: to }),
    'flow.day': ({ end }) => ok({ asOf: end, links: fixtureFlowDay, total: 76 }),
    'desk.page': ({ list }) => {
      const rows = [...deskPages[list]]
      return ok({ rows, total: rows.length, hasMore: false })
    },
    'desk.get': ({ key }) => {
      const row = [...state.desk.needs.flatMap((need) => need.row ?? []), ...fixtureOwed].find(({ debt }) => debt.key === key)
      return row === undefined ? missing() : ok({ row, events: events.filter(({ id }) => id === row.debt.ask), waiting: [], awaited: [] })
    },
    'desk.waits': () => ok({ arrows: [], hasMore: false, stuck: state.desk.needs.flatMap(({ stuck }) => stuck ?? []) }),
    'desk.ofEvent': () => ok({ rows: [], ledger: [] }),
    'desk.ofEvents': ({ events: ids }) =>
      ok(
        ids.includes('e000008')
          ? [{ event: 'e000008', steps: ['yes', 'yes', 'cannot tell', 'not yet', 'not yet', 'not yet'], isMine: true, isOverdue: true }]
          : [],
      ),
    'desk.draft': ({ key, intent, to }) => {
      const source = key.split('|')[0] ?? ''
      const draft: Draft = {
        from: 'operator',
        to: [to ?? 'reviewer'],
        observers: [],
        text: intent === 'answer' ? '' : `${intent} text`,
        about: { debt: key, ref: key, intent },
      }
      return ok({ source, draft, preview: { wire: draft.text, bytes: 1, limit: 65_536 }, also: [], closes: 1, frees: ['reviewer'] })
    },
    'desk.here': () => ok({}),
    'desk.testNotice': () => ok({ by: 'page' }),
    'desk.mark': () => ok({ undo: 'u1', sent: 0 }),
    'desk.unmark': () => ok({ restored: 1 }),
    'halt.preview': ({ scope, level, id }) => ok({ ...fixtureHaltPreview, scope, level, id: id ?? fixtureHaltPreview.id }),
    'halt.start': ({ id, scope, level }) => ok({ halt: { ...fixtureHalt, id, scope, level } }),
    'halt.again': () => ok({ halt: fixtureHalt }),
    'halt.resumePreview': () => ok(fixtureResumePreview),
    'halt.resume': () => ok({ halt: fixtureHalt }),
    'halt.decline': () => ok({}),
    'desk.limits': () => ok(defaultDeskLimits),
    'desk.setLimits': ({ limits }) => ok(limits),
    ...options.handlers,
  }

  const push = (what: Push): void => subscribers.forEach((send) => send(what))
  return {
    calls,
    on(method, handler) {
      Object.assign(handlers, { [method]: handler })
    },
    add(...added) {
      const replaced = new Set(added.map((event) => event.supersedes))
      events = [...events.filter((event) => !replaced.has(event.id)), ...added]
      push({ type: 'events', workspace: state.workspace, events: [...added], cursor: Math.max(...added.map((event) => event.cursor)) })
    },
    setState(patch) {
      state = { ...state, ...patch }
      push(state)
    },
    push,
    setConnection: (next, detail) => listeners.forEach((listener) => listener(next, detail)),
    async call<M extends MethodName>(method: M, input: Input<M>): Promise<Result<Output<M>>> {
      calls.push({ method, input })
      const handler = handlers[method] as Handler<M> | undefined
      return handler === undefined ? fail('unsupported', `The mock has no ${method}.`) : handler(input)
    },
    subscribe(_subscription, onPush) {
      subscribers.add(onPush)
      queueMicrotask(() => {
        if (subscribers.has(onPush)) onPush(state)
      })
      return () => subscribers.delete(onPush)
    },
    onConnection(listener) {
      listeners.add(listener)
      listener('open')
      return () => listeners.delete(listener)
    },
    close: () => subscribers.clear(),
  }
}

function missing(): Result<never> {
  return fail('not-found', 'There is no such event.')
}

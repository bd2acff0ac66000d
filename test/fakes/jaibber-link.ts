import { noStandingApprovals } from '../../src/core/no-standing-approvals.ts'
import { expect } from 'vitest'
import { monotonicFactory } from 'ulid'
import type { Event, NewEvent } from '../../src/core/event.ts'
import type { LinkConfig, LinkStatus } from '../../src/core/link.ts'
import type { LinkContext, Permit } from '../../src/core/protocol.ts'
import { JaibberLink } from '../../src/protocols/jaibber/driver.ts'
import { jaibberApi } from '../../src/protocols/jaibber/pure/api.ts'
import type { TeamView } from '../../src/protocols/jaibber/pure/api.ts'
import { jaibberConfig, readConfig } from '../../src/protocols/jaibber/pure/config.ts'
import { quickTimings } from './ably-client.ts'
import { storedEvent } from './events.ts'
import { fakeLinkContext } from './link-context.ts'
import { valueOf } from './value-of.ts'
import { until } from './until.ts'

/** The operator of tests. */
export const boss = { kind: 'operator', name: 'boss' } as const

/** A journal like the engine's: each identity one time. */
export interface KeptTeam {
  readonly events: Event[]
  saved: unknown
}

/** A link on a team, with everything that it reported. */
export interface RunningTeam {
  readonly link: JaibberLink
  readonly kept: KeptTeam
  readonly statuses: Omit<LinkStatus, 'since'>[]
  /** Everything emitted, including repetitions. */
  readonly emitted: NewEvent[]
  readonly published: { readonly target: string; readonly exact: string }[]
  readonly logged: string[]
  /** Texts of answers as they grow. */
  readonly live: Map<string, string>
  view(): TeamView
  /** Final texts of messages in the journal, in the order of the screen. */
  texts(): string[]
  call<T = unknown>(method: string, input: unknown): Promise<T>
  isUp(): Promise<void>
}

/** Starts a link on a server of this machine; `kept` is what an earlier one stored. The caller stops it. */
export function startJaibberLink(
  { port, key }: { readonly port: number; readonly key: string },
  settings: LinkConfig = {},
  kept: KeptTeam = { events: [], saved: undefined },
  over: Partial<LinkContext> = {},
): RunningTeam {
  const given = { ablyKey: key, endpoint: `127.0.0.1:${port}`, tls: false, projects: ['harbour=Harbour'], machine: 'pier-1', ...settings }
  const parsed = jaibberConfig.parse(given)
  const statuses: RunningTeam['statuses'] = []
  const emitted: NewEvent[] = []
  const published: RunningTeam['published'] = []
  const logged: string[] = []
  const live = new Map<string, string>()
  const known = new Set(kept.events.map((event) => event.wireId))
  const newId = monotonicFactory()
  let order = 0
  let shown: unknown
  const context = fakeLinkContext({
    workspacePath: '/',
    saved: kept.saved === undefined ? undefined : (JSON.parse(JSON.stringify(kept.saved)) as unknown),
    newId: () => newId(),
    stored: {
      head: () => kept.events.length,
      since: (mark) => kept.events.slice(mark),
      find: (wireId) => kept.events.find((event) => event.wireId === wireId),
    },
    reserveOrder: (size) => (order -= size),
    emit(events, state) {
      emitted.push(...events)
      for (const event of events) {
        if (known.has(event.wireId)) continue
        known.add(event.wireId)
        const { body, supersedes, ...rest } = event
        const before = kept.events.find((each) => each.wireId === supersedes)
        const place = before === undefined ? {} : { ord: before.ord, supersedes: before.id }
        kept.events.push(storedEvent(kept.events.length + 1, body, { ...rest, ...place, at: Date.now() }))
      }
      if (state !== undefined) kept.saved = JSON.parse(JSON.stringify(state)) as unknown
    },
    live: (id, text) => void (text === undefined ? live.delete(id) : live.set(id, text)),
    status: (status) => void statuses.push(status),
    show: (view) => {
      shown = jaibberApi.view.parse(view)
    },
    operator: () => 'boss',
    secret: (field) => Promise.resolve(String(parsed[field] ?? '') || undefined),
    log: (message, fields) => void logged.push(`${message} ${JSON.stringify(fields)}`),
    gate: {
      ...noStandingApprovals,
      perform: ({ effect: { target, exact } }, effect) => {
        published.push({ target, exact })
        return effect({ act: 'test' } as Permit)
      },
    },
    ...over,
  })
  const link = new JaibberLink(context, valueOf(readConfig(parsed)), quickTimings)
  link.start()
  return {
    link,
    kept,
    statuses,
    emitted,
    published,
    logged,
    live,
    view: () => shown as TeamView,
    texts() {
      const replaced = new Set(kept.events.flatMap(({ supersedes }) => supersedes ?? []))
      return kept.events
        .filter(({ id, body }) => body.kind === 'message' && !replaced.has(id))
        .toSorted((a, b) => a.ord - b.ord)
        .map(({ body }) => (body.kind === 'message' ? body.text : ''))
    },
    call: async (method, input) => valueOf(await link.call(method, input, { actor: boss })) as never,
    isUp: () => until(() => expect(statuses.at(-1)?.lamp).toBe('up')),
  }
}

import { noStandingApprovals } from '../../src/core/no-standing-approvals.ts'
import { expect } from 'vitest'
import type { Event, NewEvent } from '../../src/core/event.ts'
import type { LinkConfig } from '../../src/core/link.ts'
import { IrcLink } from '../../src/protocols/scuttlebot/driver.ts'
import { ircApi } from '../../src/protocols/scuttlebot/pure/api.ts'
import type { NetworkView } from '../../src/protocols/scuttlebot/pure/api.ts'
import { readConfig, scuttlebotConfig } from '../../src/protocols/scuttlebot/pure/config.ts'
import type { ScuttlebotConfig } from '../../src/protocols/scuttlebot/pure/config.ts'
import { storedEvent } from './events.ts'
import { quickTimings } from './irc-network.ts'
import { fakeLinkContext } from './link-context.ts'
import { valueOf } from './value-of.ts'
import { until } from './until.ts'

/** The operator of tests. */
export const boss = { kind: 'operator', name: 'boss' } as const

/** A journal like the engine's: each identity one time. */
export interface Kept {
  readonly events: Event[]
  saved: unknown
}

/** A link on a network, with everything that it reported. */
export interface RunningLink {
  readonly link: IrcLink
  readonly config: ScuttlebotConfig
  readonly kept: Kept
  readonly lamps: string[]
  /** Everything emitted, including repetitions. */
  readonly emitted: NewEvent[]
  readonly published: string[]
  readonly logged: string[]
  view(): NetworkView
  texts(): string[]
  board(): Promise<string[]>
  call<T = { id: string }>(method: string, input: unknown): Promise<T>
  isUp(): Promise<void>
}

/** Starts a link on a server of this machine; `kept` is what an earlier one stored. The caller stops it. */
export function startIrcLink(
  port: number,
  settings: LinkConfig = {},
  kept: Kept = { events: [], saved: undefined },
  secrets: Record<string, string> = {},
): RunningLink {
  const config = valueOf(
    readConfig(scuttlebotConfig.parse({ server: '127.0.0.1', port, tls: false, nick: 'mira', ...settings, ...secrets })),
  )
  const lamps: string[] = []
  const emitted: NewEvent[] = []
  const published: string[] = []
  const logged: string[] = []
  const known = new Set(kept.events.map((event) => event.wireId))
  let shown: unknown
  const context = fakeLinkContext({
    workspacePath: '/',
    saved: kept.saved === undefined ? undefined : (JSON.parse(JSON.stringify(kept.saved)) as unknown),
    stored: {
      head: () => kept.events.length,
      since: (mark) => kept.events.slice(mark),
      find: (wireId) => kept.events.find((event) => event.wireId === wireId),
    },
    emit(events, state) {
      emitted.push(...events)
      for (const event of events) {
        if (known.has(event.wireId)) continue
        known.add(event.wireId)
        const { body, ...rest } = event
        kept.events.push(storedEvent(kept.events.length + 1, body, { ...rest, at: Date.now() }))
      }
      if (state !== undefined) kept.saved = JSON.parse(JSON.stringify(state)) as unknown
    },
    status: (status) => lamps.push(`${status.lamp}: ${status.text}`),
    show: (view) => {
      shown = ircApi.view.parse(view)
    },
    operator: () => 'boss',
    secret: (field) => Promise.resolve(secrets[field]),
    log: (message, fields) => logged.push(`${message} ${JSON.stringify(fields)}`),
    gate: {
      ...noStandingApprovals,
      perform: (request, effect) => {
        published.push(request.effect.exact)
        return effect({ act: 'test' } as never)
      },
    },
  })
  const link = new IrcLink(context, config, quickTimings)
  link.start()
  const running: RunningLink = {
    link,
    config,
    kept,
    lamps,
    emitted,
    published,
    logged,
    view: () => shown as NetworkView,
    texts: () => emitted.flatMap(({ body }) => (body.kind === 'message' ? [body.text] : [])),
    board: async () => {
      const page = await running.call<{ columns: { id: string; cards: { title?: string; assignee?: string }[] }[] }>('board', {
        limit: 100,
      })
      return page.columns.flatMap(({ id, cards }) => cards.map(({ title = '?', assignee = '-' }) => `${id}: ${title} (${assignee})`))
    },
    call: async (method, input) => valueOf(await link.call(method, input, { actor: boss })) as never,
    isUp: () => until(() => expect(lamps.at(-1)).toMatch(/^up: /)),
  }
  return running
}

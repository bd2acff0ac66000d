import { isMessage, type Event, type MessageEvent, type ProfileBody } from '../event.ts'
import { limits } from '../limits.ts'
import { isGroupAddress } from '../names.ts'
import { keepRecent, type Weighing } from './recent.ts'
import type { SaidState } from './status.ts'
import { tallyDay, tallyHour, type DayStart, type DayTally, type HourTally } from './tally.ts'

/** What is known about one name on one source. */
export interface NameRow {
  readonly source: string
  readonly protocol: string
  readonly name: string
  /** Position in the order of appearance, from 0. */
  readonly first: number
  /** Latest event that involves the name. */
  readonly lastOrd: number
  /** Messages that it sent. */
  readonly sent: number
  /** Our clock when it last sent a message. */
  readonly lastSeen?: number
  readonly day?: DayTally
  readonly hours: HourTally
  readonly presence?: SaidState
  readonly profile?: Omit<ProfileBody, 'kind' | 'agent'> & { readonly definedIn?: string }
}

/** The whole fold as a JSON value. */
export interface NamesSnapshot {
  readonly rows: readonly NameRow[]
  readonly next: number
  readonly dropped: number
}

export interface NamesFold {
  /** Adds an event; `replaced` is the version it supersedes, which this fold has already counted. */
  apply(event: Event, replaced?: Event): void
  rows(): IterableIterator<NameRow>
  /** Changes whenever a name is added or dropped. */
  generation(): number
  /** Names dropped because there were too many. */
  dropped(): number
  snapshot(): NamesSnapshot
}

/** Names kept in memory; five times as many as a screen lists. */
const cap = limits.agentsListed * 5

const weighing: Weighing<NameRow> = {
  rank: ({ profile, lastOrd }) => (profile === undefined ? lastOrd : Number.MAX_SAFE_INTEGER),
  weight: ({ sent }) => sent,
}

/** Key of a name in aliases and filters. */
export function nameKey(source: string, name: string): string {
  return `${source}|${name}`
}

/** Folds events into what is known about every name on every source. `agentsOf` decides later which names are the same agent. */
export function foldNames(dayStart: DayStart, saved?: NamesSnapshot): NamesFold {
  const rows = new Map<string, NameRow>(saved?.rows.map((row) => [nameKey(row.source, row.name), row]))
  let next = saved?.next ?? 0
  let dropped = saved?.dropped ?? 0
  let generation = 0

  function change(event: Event, name: string, more: (row: NameRow) => Partial<NameRow>): void {
    if (name === '' || isGroupAddress(name)) return
    const key = nameKey(event.source, name)
    let row = rows.get(key)
    if (row === undefined) {
      row = { source: event.source, protocol: event.protocol, name, first: next++, lastOrd: event.ord, sent: 0, hours: [] }
      generation++
    }
    rows.set(key, { ...row, lastOrd: Math.max(row.lastOrd, event.ord), ...more(row) })
  }

  function count(event: MessageEvent, step: 1 | -1): void {
    change(event, event.body.from, (row) => ({
      sent: Math.max(0, row.sent + step),
      day: tallyDay(row.day, event.at, step, dayStart),
      hours: tallyHour(row.hours, event.at, step),
      ...(step === 1 && { lastSeen: Math.max(row.lastSeen ?? 0, event.at) }),
    }))
  }

  function applyBody(event: Event): void {
    const body = event.body
    if (body.kind === 'presence') {
      const { kind: _kind, agent, ...said } = body
      change(event, agent, () => ({ presence: { ...said, at: event.at, event: event.id } }))
    } else if (body.kind === 'profile') {
      const { kind: _kind, agent, ...said } = body
      const path = event.raw.anchor?.path
      change(event, agent, () => ({ profile: { ...said, ...(path !== undefined && { definedIn: path }) } }))
    }
  }

  return {
    apply(event, replaced) {
      if (isMessage(event)) {
        count(event, 1)
        for (const name of [...event.body.to, ...event.body.observers].slice(0, limits.observers)) change(event, name, () => ({}))
      } else applyBody(event)
      if (replaced !== undefined && isMessage(replaced)) count(replaced, -1)
      const gone = keepRecent(rows, cap, weighing)
      dropped += gone
      generation += gone
    },
    rows: () => rows.values(),
    generation: () => generation,
    dropped: () => dropped,
    snapshot: () => ({ rows: [...rows.values()], next, dropped }),
  }
}

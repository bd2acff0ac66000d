import type { KeptAct } from '../../core/fold/debts/kept.ts'
import type { DebtRow } from '../../core/debt.ts'
import type { Event } from '../../core/event.ts'
import type { Link } from '../../core/link.ts'
import type { Stuck, StuckLimits } from '../../core/stuck.ts'
import { lazy } from '../../core/lazy.ts'
import { findDeadlocks, waysOut } from '../../core/stuck/deadlock.ts'
import { findLoop } from '../../core/stuck/loop.ts'
import { findOrphans } from '../../core/stuck/orphan.ts'
import { findLost, lostNextAt, type SilenceInput } from '../../core/stuck/silence.ts'
import { clockOf, findStarvation } from '../../core/stuck/starvation.ts'
import { findStorm } from '../../core/stuck/storm.ts'
import type { Lines } from '../../core/stuck/talk.ts'
import { waitArrows, type WaitArrow } from '../../core/waits.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Lists } from './lists.ts'
import { openStuckConditions } from './stuck/conditions.ts'
import { openHeard, type Heard, type HeardOptions } from './stuck/heard.ts'
import { deadlockOf, loopOf, lostOf, orphanOf, starvationOf, stormOf } from './stuck/reports.ts'

const minute = 60_000
/** While agents talk in a loop, it is looked at again this often, ms. */
const againMs = 15_000
/** How many of the newest events are looked at when a workspace opens, and how old they may be, ms. */
const heardAtOpen = 500
const heardMs = 15 * minute

export interface StuckInput {
  readonly lists: Lists
  readonly limits: StuckLimits
  readonly links: readonly Link[]
  readonly now: number
  /** How long the clock of a time stood still since: the machine slept, or everything was halted. */
  readonly stoodStill: (since: number) => number
  readonly actsOf: (key: string) => readonly Pick<KeptAct, 'word' | 'by'>[]
}

/** What is stuck in a workspace. */
export interface StuckWatch {
  apply(events: readonly Event[]): void
  /** Names were joined or split, or the operator has another one. */
  restart(): void
  /** What is stuck now, and when time alone changes that next, ms. */
  read(input: StuckInput): { readonly stuck: readonly Stuck[]; readonly nextAt: number | undefined }
  /** The loops and storms of the last reading, without those that are only kept until they have been over for a while. */
  talks(): readonly Stuck[]
  /** When a person last spoke to an agent, ms, within the span of the detectors. */
  personSpokeAt(agent: string): number | undefined
  /** Who waits for whom now. */
  arrows(lists: Lists): readonly WaitArrow[]
}

interface Found {
  readonly stuck: readonly Stuck[]
  readonly nextAt: () => number
  readonly lists: Lists
  readonly states: number
}

export interface StuckOptions extends HeardOptions {
  /** The newest events of the workspace. */
  readonly recent: (most: number) => readonly Event[]
  readonly now: () => number
}

/** Opens it with what happened in the last minutes. */
export function openStuck(options: StuckOptions): StuckWatch {
  const { agentOf, operator } = options
  let heard = lately()
  const conditions = openStuckConditions()
  /** Since when each link has been read without a break. */
  const upSince = new Map<string, number>()
  /** Lanes and texts in which something was found, which are looked at until it is over. */
  let lanes = new Set<Lines>()
  let texts = new Set<Lines>()

  let rows: Found | undefined
  let talks: readonly Stuck[] = []

  function lately(): Heard {
    const fresh = openHeard(options)
    // The next reader reports damage there; the rest is seen as it happens.
    const events = tryJournal(() => options.recent(heardAtOpen))
    if (events.ok) fresh.apply(events.value.filter(({ at }) => at >= options.now() - heardMs))
    return fresh
  }

  /** @returns whether a link came up or went down. */
  function seeLinks(links: readonly Link[], now: number): boolean {
    const up = new Set(links.filter(({ status }) => status.lamp === 'up').map(({ id }) => id))
    const [came, went] = [[...up].filter((id) => !upSince.has(id)), [...upSince.keys()].filter((id) => !up.has(id))]
    for (const id of came) upSince.set(id, now)
    for (const id of went) upSince.delete(id)
    return came.length + went.length > 0
  }

  function talk({ lists, limits: set, now }: StuckInput): Stuck[] {
    const span = Math.max(set.loop, set.storm) * minute
    const fresh = heard.upTo(now - span)
    const { all, people } = heard
    const settled = (): { by: string; at: number }[] =>
      lists.ended
        .since(now - span)
        .flatMap(({ debt: { state, kind, end }, debtor }) =>
          state === 'settled' && debtor !== undefined && kind !== 'answer' && end !== undefined ? [{ by: debtor, at: end.at }] : [],
        )
    const loops = [...new Set([...fresh.lanes, ...lanes])].flatMap((said) => {
      const loop = findLoop({ lane: said.lines, all, people, settled, now, span: set.loop * minute })
      return loop === undefined ? [] : [{ said, loop }]
    })
    lanes = new Set(loops.map(({ said }) => said))
    const storms = [...new Set([...fresh.texts, ...texts])].flatMap((said) => {
      const storm = findStorm(said.lines, people, now - set.storm * minute)
      return storm === undefined ? [] : [{ said, storm }]
    })
    texts = new Set(storms.map(({ said }) => said))
    return [...loops.map(({ loop }) => loopOf(loop)), ...storms.map(({ storm }) => stormOf(storm))]
  }

  /** What rows and signs of life show. */
  function ofRows({ lists, limits: set, now, stoodStill, actsOf }: StuckInput): Found {
    const me = operator()
    const { open } = lists
    const silence: SilenceInput = {
      rows: open,
      operator: me,
      now,
      gone: set.gone * minute,
      silent: set.silent * minute,
      signsOf: heard.signs.get,
      readSince: (source) => upSince.get(source),
      stoodStill,
    }
    const orphans = findOrphans({ ...silence, blocks: (row) => lists.whole(row).blocks }).filter(({ reason }) => reason !== 'unowned')
    const orphaned = new Set(orphans.map(({ row }) => row))
    const lost = findLost({ ...silence, rows: open.filter((row) => !orphaned.has(row)) })
    const isLost = new Set(lost.map(({ agent }) => agent))
    const hasActed = ({ keys, debt, debtor }: DebtRow): boolean =>
      keys.some((key) => actsOf(key).some(({ word, by }) => word !== 'ask' && word !== 'speak' && agentOf(debt.source, by) === debtor))
    const clock = { limitOf: lists.limitOf, stoodStill }
    const starving = findStarvation({ open, endedOf: lists.ended.of, operator: me, now, times: set.starvation, hasActed, ...clock })
    const rings = findDeadlocks({ arrows: waitArrows(open, heard.waits(), agentOf), operator: me, spokeAt: heard.spokeAt })
    const ripeAt = (since: number): number => since + stoodStill(since) + set.deadlock * minute
    const nextAt = lazy(() => {
      let next = Infinity
      const at = (moment: number | undefined): void => {
        if (moment !== undefined && moment > now && moment < next) next = moment
      }
      for (const { since } of rings) at(ripeAt(since))
      for (const row of open)
        if (row.overdueAt !== undefined) {
          const { debt } = row
          const { limit, stood } = clockOf(row, clock)
          at(debt.sign + stood + set.starvation * limit)
          at(debt.openedAt + stoodStill(debt.openedAt) + limit)
        }
      at(lostNextAt(silence))
      return next
    })
    return {
      stuck: [
        ...rings.filter(({ since }) => now >= ripeAt(since)).map((ring) => deadlockOf(ring, waysOut(ring))),
        ...starving.filter(({ rows: [{ debtor = '' }] }) => !isLost.has(debtor)).map(starvationOf),
        ...lost.map(lostOf),
        ...orphans.map(orphanOf),
      ],
      nextAt,
      lists,
      states: heard.states,
    }
  }

  /** Somebody who was lost has given a sign of life: that the link is down, so that nobody can say, is none. */
  function isBack({ detector, agents: [agent = ''], since }: Stuck): boolean {
    const signs = detector === 'lost' ? heard.signs.get(agent) : undefined
    return signs !== undefined && signs.gone === undefined && signs.last > since
  }

  return {
    apply: (events) => heard.apply(events),
    restart() {
      heard = lately()
      rows = undefined
      lanes = new Set()
      texts = new Set()
    },
    talks: () => talks,
    personSpokeAt: (agent) => heard.people.findLast(({ to }) => to.includes(agent))?.at,
    arrows: (lists) => waitArrows(lists.open, heard.waits(), agentOf),
    read(input) {
      const { lists, links, now } = input
      const isLinkNews = seeLinks(links, now)
      // First, because a ring in which somebody has just spoken is none.
      talks = talk(input)
      // With nothing found, only new rows, states, links and times can make it different.
      const isSame = rows !== undefined && rows.lists === lists && rows.states === heard.states && now < rows.nextAt()
      if (rows === undefined || !isSame || isLinkNews || rows.stuck.length > 0) rows = ofRows(input)
      const { nextAt: rowsNextAt } = rows
      let open: ReadonlySet<string> | undefined
      const isOpen = (key: string): boolean => (open ??= new Set(lists.open.flatMap(({ keys }) => keys))).has(key)
      const isOver = (one: Stuck): boolean => !one.debts.every(isOpen) || isBack(one)
      const stuck = conditions.keep([...rows.stuck, ...talks], now, isOver)
      return {
        stuck,
        get nextAt() {
          const next = Math.min(rowsNextAt(), conditions.nextAt(now) ?? Infinity, lanes.size + texts.size > 0 ? now + againMs : Infinity)
          return next === Infinity ? undefined : next
        },
      }
    },
  }
}

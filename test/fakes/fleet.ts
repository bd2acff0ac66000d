import type { Act } from '../../src/core/acts.ts'
import { defaultDeskLimits, type DebtRow } from '../../src/core/debt.ts'
import type { Event, EventBody, NewEvent } from '../../src/core/event.ts'
import { foldDebts } from '../../src/core/fold/debts.ts'
import { foldKnownAgents } from '../../src/core/fold/debts/known-agents.ts'
import { foldTalk } from '../../src/core/fold/debts/talk.ts'
import type { Link } from '../../src/core/link.ts'
import type { Stuck } from '../../src/core/stuck.ts'
import { openLists, type Lists } from '../../src/engine/desk/lists.ts'
import { openStuck } from '../../src/engine/desk/stuck.ts'
import { chatActs } from '../../src/protocols/chat/pure/acts-of.ts'
import { jaibberActs } from '../../src/protocols/jaibber/pure/acts-of.ts'
import { scuttlebotActs } from '../../src/protocols/scuttlebot/pure/acts-of.ts'
import { switchboardActs } from '../../src/protocols/switchboard/pure/acts-of.ts'
import { storedEvent } from './events.ts'
import { listsInput } from './lists-input.ts'
import { openWires, type Wires } from './wires.ts'

const operator = 'operator'
const actsBy = {
  chat: (event: Event) => chatActs(event),
  irc: (event: Event) => scuttlebotActs(event, operator),
  mail: (event: Event) => switchboardActs(event, operator),
  ably: (event: Event) => jaibberActs(event, operator),
} as const
export type FleetLink = keyof typeof actsBy

const agentOf = (_source: string, name: string): string => name

/** How long Jaibber itself waits. */
const declared = (protocol: string): { answer: number } | undefined => (protocol === 'ably' ? { answer: 10 * 60_000 } : undefined)

/** How often the detectors run, ms, besides after each message. */
const lookMs = 30_000

/** Agents at work over four links, from the bytes of each wire to what counts as stuck, with a clock of its own and without an engine. */
export interface Fleet {
  readonly now: number
  readonly wires: Wires
  /** Something arrives on a link now. */
  hear(link: FleetLink, events: readonly NewEvent[]): void
  /** A state that somebody is in. */
  state(link: FleetLink, agent: string, word: 'working' | 'idle' | 'waiting' | 'lost' | 'ended', said?: string): void
  /** A link goes down or comes up. */
  lamp(link: FleetLink, lamp: 'up' | 'down'): void
  pass(ms: number): void
  /** The open rows of the last look. */
  readonly rows: readonly DebtRow[]
  readonly stuck: readonly Stuck[]
  /** Everything that has counted as stuck so far, by its id. */
  readonly seen: ReadonlyMap<string, Stuck>
}

/** Opens it. @param onLook is called after each look. */
export function openFleet(agents: readonly string[], onLook: (fleet: Fleet) => void = () => undefined): Fleet {
  const actsOf = (event: Event): readonly Act[] => actsBy[event.source as FleetLink](event)
  const known = foldKnownAgents()
  const talk = foldTalk()
  let lastActs: readonly Act[] = []
  let isAgentFound = false
  const debts = foldDebts({
    actsOf(event) {
      lastActs = actsOf(event)
      if (known.apply(event, lastActs)) isAgentFound = true
      return lastActs
    },
    isAgent: (source, name) => known.isAgent(source, name),
    operator,
  })
  const keeper = openLists(talk)
  const watch = openStuck({ agentOf, operator: () => operator, actsOf, isLate: () => false, recent: () => [], now: () => fleet.now })
  const lamps = new Map<FleetLink, Link['status']>()
  const newest = new Map<string, Event>()
  const seen = new Map<string, Stuck>()
  let count = 0
  let nextAt = Infinity
  let listsAt = Infinity
  let lists: Lists | undefined

  function look(): void {
    const isWhole = lists === undefined || isAgentFound
    if (isAgentFound) debts.renamed()
    isAgentFound = false
    const { now } = fleet
    const changed = new Set([...debts.changed(), ...keeper.spokenOf()])
    const input = listsInput({ debts, now, declared })
    if (isWhole || changed.size > 0 || now >= listsAt) lists = keeper.read(input, isWhole ? undefined : changed)
    if (lists === undefined) return
    listsAt = lists.nextAt ?? Infinity
    const links = [...lamps].map(([id, status]): Link => ({
      id,
      status,
      workspace: 'w',
      protocol: id,
      name: id,
      place: id,
      config: {},
      enabled: true,
      secrets: [],
    }))
    const read = watch.read({
      lists,
      limits: defaultDeskLimits.stuck,
      links,
      now,
      stoodStill: () => 0,
      actsOf: (key) => debts.actsOf(key),
    })
    nextAt = Math.min(listsAt, read.nextAt ?? Infinity)
    fleet.rows = lists.open
    fleet.stuck = read.stuck
    for (const each of read.stuck) seen.set(each.id, each)
    onLook(fleet)
  }

  const fleet = {
    now: 1_800_000_000_000,
    wires: openWires(agents),
    rows: [] as readonly DebtRow[],
    stuck: [] as readonly Stuck[],
    seen,
    hear(link: FleetLink, events: readonly NewEvent[]) {
      for (const { body, wireId, raw } of events) {
        const before = newest.get(`${link} ${wireId}`)
        const place = before === undefined ? {} : { ord: before.ord, supersedes: before.id }
        const stored = storedEvent(++count, body, { at: fleet.now, source: link, protocol: link, wireId, raw, ...place })
        newest.set(`${link} ${wireId}`, stored)
        debts.apply(stored, before)
        talk.apply(stored, lastActs, false)
        watch.apply([stored])
      }
      look()
    },
    state(link: FleetLink, agent: string, word: 'working' | 'idle' | 'waiting' | 'lost' | 'ended', said: string = word) {
      const evidence = word === 'lost' ? 'transport' : 'declared'
      const body: EventBody = { kind: 'presence', agent, word, evidence, said }
      fleet.hear(link, [{ wireId: `state ${++count}`, raw: { text: said }, body }])
    },
    lamp(link: FleetLink, lamp: 'up' | 'down') {
      lamps.set(link, { lamp, text: lamp, since: fleet.now })
      look()
    },
    pass(ms: number) {
      const end = fleet.now + ms
      while (fleet.now < end) {
        fleet.now = Math.min(end, fleet.now + lookMs, nextAt > fleet.now ? nextAt : Infinity)
        look()
      }
    },
  }
  for (const link of Object.keys(actsBy) as FleetLink[]) lamps.set(link, { lamp: 'up', text: 'up', since: fleet.now })
  look()
  return fleet
}

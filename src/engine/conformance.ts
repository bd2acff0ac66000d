import { conformanceMost, conformanceOf, type Conformance, type LintedMessage } from '../core/conformance.ts'
import { isMessage } from '../core/event.ts'
import { agentOf } from '../core/fold/agents.ts'
import { nameKey } from '../core/fold/names.ts'
import { openSlices } from '../io/slices.ts'
import { addressable } from './links/addressable.ts'
import { journalFilter } from './journal-filter.ts'
import type { Room } from './room.ts'
import type { Services } from './services.ts'

/** Rows read at a time, and in all for one agent: others may have sent more under names that the index takes for its own. */
const pageRows = 200
const mostRows = 4 * conformanceMost

/** Lints the latest messages of agents (ids), in slices. What has not changed since the last time is not read again. */
export interface ConformanceReader {
  of(room: Room, agents: readonly string[]): Promise<Conformance[]>
}

/** By agent; `sent` and `names`: how many messages and names it had then. */
type ReportsOfRoom = Map<string, { readonly sent: number; readonly names: number; readonly report: Conformance }>

/** Opens the reader. It keeps what it found for as long as a room is open. */
export function openConformance({ journal, protocols }: Pick<Services, 'journal' | 'protocols'>): ConformanceReader {
  const known = new WeakMap<Room, ReportsOfRoom>()

  async function read(room: Room, agent: string): Promise<Conformance> {
    const slices = openSlices()
    const { names: sentBy = [] } = journalFilter(room, { agent })
    const own = new Set(sentBy)
    const linted: LintedMessage[] = []
    const names = new Map<string, ReadonlySet<string> | undefined>()
    let before: number | undefined
    for (let rows = 0; rows < mostRows && own.size > 0; rows += pageRows) {
      const page = journal.page({ workspace: room.id, filter: { sentBy }, limit: pageRows, ...(before !== undefined && { before }) })
      for (const event of page.events.toReversed()) {
        if (linted.length >= conformanceMost) break
        if (!isMessage(event) || !own.has(nameKey(event.source, event.body.from))) continue
        if (!names.has(event.source)) names.set(event.source, addressable(room, event.source))
        const protocol = protocols.get(event.protocol)
        if (protocol?.isForged(event.body) === true) continue
        const findings = protocol?.lint(event.raw.text, names.get(event.source)) ?? []
        linted.push({ event: event.id, protocol: event.protocol, findings })
        if (slices.isOver()) await slices.next()
      }
      before = page.events[0]?.ord
      if (!page.hasBefore || before === undefined || linted.length >= conformanceMost) break
    }
    return conformanceOf(agent, linted)
  }

  return {
    async of(room, agents) {
      const reports: Conformance[] = []
      const ofRoom: ReportsOfRoom = known.get(room) ?? new Map()
      known.set(room, ofRoom)
      for (const agent of agents) {
        const { sent, names } = sentBy(room, agent)
        const held = ofRoom.get(agent)
        const report = held?.sent === sent && held.names === names ? held.report : await read(room, agent)
        ofRoom.set(agent, { sent, names, report })
        reports.push(report)
      }
      return reports
    },
  }
}

/** How many messages the names of an agent sent, and how many names it has. */
function sentBy({ folds }: Room, agent: string): { readonly sent: number; readonly names: number } {
  const aliases = folds.aliases()
  const own = [...folds.names.rows()].filter((row) => agentOf(aliases, row.source, row.name) === agent)
  return { sent: own.reduce((sum, row) => sum + row.sent, 0), names: own.length }
}

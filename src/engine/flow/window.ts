import type { FlowBins, FlowFrame, FlowLane, FlowPage, NotRecorded } from '../../core/flow.ts'
import { nameKey } from '../../core/fold/names.ts'
import { limits } from '../../core/limits.ts'
import type { Reading } from '../services.ts'
import { debtsOf, type Window } from './debts.ts'
import type { Known } from './known.ts'
import { lanesOf } from './lanes.ts'
import { marksOf } from './marks.ts'
import { ringsOf } from './rings.ts'

const minuteMs = 60_000
/** A window that is longer, or has more messages, gets bins: at most so many of each lane. */
const binsFromMs = 2 * 60 * minuteMs
const binsFromMessages = 4_000
const mostBins = 150

/** What a call asks for. */
export interface WindowQuery extends Window {
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** One page of a window: the newest events of it, or those before a cursor; the first page has the frame, too. */
export function windowPage(reading: Reading, workspace: string, query: WindowQuery, known: Known): FlowPage {
  const { journal } = reading
  const window = { from: query.from, to: Math.min(query.to, known.at + 1) }
  const after = journal.cursorAt(workspace, window.from - 1)
  const last = Math.min(journal.cursorAt(workspace, window.to - 1), known.cursor)
  const limit = query.limit ?? limits.flowPage
  const steps = journal.steps({ workspace, after, before: Math.min(query.before ?? Infinity, last + 1), limit, upTo: known.cursor })
  const first = steps[0]?.event.cursor
  const inside = steps.filter(({ event }) => event.at >= window.from && event.at < window.to)
  return {
    asOf: known.at,
    ...(query.before === undefined && { frame: frameOf(reading, workspace, window, known) }),
    ...marksOf(reading, workspace, inside, known),
    ...(steps.length === limit && first !== undefined && { before: first }),
  }
}

function frameOf({ journal, protocols }: Reading, workspace: string, window: Window, known: Known): FlowFrame {
  const { lanes, more: moreLanes } = lanesOf(journal, workspace, window, known)
  const { debts, more: moreDebts, tasks } = debtsOf(known, window, protocols)
  const messages = journal.minutes(workspace, window.from, window.to).reduce((sum, minute) => sum + minute.messages, 0)
  const lamps = journal
    .lastOf(workspace, 'lamp', window.from)
    .flatMap(({ source, body }) => (body.kind === 'lamp' ? [[source, body.lamp] as const] : []))
  const hasBins = window.to - window.from > binsFromMs || messages > binsFromMessages
  const begin = journal.begin(workspace)
  const notRecorded: NotRecorded[] = [
    ...(begin === undefined || begin > window.from ? [{ what: 'messages' as const, ...(begin !== undefined && { until: begin }) }] : []),
    ...known.links.filter(({ id }) => !lamps.some(([link]) => link === id)).map(({ id }) => ({ what: 'lamps' as const, link: id })),
  ]
  return {
    lanes,
    moreLanes,
    debts,
    moreDebts,
    tasks,
    rings: ringsOf(journal, workspace, window, known),
    lamps: Object.fromEntries(lamps),
    messages,
    ...(hasBins && { bins: binsOf(journal, workspace, window, lanes, known) }),
    notRecorded: notRecorded.slice(0, limits.haltRows),
  }
}

function binsOf(journal: Reading['journal'], workspace: string, window: Window, lanes: readonly FlowLane[], known: Known): FlowBins {
  const width = Math.max(1, Math.ceil((window.to - window.from) / mostBins / minuteMs)) * minuteMs
  const from = Math.floor(window.from / minuteMs) * minuteMs
  const edges = Array.from({ length: Math.ceil((window.to - from) / width) + 1 }, (_, index) => from + index * width)
  const isShown = new Set(lanes.filter(({ isQuiet }) => !isQuiet).map(({ agent }) => agent))
  const names = known.names.filter(({ source, name }) => isShown.has(known.agentOf(source, name)))
  const keys = names.map(({ source, name }) => nameKey(source, name))
  const total = journal.involved(workspace, keys, [from, edges.at(-1) ?? from])
  const busy = names.filter((_, index) => (total[index]?.[0] ?? 0) > 0).slice(0, limits.flowBinLanes)
  const counts = journal.involved(
    workspace,
    busy.map(({ source, name }) => nameKey(source, name)),
    edges,
  )
  return {
    from,
    width,
    lanes: busy.map(({ source, name }, index) => ({ agent: known.agentOf(source, name), link: source, counts: counts[index] ?? [] })),
  }
}

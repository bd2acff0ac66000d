import type { Output } from '../../api/contract.ts'
import type { FlowMinutes } from '../../core/flow.ts'
import { limits } from '../../core/limits.ts'
import type { Journal, Step } from '../../core/journal.ts'
import type { Window } from './debts.ts'
import type { Known } from './known.ts'

const minuteMs = 60_000

/** Messages, failures and asks of each link by minute. Later than the moment that is looked from, nothing is counted. */
export function dayOf(
  journal: Pick<Journal, 'minutes' | 'steps' | 'cursorAt' | 'event' | 'head'>,
  workspace: string,
  { from, to }: Window,
  known: Known,
): Output<'flow.day'> {
  // Of a moment in the past, the minute itself is counted event by event, up to it.
  const counted = journal.head(workspace) === known.cursor ? to : Math.min(to, minuteOf(known.at))
  const links = new Map<
    string,
    { readonly messages: Map<number, number>; readonly failures: Map<number, number>; readonly asks: Map<number, number> }
  >()
  const of = (link: string) => {
    const kept = links.get(link) ?? {
      messages: new Map<number, number>(),
      failures: new Map<number, number>(),
      asks: new Map<number, number>(),
    }
    links.set(link, kept)
    return kept
  }
  const put = (counts: Map<number, number>, at: number, count = 1): void => {
    const minute = Math.floor((at - from) / minuteMs)
    if (count > 0 && minute >= 0 && at < to && at <= known.at) counts.set(minute, (counts.get(minute) ?? 0) + count)
  }
  for (const { source, at, messages, faults } of journal.minutes(workspace, from, counted)) {
    put(of(source).messages, Math.max(at, from), messages)
    put(of(source).failures, Math.max(at, from), faults)
  }
  for (const { event } of lastMinute()) {
    if (event.late === true || (event.supersedes !== undefined && journal.event(event.supersedes)?.body.kind === event.body.kind)) continue
    if (event.body.kind === 'message') put(of(event.source).messages, event.at)
    if (event.body.kind === 'fault') put(of(event.source).failures, event.at)
  }
  for (const { debt } of [...known.lists.open, ...known.lists.ended.from(from)]) {
    if (debt.late !== true && debt.openedAt >= from) put(of(debt.source).asks, debt.openedAt)
    if (debt.state === 'failed' && debt.end !== undefined && debt.end.at >= from) put(of(debt.source).failures, debt.end.at)
  }
  function lastMinute(): Step[] {
    if (counted === to) return []
    const after = journal.cursorAt(workspace, minuteOf(known.at) - 1)
    return journal.steps({ workspace, after, before: known.cursor + 1, limit: limits.flowPage, upTo: known.cursor })
  }

  const found = [...links].slice(0, limits.haltRows).map(([link, { messages, failures, asks }]): FlowMinutes => ({
    link,
    messages: pairs(messages),
    failures: pairs(failures),
    asks: pairs(asks),
    total: [...messages.values()].reduce((sum, count) => sum + count, 0),
  }))
  return { asOf: known.at, links: found, total: found.reduce((sum, { total }) => sum + total, 0) }
}

/** When the minute of a moment began. */
function minuteOf(at: number): number {
  return Math.floor(at / minuteMs) * minuteMs
}

function pairs(counts: ReadonlyMap<number, number>): [number, number][] {
  return [...counts].toSorted(([a], [b]) => a - b)
}

import type { Output } from '../../api/contract.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { listedRows } from '../../core/fold/conversations.ts'
import type { NotRecorded } from '../../core/flow.ts'
import { limits } from '../../core/limits.ts'
import { deskReads } from '../desk/reads.ts'
import { dayOf } from '../flow/day.ts'
import type { Window } from '../flow/debts.ts'
import { windowPage, type WindowQuery } from '../flow/window.ts'
import type { Reading } from '../services.ts'
import type { PastFacts } from './facts.ts'
import type { PastKnown } from './known.ts'

/** What can be read of a moment in the past, by the method that asks for it. */
const pastReads = {
  ...deskReads,
  'past.state': (
    known: PastKnown,
    { journal }: Reading,
    workspace: string,
    _input: Readonly<Record<string, never>>,
  ): Result<Output<'past.state'>> => ok(stateOf(known, journal.begin(workspace))),
  'flow.window': (known: PastKnown, reading: Reading, workspace: string, query: WindowQuery): Result<Output<'flow.window'>> =>
    ok(windowPage(reading, workspace, query, known)),
  'flow.day': (known: PastKnown, { journal }: Reading, workspace: string, window: Window): Result<Output<'flow.day'>> =>
    ok(dayOf(journal, workspace, window, known)),
}

type PastReads = typeof pastReads
export type PastMethod = keyof PastReads
export type PastInput<M extends PastMethod> = Parameters<PastReads[M]>[3]
export type PastOutput<M extends PastMethod> = ReturnType<PastReads[M]> extends Result<infer T> ? T : never

/** A question about a moment, ms. All of it can be copied to another thread. */
export interface PastQuestion<M extends PastMethod = PastMethod> {
  readonly method: M
  readonly at: number
  readonly input: PastInput<M>
  readonly facts: PastFacts
}

/** Answers a question with what was known at its moment. */
export function answerPast(known: PastKnown, reading: Reading, workspace: string, { method, input }: PastQuestion): Result<unknown> {
  const read = pastReads[method] as ((...given: [PastKnown, Reading, string, unknown]) => Result<unknown>) | undefined
  return read === undefined ? fail('internal', `The past has no ${method}.`) : read(known, reading, workspace, input)
}

/** What the screen shows of a moment. `begin`: since when there are events, ms. */
export function stateOf(known: PastKnown, begin: number | undefined): Output<'past.state'> {
  const { at, cursor, counts, lists, needs, stuck, lamps } = known
  const links = known.links.map(({ id }) => {
    const status = lamps.get(id)
    return { id, ...(status !== undefined && { status }) }
  })
  const notRecorded: NotRecorded[] = [
    ...(begin === undefined || begin > at ? [{ what: 'messages' as const, ...(begin !== undefined && { until: begin }) }] : []),
    ...links.filter(({ status }) => status === undefined).map(({ id }) => ({ what: 'lamps' as const, link: id })),
    ...known.without().map((archive) => ({ what: 'archive' as const, archive })),
    { what: 'unread' },
    { what: 'approvals' },
  ]
  return {
    asOf: at,
    cursor,
    messages: counts.messages(),
    today: counts.today(at),
    agents: [...known.agents.agents],
    conversations: listedRows(known.conversations).map((row) => ({ ...row, members: [...row.members] })),
    links,
    needs: needs.slice(0, limits.needs),
    counts: {
      needs: needs.length,
      owed: lists.owed,
      overdue: lists.overdue,
      owedByOthers: lists.owedByOthers,
      overdueByOthers: lists.overdueByOthers,
      stuck: stuck.length,
    },
    debts: [...lists.agents],
    stuck: needs.flatMap((need) => need.stuck ?? []).slice(0, limits.stuck),
    notRecorded,
  }
}

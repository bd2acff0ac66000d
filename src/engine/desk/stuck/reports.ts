import { createHash } from 'node:crypto'
import { spanWords } from '../../../core/span-words.ts'
import type { DebtRow } from '../../../core/debt.ts'
import type { Evidence } from '../../../core/event.ts'
import { limits } from '../../../core/limits.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import type { Stuck } from '../../../core/stuck.ts'
import type { Deadlock } from '../../../core/stuck/deadlock.ts'
import type { Loop } from '../../../core/stuck/loop.ts'
import type { Orphan, OrphanReason } from '../../../core/stuck/orphan.ts'
import type { Lost } from '../../../core/stuck/silence.ts'
import type { Starvation } from '../../../core/stuck/starvation.ts'
import type { Storm } from '../../../core/stuck/storm.ts'
import type { Utterance } from '../../../core/stuck/talk.ts'
import { andList } from '../../../core/and-list.ts'

/** A ring as one line: each waits for the next. */
export function deadlockOf({ members, arrows, since }: Deadlock, ways: readonly DebtRow[]): Stuck {
  const declared = arrows.every(({ evidence }) => evidence === 'declared')
  return {
    id: idOf('deadlock', members.toSorted()),
    detector: 'deadlock',
    agents: members.slice(0, limits.stuckAgents),
    since,
    evidence: declared ? 'declared' : weakest(arrows),
    text: `${[...members, members[0] ?? ''].slice(0, 8).map(quotedName).join(' → ')}: each waits for the next`,
    ...evidenceIn(ways),
    events: arrows.map(({ event }) => event).slice(0, limits.rowDebts),
    texts: [],
  }
}

/** Debts that were passed over, with those that were served before them. */
export function starvationOf({ rows, served }: Starvation): Stuck {
  const [{ debt: first, debtor = '', creditor }, ...others] = rows
  const events = [first.ask]
  for (const { debt } of served) if (debt.end?.event !== undefined) events.push(debt.end.event)
  const asked = others.length === 0 ? 'asked' : `asked ${rows.length} things, first`
  return {
    id: idOf('starvation', [debtor, creditor]),
    detector: 'starvation',
    agents: [debtor, creditor],
    since: first.openedAt,
    evidence: 'inferred',
    text: cut(`${quotedName(debtor)} served ${served.length} others since ${quotedName(creditor)} ${asked}: ${first.text}`),
    ...evidenceIn(rows),
    events: events.slice(0, limits.rowDebts),
    texts: [],
  }
}

/** Talk that repeats itself; the texts are those of its last round. */
export function loopOf({ members, lines, period }: Loop): Stuck {
  const [first, last] = [lines[0], lines.at(-1)]
  const span = spanWords((last?.at ?? 0) - (first?.at ?? 0))
  return {
    id: idOf('loop', members.toSorted()),
    detector: 'loop',
    agents: members.slice(0, limits.stuckAgents),
    since: first?.at ?? 0,
    evidence: 'inferred',
    text: `${named(members)} said the same ${Math.floor(lines.length / period)} times in ${span}`,
    ...evidenceIn([]),
    events: eventsOf(lines),
    texts: lines.slice(-period).map(({ from, text }) => ({ by: from, text: cut(text) })),
  }
}

/** One text that goes around. */
export function stormOf({ members, lines }: Storm): Stuck {
  const [first] = lines
  return {
    id: idOf('storm', members.toSorted()),
    detector: 'storm',
    agents: members.slice(0, limits.stuckAgents),
    since: first?.at ?? 0,
    evidence: 'inferred',
    text: cut(`One text went around ${lines.length} times, first from ${quotedName(first?.from ?? '')}: ${first?.text ?? ''}`),
    ...evidenceIn([]),
    events: eventsOf(lines),
    texts: first === undefined ? [] : [{ by: first.from, text: cut(first.text) }],
  }
}

/** An agent that is gone with things in hand. */
export function lostOf({ agent, holds, since, evidence, said }: Lost): Stuck {
  const what = holds.length === 1 ? (holds[0]?.debt.text ?? '') : `${holds.length} things`
  return {
    id: `lost|${agent}`.slice(0, limits.debtKey),
    detector: 'lost',
    agents: [agent],
    since,
    evidence,
    text: cut(`${quotedName(agent)}: ${said}; owes ${what}`),
    ...evidenceIn(holds),
    events: holds.map(({ debt }) => debt.ask).slice(0, limits.rowDebts),
    texts: [],
  }
}

const orphanWords: Readonly<Record<OrphanReason, (row: DebtRow) => string>> = {
  unowned: ({ debt }) => `Nobody took: ${debt.text}`,
  'signed off': ({ debtor, debt }) => `${quotedName(debtor ?? '')} signed off and leaves: ${debt.text}`,
  moot: ({ creditor, debt }) => `${quotedName(creditor)} is gone, and nobody else waits for: ${debt.text}`,
}

/** A task that nobody will do, or that nobody needs any more. */
export function orphanOf({ row, reason }: Orphan): Stuck {
  return {
    id: `orphan|${row.debt.key}`.slice(0, limits.debtKey),
    detector: 'orphan',
    agents: [row.debtor ?? '', row.creditor].filter((each) => each !== ''),
    since: row.debt.sign,
    evidence: row.debt.evidence,
    text: cut(orphanWords[reason](row)),
    ...evidenceIn([row]),
    events: [row.debt.ask],
    texts: [],
    ...(reason === 'moot' && { isMoot: true }),
  }
}

/** The id of what some agents do, in this order. Whoever chooses names cannot make it that of another group, which the operator may have muted. */
function idOf(detector: string, members: readonly string[]): string {
  const names = members.map((name) => name.replaceAll('%', '%25').replaceAll('|', '%7C')).join('|')
  const id = `${detector}|${names}`
  return id.length <= limits.debtKey ? id : `${detector}|sha256 ${createHash('sha256').update(names).digest('hex')}`
}

function weakest(arrows: Deadlock['arrows']): Evidence {
  return arrows.some(({ evidence }) => evidence === 'inferred' || evidence === 'unknown') ? 'inferred' : 'receipt'
}

function named(members: readonly string[]): string {
  return andList(members.map(quotedName))
}

/** The first of each row come first: what is no part of a condition needs the operator by itself. */
function evidenceIn(rows: readonly DebtRow[]): Pick<Stuck, 'debts' | 'rows'> {
  const others = rows.flatMap(({ keys }) => keys.slice(1))
  const debts = [...rows.flatMap(({ keys }) => keys.slice(0, 1)), ...others].slice(0, limits.rowDebts)
  return { debts, rows: Math.min(rows.length, debts.length) }
}

function eventsOf(lines: readonly Utterance[]): string[] {
  return lines.slice(-limits.rowDebts).map(({ event }) => event)
}

function cut(text: string): string {
  return text.slice(0, limits.debtText).toWellFormed()
}

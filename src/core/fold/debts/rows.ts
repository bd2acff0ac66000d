import { lifeBy, limitOf, momentsOf, type AgentLimits, type Debt, type DebtMark, type DebtRow, type DeskLimits } from '../../debt.ts'
import { limits } from '../../limits.ts'
import type { EndsOfLeft } from '../left.ts'
import { byAge } from './by-age.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { EndedRows } from './ended.ts'
import { openGroups } from './groups.ts'
import type { Mutable } from './kept.ts'
import { knownOf, type Known } from './known-debt.ts'
import { openNoCues } from './no-cues.ts'
import { openShownRows, type ShownRows } from './shown.ts'
import { spokeOnce } from './spoke.ts'
import { openTurnRows } from './turn-rows.ts'
import { openWaiting, type Waiting } from './waiting.ts'

/** What turns debts into the rows of a list: the operator's decisions, who is who, and the clock. */
export interface RowsInput {
  readonly debts: Iterable<Debt>
  /** The agent (id) behind a name on a source. */
  readonly agentOf: (source: string, name: string) => string
  /** The operator's agent id. */
  readonly operator: string
  readonly marks: ReadonlyMap<string, DebtMark>
  readonly limits: DeskLimits
  /** Limits that a protocol declares. */
  readonly declared?: (protocol: string) => AgentLimits | undefined
  readonly now: number
  /** Cursor of the newest act of a debt: one after a snooze ends it. */
  readonly heardOf?: (key: string) => number
  /** How a debt ended by the creditor's thanks after a time (`Elsewhere.thanked`). */
  readonly thanked?: Elsewhere['thanked']
  /** When a link was removed, ms; undefined: it is there. Nothing can be owed by way of a link that is gone. */
  readonly removedAt?: (source: string) => number | undefined
  /** By agent (id) that has been gone for long: how its questions ended. */
  readonly left?: EndsOfLeft
  /** Texts that differ in their digits are rows of their own. */
  readonly isApart?: true
  /** How long the clock stood still since a time, ms. */
  readonly stoodStill?: (since: number) => number
}

/** What changed since the last reading. */
interface Changed {
  readonly keys: Iterable<string>
  readonly get: (key: string) => Debt | undefined
}

/** Rows that are kept between two readings, so that changing one debt costs little, however many there are. */
export interface DebtRows {
  /**
   * The open rows, oldest first, without `blocks`. `changed`: keys of debts and marks that changed since the last reading, with their debts as of now;
   * without it, everything is read again, as after a change of names or of the operator. `compared`: as after that, too, but a debt that is what it was stays
   * in its row, where the limits and the clock are the same. Where most are other debts, making all rows is faster.
   */
  read(input: RowsInput, changed?: Changed | 'compared'): readonly DebtRow[]
  /** The other rows. */
  readonly ended: Pick<EndedRows, 'from' | 'since' | 'of' | 'taskEnds'>
  readonly watched: ShownRows['watched']
  /** The row that a debt is in. */
  rowOf(key: string): DebtRow | undefined
  /** Agents (ids) that wait for a row, through any number of debts. */
  blocks(row: DebtRow): string[]
  /** All debts of a row as they are now, the oldest first. */
  members(row: DebtRow): readonly Debt[]
  /** Keys of the open debts of one agent to another. */
  between: Waiting['between']
  /** Agents (ids) that wait for an agent, through any number of debts. */
  waitingOn: Waiting['on']
}

const nobody: EndsOfLeft = new Map()

/** The same thing said twice within this time is one debt, on whichever links, ms. */
export const twiceMs = 10 * 60_000

/** The rows of a workspace, oldest first. Debts that are one for the operator are one row, whose debt is the oldest. */
export function debtRows(input: RowsInput): DebtRow[] {
  const rows = openDebtRows()
  return withEnded(rows, rows.read(input))
}

/** Open rows with who waits for them, and all that have ended, oldest first. */
export function withEnded(rows: DebtRows, open: readonly DebtRow[]): DebtRow[] {
  const whole = open.map((row) => ({ ...row, blocks: rows.blocks(row) }))
  return [...whole, ...rows.ended.from(Number.NEGATIVE_INFINITY)].toSorted(byAge)
}

/** Keeps the rows of a workspace. */
export function openDebtRows(): DebtRows {
  const known = new Map<string, Known>()
  /** What may be one debt said twice, by `Known.cluster`, and what is one row, by `Known.row`. */
  const clusters = openGroups<Known>()
  const groups = openGroups<Known>()
  const turns = openTurnRows()
  const shown = openShownRows()
  const waiting = openWaiting()
  const noCues = openNoCues()
  let leftBefore = nobody

  /** Takes a debt out. @returns the cluster that changes. */
  function drop(key: string, before: Known): string {
    waiting.remove(before)
    noCues.remove(before)
    clusters.leave(before.cluster, key)
    known.delete(key)
    return before.cluster
  }

  /** Puts a debt in, in place of the one before, and notes the clusters that change. */
  function put(key: string, one: Known, before: Known | undefined, stale: Set<string>): void {
    if (before !== undefined) stale.add(drop(key, before))
    one.row = before?.row
    known.set(key, one)
    waiting.add(one)
    one.cluster = clusters.join(one.cluster, one).cluster // one copy of the text
    noCues.add(one)
    stale.add(one.cluster)
  }

  /** Puts a debt into its row, as what it counts there, and notes the rows that change. */
  function place(own: Known, one: Known, isApart: boolean, stale: Set<string>): void {
    const { row: before, debt } = own
    const { key } = debt
    // Of what is said again and again, only the last has changed.
    if (before !== undefined && groups.member(before, key) === one) return
    const isAway = one.first !== undefined && debt.state === 'settled'
    for (const row of turns.put(debt, isAway ? rowKey(own, isApart) : undefined)) stale.add(row)
    const named = rowKey(one, isApart)
    const now = groups.first(named)?.row ?? named // one copy of the text
    if (before !== undefined && before !== now) {
      groups.leave(before, key)
      stale.add(before)
    }
    one.row = now
    own.row = now
    groups.join(now, one)
    stale.add(now)
  }

  function update(changed: Iterable<ChangedDebt>, input: RowsInput, isCompared = false): void {
    const stale = new Set<string>()
    const staleRows = new Set<string>()
    for (const [key, debt] of changed) {
      const before = known.get(key)
      if (debt !== undefined) {
        const now = knownOf(debt, input, isCompared ? before : undefined)
        if (now !== before) put(key, now, before, stale)
      } else if (before !== undefined) {
        stale.add(drop(key, before))
        for (const row of turns.put(before.debt, undefined)) staleRows.add(row)
        if (before.row === undefined) continue
        groups.leave(before.row, key)
        staleRows.add(before.row)
      }
    }
    const hasNews = noCues.takeNews()
    if (hasNews !== undefined)
      for (const cluster of clusters.keys()) {
        const first = clusters.first(cluster)
        if (first !== undefined && hasNews(first)) stale.add(cluster)
      }
    for (const cluster of stale) {
      const members = clusters.members(cluster)
      const sorted = members.length < 2 ? members : members.toSorted(byAge)
      const cued = noCues.applied(sorted, input.operator)
      for (const [at, one] of (sorted.length < 2 ? cued : withTwins(cued, input)).entries())
        place(sorted[at] as Known, one, input.isApart === true, staleRows)
    }
    for (const turn of staleRows) for (const key of turns.away(turn)) staleRows.add(known.get(key)?.row ?? turn)
    for (const row of staleRows) {
      const members = groups.members(row)
      shown.put(row, members.length === 0 ? undefined : rowOf(members.length < 2 ? members : members.toSorted(byAge), input, answeredWith))
    }
  }

  /** How many questions the message answered that ended those of a row, or the most of several messages. */
  function answeredWith(group: readonly Known[], isApart: boolean): number {
    const own = group.flatMap(({ debt }) => known.get(debt.key) ?? []).filter(({ debt }) => debt.state === 'settled')
    return turns.answered(new Set(own.map((one) => rowKey(one, isApart))), groups.members)
  }

  /** Debts to agents who have left for long, or have come back, since the last reading. */
  function keysOfLeft({ left = nobody }: RowsInput): readonly string[] {
    const agents = new Set([...leftBefore.keys(), ...left.keys()].filter((agent) => leftBefore.get(agent)?.at !== left.get(agent)?.at))
    leftBefore = left
    return agents.size === 0 ? [] : [...known].flatMap(([key, { creditor }]) => (agents.has(creditor) ? [key] : []))
  }

  /** Whether most of what is kept is not among these. */
  function areOthers(debts: readonly Debt[]): boolean {
    const same = debts.reduce((count, { key }) => (known.has(key) ? count + 1 : count), 0)
    return same < known.size / 2
  }

  function clear(): void {
    for (const map of [known, clusters, groups, turns, shown]) map.clear()
    waiting.clear()
    noCues.clear()
  }

  return {
    read(input, changed) {
      const keys = keysOfLeft(input)
      if (typeof changed === 'object') update(changedOf({ ...changed, keys: new Set([...changed.keys, ...keys]) }), input)
      else {
        const all = [...input.debts]
        if (changed === undefined || areOthers(all)) clear()
        update(allOf(all, known.keys()), input, true)
      }
      return shown.open(input.now)
    },
    ended: shown.ended,
    watched: shown.watched,
    rowOf(key) {
      const row = known.get(key)?.row
      return row === undefined ? undefined : shown.get(row)
    },
    members({ debt: { key } }) {
      const row = known.get(key)?.row
      const all = row === undefined ? [] : groups.members(row)
      return all.toSorted(byAge).map(({ debt }) => debt)
    },
    between: waiting.between,
    waitingOn: waiting.on,
    blocks({ debt: { key } }) {
      const one = known.get(key)
      return one === undefined ? [] : waiting.of(one)
    },
  }
}

/** A debt as of now; undefined: it is gone. */
type ChangedDebt = readonly [key: string, debt: Debt | undefined]

/** All debts, and those of these keys that are gone. */
function* allOf(debts: Iterable<Debt>, before: Iterable<string>): Iterable<ChangedDebt> {
  const gone = new Set(before)
  for (const debt of debts) {
    gone.delete(debt.key)
    yield [debt.key, debt]
  }
  for (const key of gone) yield [key, undefined]
}

function* changedOf({ keys, get }: Changed): Iterable<ChangedDebt> {
  for (const key of keys) yield [key, get(key)]
}

/**
 * What is said twice ends with the first of them that ends; on another link, where a name may be somebody else's, only if its debtor or the operator ended it.
 * @param sorted debts with one text between two, the oldest first.
 */
function withTwins(sorted: readonly Known[], { agentOf, operator }: Pick<RowsInput, 'agentOf' | 'operator'>): readonly Known[] {
  const isFor = (one: Known, { debt: { source, end, text }, debtor }: Known): boolean => {
    // The operator decides about what the screen had shown, which the decision names: of anything else it may not have shown the words.
    if (end?.how === 'operator' && one.debt.text !== text) return false
    if (one.debt.source === source || end === undefined || end.how === 'operator') return true
    const by = agentOf(source, end.by)
    return by === debtor || (by === operator && end.how === 'ref' && end.evidence === 'receipt')
  }
  let last: Known[] = []
  const found = sorted.map((one): [Known, Known[]] => {
    const first = last[0]?.debt
    const isTwin = first !== undefined && (one.debt.openedAt - first.openedAt <= twiceMs || isReadAgain(one.debt, first))
    if (isTwin) last.push(one)
    else last = [one]
    return [isTwin && placeOf(one.debt) !== placeOf(first) ? { ...one, first } : one, last]
  })
  return found.map(([one, cluster]) => {
    if (one.debt.state !== 'open' || one.mark?.verb === 'reopen') return one
    const isEnded = ({ debt }: Known): boolean =>
      debt.state === 'settled' && ((debt.end?.at ?? 0) >= one.debt.openedAt || isReadAgain(one.debt, debt))
    const end = cluster.find((other) => isEnded(other) && isFor(one, other))?.debt.end
    return end === undefined ? one : { ...one, debt: { ...one.debt, state: 'settled', end } }
  })
}

type Said = Pick<Debt, 'late' | 'source' | 'conversation' | 'text'>

/** The line of a file that started over: the debt of the generation before. */
export function isReadAgain(debt: Said, first: Said): boolean {
  return debt.late === true && debt.source === first.source && debt.conversation === first.conversation && debt.text === first.text
}

/** Asks of one turn are one row, and so are texts that are equal but for digits. */
function rowKey({ debt, creditor, debtor = '', cluster, first = debt }: Known, isApart: boolean): string {
  const end = debt.state === 'open' ? '' : (debt.end?.event ?? debt.key)
  const what = debt.turn === undefined ? wordsIn(cluster, isApart) : placeOf(first)
  return `${creditor}\n${debtor}\n${debt.kind}\n${debt.state}\n${end}\n${what}`
}

/** Where the turn of a question or request is. */
function placeOf({ source, conversation = '', turn }: Debt): string {
  return `${source} ${conversation} ${turn ?? ''}`
}

function wordsIn(cluster: string, isApart: boolean): string {
  const skeleton = cluster.slice(cluster.lastIndexOf('\n') + 1)
  return isApart ? skeleton : skeleton.replaceAll(/\d+/g, '0')
}

function withoutCut(debt: Debt): Debt {
  if (debt.cut === undefined) return debt
  const { cut: _cut, ...rest } = debt
  return rest
}

function rowOf(group: readonly Known[], input: RowsInput, answeredWith: (group: readonly Known[], isApart: boolean) => number): DebtRow {
  const first = group[0] as Known
  const { creditor, debtor } = first
  const sign = group.length === 1 ? first.debt.sign : Math.max(...group.map((one) => one.debt.sign))
  const asOne = sign === first.debt.sign ? first.debt : { ...first.debt, sign }
  // The clock of several stands only if it does for each.
  const debt = group.every((one) => one.debt.cut !== undefined) ? asOne : withoutCut(asOne)
  const limit = limitOf(input.limits, debt, debtor === input.operator, input.declared?.(debt.protocol))
  const moments = momentsOf(debt, limit, input.stoodStill)
  const life = debt.state === 'open' ? lifeBy(moments, input.now) : undefined
  const isBy = (name: string): boolean => group.some((one) => input.agentOf(one.debt.source, name) === debtor)
  const spoke = spokeOnce(group, isBy, () => answeredWith(group, input.isApart === true))
  const row: Mutable<DebtRow> = {
    debt,
    keys: group.slice(0, limits.rowDebts).map((one) => one.debt.key),
    asked: group.reduce((sum, one) => sum + one.debt.asked, 0),
    creditor,
    blocks: [],
  }
  if (debtor !== undefined) row.debtor = debtor
  if (life !== undefined) row.life = life
  if (moments !== undefined) {
    row.dueAt = moments.due
    row.overdueAt = moments.overdue
  }
  if (first.mark !== undefined) row.mark = first.mark
  if (spoke !== undefined) row.spoke = spoke
  return row
}

import type { AgentDebts, DebtList } from '../../api/desk.ts'
import { clockAt, limitOf, momentsOf, type Debt, type DebtRow } from '../../core/debt.ts'
import type { DebtsFold } from '../../core/fold/debts.ts'
import { byAge } from '../../core/fold/debts/by-age.ts'
import { isFromBefore } from '../../core/fold/debts/decided.ts'
import { openElsewhere } from '../../core/fold/debts/elsewhere.ts'
import { endOf, type EndedRows } from '../../core/fold/debts/ended.ts'
import { refOfKey } from '../../core/fold/debts/kept.ts'
import { debtRows, openDebtRows, type DebtRows, type RowsInput } from '../../core/fold/debts/rows.ts'
import { foldTalk, type Talk } from '../../core/fold/debts/talk.ts'
import { endsOfLeft, type EndsOfLeft } from '../../core/fold/left.ts'
import type { NameRow } from '../../core/fold/names.ts'
import type { DownSince } from '../../core/fold/status.ts'
import { fewOfEach } from '../../core/few-of-each.ts'
import { lastedAt } from '../../core/lasted-at.ts'
import { lazy } from '../../core/lazy.ts'
import { isCovered, needOfDebt, type Need } from '../../core/need.ts'
import { settleMs } from '../../core/notice.ts'
import { agentDebts } from './agent-debts.ts'

/** What the lists are made of. */
export interface ListsInput extends Omit<RowsInput, 'debts' | 'heardOf' | 'thanked' | 'left'> {
  readonly debts: Pick<DebtsFold, 'open' | 'ended' | 'actsOf'>
  /** What tells who has left: what is known about each name, and which links are down; absent: nothing. */
  readonly presence?: { readonly names: () => Iterable<NameRow>; readonly downSince: DownSince }
  readonly dayStart: number
  /** When the desk was first opened, ms. */
  readonly start: number
  /** What needs the operator is shown after this time, ms; absent: when it has settled. */
  readonly shownAfter?: number
}

/** The debts of a workspace as lists, at one moment. */
export interface Lists {
  /** The open rows, oldest first. */
  readonly open: readonly DebtRow[]
  /** Rows opened before `to` that are open or ended at `from` or later, ms, the oldest first. */
  between(from: number, to: number): readonly DebtRow[]
  /** The rows that have ended. */
  readonly ended: Pick<EndedRows, 'from' | 'since' | 'of'>
  /** The row that a debt is in. */
  rowOf(key: string): DebtRow | undefined
  /** Rows of the open debts that a message opened. */
  openedBy(event: string): readonly DebtRow[]
  list(name: DebtList): readonly DebtRow[]
  /** A row with who waits for it, which the rows of the lists leave out. */
  whole(row: DebtRow): DebtRow
  /** How long a row may take by the limits of its kind, ms. */
  limitOf(row: DebtRow): number | undefined
  /** Agents (ids) that wait for an agent, through any number of debts. */
  waitingOn(agent: string): readonly string[]
  /** What debts need of the operator, without those that came just now. @param covered keys of debts that are part of another need (`isCovered`) */
  needs(covered?: ReadonlySet<string>): readonly Need[]
  /** How many open rows came by a link. */
  openOn(link: string): number
  /** When open debts of a link are overdue, ms, by their refs. */
  dueTimes(link: string): ReadonlyMap<string, number>
  /** Links with tasks that are open or ended today. */
  readonly taskLinks: readonly string[]
  /** What each agent owes and is owed. */
  readonly agents: readonly AgentDebts[]
  /** What all owe, the operator too, and how much of it is overdue. */
  readonly owed: number
  readonly overdue: number
  /** Of these, what others owe. */
  readonly owedByOthers: number
  readonly overdueByOthers: number
  /** Agents (ids) who left so long ago that nobody waits for what they asked. */
  readonly left: Pick<EndsOfLeft, 'has'>
  /** When time alone changes a list next, ms. */
  readonly nextAt: number | undefined
}

/** Keeps the rows between two readings. */
export interface ListsKeeper {
  /**
   * @param changed keys of debts and marks that changed since the last reading; without it, everything is read again. `compared`: all debts may have changed, but
   * not what else the rows are made of (`DebtRows.read`).
   */
  read(input: ListsInput, changed?: ReadonlySet<string> | 'compared'): Lists
  /** Keys of open debts that have to be read again because agents spoke to each other since the last call. */
  spokenOf(): readonly string[]
  /** Somebody has left or come back: the next reading looks at all names. There may be thousands, which are looked at only once a minute otherwise. */
  namesChanged(): void
}

/** Opens the lists of a workspace. @param talk who spoke to whom, which changes how debts look and end. @param kept rows of other lists, to be compared with */
export function openLists(talk: Pick<Talk, 'pairs' | 'takeNews'> = foldTalk(), kept: DebtRows = openDebtRows()): ListsKeeper {
  const elsewhere = openElsewhere(talk)
  let gone: ReturnType<typeof endsOfLeft>
  let lookAt = Number.NEGATIVE_INFINITY

  function look({ presence, agentOf: idOf, now, stoodStill }: ListsInput): void {
    gone = presence === undefined ? nobodyLeft : endsOfLeft(presence.names(), { idOf, now, stoodStill, downSince: presence.downSince })
    lookAt = Math.min(gone.nextAt ?? Infinity, now + lookMs)
  }

  return {
    namesChanged() {
      lookAt = Number.NEGATIVE_INFINITY
    },
    spokenOf: () =>
      elsewhere.takeNews().flatMap(({ creditor, debtor, isThanks }) => {
        const keys = kept.between(creditor, debtor)
        if (isThanks) return [...keys]
        for (const key of keys) return [key]
        return []
      }),
    read(input, changed) {
      const isAll = typeof changed !== 'object'
      if (isAll) elsewhere.rename(input.agentOf)
      const { debts, operator, now, dayStart, start, shownAfter = settleMs } = input
      const isEarlier = (debt: Debt): boolean => isFromBefore(debt, start, input.marks.get(debt.key))
      const get = (key: string): Debt | undefined => {
        const debt = debts.open().get(key)
        return debt === undefined ? debts.ended().get(key) : isEarlier(debt) ? undefined : debt
      }
      if (isAll || now >= lookAt) look(input)
      const { ends: left, nextAt: leftAt = Infinity } = gone
      const given = (list: Iterable<Debt>): RowsInput => ({
        ...input,
        debts: list,
        left,
        heardOf: (key) => heardOf(input, key),
        thanked: elsewhere.thanked,
      })
      const all = function* (): Iterable<Debt> {
        for (const debt of debts.open().values()) if (!isEarlier(debt)) yield debt
        yield* debts.ended().values()
      }
      const rows = kept.read(given(all()), isAll ? changed : { keys: changed, get })
      const watched = [...kept.watched()]
      const whole = (row: DebtRow): DebtRow => {
        if (row.debt.state !== 'open') return row
        const spoken = elsewhere.of(row)
        return { ...row, blocks: kept.blocks(row), ...(spoken !== undefined && { elsewhere: spoken }) }
      }
      const isOwed = (row: DebtRow): boolean => (isOpen(row) || row.spoke !== undefined) && row.debtor !== operator
      const isCounted = (row: DebtRow): boolean => isOwed(row) || isOpen(row)
      const current = [...rows, ...watched]
      const needing = lazy(() => current.flatMap((row) => needOfDebt(withFreshMark(row, input.marks), operator, now) ?? []))
      const nextAt = lazy(() => nextMoment(current, [...needing().map((need) => shownAt(need, shownAfter, now)), leftAt], now))
      /** Who waits for each takes long to say. */
      const wholeNeeds = new Map<Need, Need>()
      const wholeNeed = (need: Need): Need => {
        const known = wholeNeeds.get(need)
        if (known !== undefined || need.row === undefined) return known ?? need
        const row = whole(need.row)
        const made = { ...need, row, blocks: row.blocks }
        wholeNeeds.set(need, made)
        return made
      }
      const lists = {
        open: () => rows,
        owed: lazy(() => mostUsedFirst(current.filter(isOwed), now)),
        all: lazy(() => mostUsedFirst(current.filter(isCounted), now)),
        overdue: lazy(() => mostUsedFirst(current.filter(isCounted).filter(isOverdue), now)),
        closed: lazy(() =>
          kept.ended
            .since(dayStart)
            .filter((row) => row.spoke === undefined)
            .toReversed(),
        ),
        tasks: lazy(() => debtRows({ ...given(tasksOf(all())), isApart: true }).filter((row) => isOpen(row) || endOf(row) >= dayStart)),
        before: lazy(() => debtRows(given([...debts.open().values()].filter(isEarlier))).filter(isOpen)),
      }
      const before = lazy(() => new Map(lists.before().flatMap((row) => row.keys.map((key) => [key, row] as const))))
      const rowOf = (key: string): DebtRow | undefined => kept.rowOf(key) ?? before().get(key)
      const dueTimes = lazy(() => timesByLink(rows, input, get))
      const byAsk = lazy(() => Map.groupBy(debts.open().values(), ({ ask }) => ask))
      /** What `between` gave last: one window asks for it again and again. */
      let asked: { readonly from: number; readonly to: number; readonly rows: readonly DebtRow[] } | undefined
      let [owed, overdue, owedByOthers, overdueByOthers] = [0, 0, 0, 0]
      const taskLinks = new Set<string>()
      for (const [link, at] of kept.ended.taskEnds()) if (at >= dayStart) taskLinks.add(link)
      for (const row of rows) if (row.debt.kind === 'task') taskLinks.add(row.debt.source)
      for (const row of current) {
        if (!isCounted(row)) continue
        const isByOthers = isOwed(row)
        owed++
        if (isByOthers) owedByOthers++
        if (!isOverdue(row)) continue
        overdue++
        if (isByOthers) overdueByOthers++
      }
      return {
        open: rows,
        between(from, to) {
          if (asked?.from === from && asked.to === to) return asked.rows
          const isBefore = ({ debt }: DebtRow): boolean => debt.openedAt < to
          asked = { from, to, rows: [...rows.filter(isBefore), ...kept.ended.from(from).filter(isBefore)].toSorted(byAge) }
          return asked.rows
        },
        ended: kept.ended,
        rowOf,
        openedBy: (event) => [...new Set((byAsk().get(event) ?? []).flatMap(({ key }) => rowOf(key) ?? []).filter(isOpen))],
        list: (name) => lists[name](),
        whole,
        limitOf: (row) => limitIn(row, input),
        waitingOn: kept.waitingOn,
        needs: (covered = noKeys) =>
          needing()
            .filter((need) => shownAt(need, shownAfter, now) <= now && !isCovered(need, covered))
            .map(wholeNeed),
        openOn: (link) => rows.filter((row) => row.debt.source === link).length,
        dueTimes: (link) => dueTimes().get(link) ?? noTimes,
        taskLinks: [...taskLinks],
        agents: agentDebts(rows),
        owed,
        overdue,
        owedByOthers,
        overdueByOthers,
        left,
        get nextAt() {
          return nextAt()
        },
      }
    },
  }
}

function isOpen({ debt }: DebtRow): boolean {
  return debt.state === 'open'
}

function isOverdue({ life }: DebtRow): boolean {
  return life === 'overdue'
}

/** By the share of the limit that is used. By the limits that creditors give, one of them could fill every page. */
function mostUsedFirst(rows: readonly DebtRow[], now: number): readonly DebtRow[] {
  const sorted = rows.toSorted((a, b) => shareOf(b, now) - shareOf(a, now) || a.debt.openedAt - b.debt.openedAt)
  return fewOfEach(sorted, ({ creditor }) => creditor, mostAhead)
}

const nobodyLeft: ReturnType<typeof endsOfLeft> = { ends: new Map(), nextAt: undefined }
/** How often all names are looked at for who has left, at least, ms. */
const lookMs = 60_000
/** So many rows of one creditor stand where their limits put them; its others come after everybody else's. */
const mostAhead = 10
const noTimes: ReadonlyMap<string, number> = new Map()
const noKeys: ReadonlySet<string> = new Set()

/** Each debt by its own clock: a row has that of its oldest. */
function timesByLink(
  rows: readonly DebtRow[],
  input: ListsInput,
  get: (key: string) => Debt | undefined,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const found = new Map<string, Map<string, number>>()
  const timeIn = (row: DebtRow, key: string): number | undefined => {
    const own = row.keys.length === 1 ? undefined : get(key)
    return own === undefined ? row.overdueAt : momentsOf(own, limitIn(row, input), input.stoodStill)?.overdue
  }
  for (const row of rows) {
    for (const key of row.keys) {
      const at = timeIn(row, key)
      if (at === undefined) continue
      const link = key.slice(0, key.indexOf('|'))
      const times = found.get(link) ?? new Map<string, number>()
      found.set(link, times.set(refOfKey(key), at))
    }
  }
  return found
}

function limitIn({ debt, debtor }: DebtRow, { limits, declared, operator }: ListsInput): number | undefined {
  return limitOf(limits, debt, debtor === operator, declared?.(debt.protocol))
}

function* tasksOf(debts: Iterable<Debt>): Iterable<Debt> {
  for (const debt of debts) if (debt.kind === 'task') yield debt
}

/**
 * When a need is shown, ms: one that ends before is never shown. What is read from history is not new, and shown immediately. It counts from the first time
 * that somebody asked: who asks again takes nothing away that is on the screen.
 */
function shownAt({ row, since, late, change }: Need, after: number, now: number): number {
  return late === true || change !== 'new' ? 0 : lastedAt(row?.debt.openedAt ?? since, after, now)
}

function nextMoment(rows: readonly DebtRow[], needsAt: readonly number[], now: number): number | undefined {
  let next = Infinity
  const at = (moment: number | undefined): void => {
    if (moment !== undefined && moment > now && moment < next) next = moment
  }
  for (const { dueAt, overdueAt, mark, debt, spoke } of rows) {
    at(spoke?.until)
    if (debt.state !== 'open') continue
    at(dueAt)
    at(overdueAt)
    if (mark?.verb === 'snooze') at(mark.until)
  }
  for (const moment of needsAt) at(moment)
  return next === Infinity ? undefined : next
}

/** Cursor of the newest act by anybody but the operator. */
function heardOf({ debts, agentOf, operator }: ListsInput, key: string): number {
  const source = key.slice(0, key.indexOf('|'))
  return debts.actsOf(key).reduce((newest, act) => (agentOf(source, act.by) === operator ? newest : Math.max(newest, act.cursor)), 0)
}

/** A row that somebody asked in again since is snoozed no longer. */
function withFreshMark(row: DebtRow, marks: ListsInput['marks']): DebtRow {
  if (row.mark?.verb !== 'snooze' || row.keys.every((key) => marks.get(key)?.verb === 'snooze')) return row
  const { mark: _mark, ...rest } = row
  return rest
}

/** How much of its limit is over; one without a limit comes last. */
function shareOf({ debt, overdueAt }: DebtRow, now: number): number {
  return overdueAt === undefined ? -1 : (clockAt(debt, now) - debt.sign) / Math.max(1, overdueAt - debt.sign)
}

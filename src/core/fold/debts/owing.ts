import type { Act } from '../../acts.ts'
import { debtMarkSchema, defaultDeskLimits, deskLimitsSchema, limitOf } from '../../debt.ts'
import type { Debt, DebtMark, DebtRow, DeskLimits } from '../../debt.ts'
import type { Event } from '../../event.ts'
import type { Protocol } from '../../protocol.ts'
import { stoodStillIn, stoodStillSchema, type StoodStill } from '../../stood-still.ts'
import { agentOf } from '../agents.ts'
import { foldDebts } from '../debts.ts'
import { keptMost, type MostDebts } from './bounds.ts'
import { openElsewhere } from './elsewhere.ts'
import { foldKnownAgents } from './known-agents.ts'
import { isFromBefore, withMark } from './decided.ts'
import { openDebtRows } from './rows.ts'
import { foldTalk } from './talk.ts'

/** The debts of a workspace or folder that no engine has open, with what the operator decided: from events in their order and kept values. */
export interface Owing {
  readonly operator: string
  apply(event: Event, replaced?: Event): void
  /** Takes a value that the operator stored (`kept` of an export). */
  keep(kind: string, key: string, value: unknown): void
  /** Limits stood still in these spans; and those in which this machine slept, which come as a kept value. */
  halted(spans: readonly StoodStill[]): void
  /** How long limits stood still since a time, ms. */
  stoodStill(since: number): number
  /** A link that was removed: nothing is owed there any more. */
  remove(source: string): void
  /** How long a debt may take, ms; undefined: no limit. */
  limitOf(debt: Debt): number | undefined
  /** All debts, open and ended, with the operator's marks. */
  debts(): Debt[]
  /** More were open than are kept. */
  isFull(): boolean
  /** Open rows of the desk and those that it still shows after their end, oldest first, each with its debts. */
  rows(now: number): { readonly row: DebtRow; readonly members: readonly Debt[] }[]
}

/** Opens it with nothing in it. `operator`: the operator's name in its events. `most`: how many debts are kept. */
export function openOwing(protocols: ReadonlyMap<string, Protocol>, operator: string, most: MostDebts = keptMost): Owing {
  const aliases = new Map<string, string>()
  const marks = new Map<string, DebtMark>()
  const removed = new Set<string>()
  let limits: DeskLimits = defaultDeskLimits
  let slept: readonly StoodStill[] = []
  let halts: readonly StoodStill[] = []
  let stoodStill = stoodStillIn([])
  /** When Patchbay first kept debts of it, ms. */
  let since = 0
  const nameOf = (source: string, name: string): string => agentOf(aliases, source, name)
  const idOf = (source: string, name: string): string => (name === operator ? operator : nameOf(source, name))
  const known = foldKnownAgents()
  const talk = foldTalk()
  const isLate = (event: Event): boolean => event.late === true || event.at < since
  /** Of the event that was folded last. */
  let acts: readonly Act[] = []
  const fold = foldDebts({
    actsOf: (event) => {
      acts = protocols.get(event.protocol)?.acts(event, operator) ?? []
      for (const name of known.apply(event, acts)) fold.foundAgent(event.source, name)
      return acts
    },
    isAgent: (source, name) => known.isAgent(source, name),
    isLate,
    same: (source, a, b) => nameOf(source, a) === nameOf(source, b),
    operator,
    most,
  })
  const all = (): Debt[] => [...fold.open().values(), ...fold.ended().values()]

  return {
    operator,
    apply(event, replaced) {
      fold.apply(event, replaced)
      talk.apply(event, acts, isLate(event))
    },
    keep(kind, key, value) {
      if (kind === 'alias' && typeof value === 'string') aliases.set(key, value)
      if (kind === 'debt mark') {
        const mark = debtMarkSchema.safeParse(value)
        if (mark.success) marks.set(key, mark.data)
      }
      if (kind === 'desk limits') {
        const read = deskLimitsSchema.safeParse(value)
        if (read.success) limits = read.data
      }
      if (kind === 'desk sleeps') {
        const read = stoodStillSchema.safeParse(value)
        if (read.success) slept = read.data
        stoodStill = stoodStillIn([...slept, ...halts])
      }
      if (kind === 'desk' && typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number') since = value.at
    },
    halted(spans) {
      halts = spans
      stoodStill = stoodStillIn([...slept, ...halts])
    },
    stoodStill: (since) => stoodStill(since),
    remove: (source) => void removed.add(source),
    limitOf: (debt) => limitOf(limits, debt, debt.debtor === operator, protocols.get(debt.protocol)?.agentLimits),
    isFull: () => fold.counts().open >= most.open,
    debts: () => all().map((debt) => withMark(debt, marks.get(debt.key), operator)),
    rows(now) {
      const elsewhere = openElsewhere(talk)
      elsewhere.rename(idOf)
      const rows = openDebtRows()
      const open = rows.read({
        debts: all().filter((debt) => since === 0 || !isFromBefore(debt, since, marks.get(debt.key))),
        agentOf: idOf,
        operator,
        marks,
        limits,
        now,
        stoodStill,
        removedAt: (source) => (removed.has(source) ? 0 : undefined),
        thanked: elsewhere.thanked,
      })
      const shown = [...open, ...rows.watched()].toSorted((a, b) => a.debt.openedAt - b.debt.openedAt)
      return shown.map((row) => ({ row, members: rows.members(row) }))
    },
  }
}

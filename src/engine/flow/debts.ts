import type { ActWord } from '../../core/acts.ts'
import { limitAtOf, limitOf, type DebtRow } from '../../core/debt.ts'
import type { KeptAct } from '../../core/fold/debts/kept.ts'
import type { FlowDebt, FlowTask, FlowTaskState } from '../../core/flow.ts'
import { limits } from '../../core/limits.ts'
import type { Protocol } from '../../core/protocol.ts'
import { excerptOf } from './excerpt.ts'
import type { Known } from './known.ts'

/** A span of time, ms: from, and up to but not including. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** Debts that were open at some time of a window as bars, and those among them that are tasks as spans. */
export function debtsOf(
  known: Known,
  window: Window,
  protocols: ReadonlyMap<string, Protocol>,
): { readonly debts: FlowDebt[]; readonly more: number; readonly tasks: FlowTask[] } {
  const inside = known.lists.between(window.from, window.to)
  const shown = inside.length <= limits.flowDebts ? inside : mostUrgent(inside, known.operatorId)
  return {
    debts: shown.map((row) => barOf(row, known, protocols)),
    more: inside.length - shown.length,
    tasks: shown.filter(({ debt }) => debt.kind === 'task').map((row) => taskOf(row, known)),
  }
}

/** Of too many, the operator's come first, then those of others, then what has ended; of each, the newest. @param rows the oldest first */
function mostUrgent(rows: readonly DebtRow[], operator: string): readonly DebtRow[] {
  const open = rows.filter(isOpen)
  const ranked = [
    open.filter(({ debtor }) => debtor === operator),
    open.filter(({ debtor }) => debtor !== operator),
    rows.filter((row) => !isOpen(row)),
  ]
  return ranked.flatMap((some) => some.toReversed()).slice(0, limits.flowDebts)
}

function isOpen({ debt }: DebtRow): boolean {
  return debt.state === 'open'
}

function barOf(row: DebtRow, known: Known, protocols: ReadonlyMap<string, Protocol>): FlowDebt {
  const { debt, debtor, creditor } = row
  const isMine = debtor === known.operatorId
  const limit = limitOf(known.limits, debt, isMine, protocols.get(debt.protocol)?.agentLimits)
  const limitAt = debt.state === 'open' ? row.overdueAt : limitAtOf(debt, limit, known.stoodStill)
  return {
    key: debt.key,
    kind: debt.kind,
    link: debt.source,
    ask: debt.ask,
    ...(debtor !== undefined && { debtor }),
    creditor,
    text: excerptOf(debt.text),
    since: debt.openedAt,
    ...(debt.end !== undefined && { until: debt.end.at, endEvidence: debt.end.evidence }),
    ...(debt.end?.event !== undefined && { end: debt.end.event }),
    ...(limitAt !== undefined && { limitAt }),
    state: debt.state,
    evidence: debt.evidence,
    isMine,
    isTaken: debt.taken === true,
  }
}

const stateOf: Readonly<Partial<Record<ActWord, FlowTaskState>>> = {
  ask: 'assigned',
  pass: 'assigned',
  take: 'working',
  report: 'working',
  wait: 'waiting',
}
const endOf = { settled: 'done', failed: 'failed', withdrawn: 'withdrawn', void: 'withdrawn' } as const

/** What a task was from each moment on. */
function taskOf({ debt, debtor }: DebtRow, known: Known): FlowTask {
  type Change = FlowTask['changes'][number]
  const changes: Change[] = [{ at: debt.openedAt, state: 'assigned', event: debt.ask }]
  for (const act of known.debts.actsOf(debt.key)) {
    const state = changeOf(act, known)
    if (state !== undefined && state !== changes.at(-1)?.state && act.at >= debt.openedAt)
      changes.push({ at: act.at, state, event: act.event })
  }
  const { end } = debt
  const before = end === undefined ? changes : changes.filter(({ at }) => at <= end.at)
  // The newest count: what is left out are changes between the first and them.
  const kept = before.length < limits.flowChanges ? before : [...before.slice(0, 1), ...before.slice(2 - limits.flowChanges)]
  const last: Change[] =
    end === undefined || debt.state === 'open'
      ? []
      : [{ at: end.at, state: endOf[debt.state], ...(end.event !== undefined && { event: end.event }) }]
  return {
    key: debt.key,
    ...(debtor !== undefined && { agent: debtor }),
    link: debt.source,
    title: excerptOf(debt.text),
    changes: [...kept, ...last],
    ...(end !== undefined && { until: end.at }),
  }
}

function changeOf({ word, to }: KeptAct, known: Known): FlowTaskState | undefined {
  return word === 'wait' && to?.includes(known.operator) === true ? 'needs you' : stateOf[word]
}

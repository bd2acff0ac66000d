import type { Debt, DebtMark } from '../../debt.ts'
import type { DebtKind } from '../../acts.ts'
import type { EndsOfLeft } from '../left.ts'

/** Debts opened longer than this before the desk was first opened go to a list of their own, ms. */
const beforeMs = 7 * 24 * 60 * 60_000
/** Decisions about what is still to be done. */
const keeping: ReadonlySet<DebtMark['verb']> = new Set(['pin', 'snooze', 'reopen'])

/**
 * Whether a debt is from long before Patchbay kept debts; such debts need nobody and are counted nowhere. What the operator keeps of them is owed like anything else,
 * also after it was snoozed, or ended and opened again.
 */
export function isFromBefore(debt: Debt, since: number, mark: Pick<DebtMark, 'verb'> | undefined): boolean {
  return debt.late === true && debt.openedAt < since - beforeMs && !(mark !== undefined && keeping.has(mark.verb))
}

/** Whether a decision was about what could not be done, and the debt has been owed again since. */
export function isPassed({ verb, at }: DebtMark, { againAt }: Debt): boolean {
  return verb !== 'pin' && verb !== 'reopen' && againAt !== undefined && at < againAt
}

/** A debt with what the operator decided about it. */
export function withMark(debt: Debt, mark: DebtMark | undefined, operator: string): Debt {
  if (mark === undefined || isPassed(mark, debt)) return debt
  if (mark.verb === 'reopen') {
    if (debt.end === undefined || debt.end.at > mark.at) return debt
    const { end: _end, ...rest } = debt
    return { ...rest, state: 'open', sign: Math.max(debt.sign, mark.at) }
  }
  if (debt.state !== 'open') return debt
  const end = { at: mark.at, by: operator, how: 'operator', evidence: 'declared' } as const
  if (mark.verb === 'settle') return { ...debt, state: 'settled', end }
  if (mark.verb === 'waive') return { ...debt, state: 'withdrawn', end }
  if (mark.verb === 'none') return { ...debt, state: 'void', end }
  return mark.verb === 'pin' && debt.evidence === 'inferred' ? { ...debt, evidence: 'receipt' } : debt
}

/** What is open where its link was removed is void. */
export function withoutLink(debt: Debt, removedAt: number | undefined, by: string): Debt {
  if (removedAt === undefined || debt.state !== 'open') return debt
  const { waitsFor: _waitsFor, ...rest } = debt
  return { ...rest, state: 'void', end: { at: Math.max(removedAt, debt.openedAt), by, how: 'link', evidence: 'declared' } }
}

/** What the operator is asked in words, which nobody waits for once the one who asked has left. */
const questions: ReadonlySet<DebtKind> = new Set(['answer', 'review'])

/**
 * A question of the operator is void once its creditor has been gone for a day, unless the operator said that it is one, or wanted it then or later.
 * @param end how the creditor's questions ended; undefined: it is there
 */
export function withoutCreditor(debt: Debt, end: ReturnType<EndsOfLeft['get']>, mark: DebtMark | undefined): Debt {
  if (end === undefined || debt.state !== 'open' || !questions.has(debt.kind)) return debt
  if (mark !== undefined && wantedUntil(mark) >= end.at) return debt
  const { waitsFor: _waitsFor, ...rest } = debt
  return { ...rest, state: 'void', end: { ...end, at: Math.max(end.at, debt.openedAt), by: debt.creditor, how: 'left' } }
}

/** The last time at which a decision wants to see the debt, ms: what is snoozed, at the end of the snooze. */
function wantedUntil({ verb, at, until = at }: DebtMark): number {
  if (verb === 'pin') return Infinity
  return keeping.has(verb) ? until : Number.NEGATIVE_INFINITY
}

import type { Debt, DebtEnd, DebtState } from '../../debt.ts'
import { limits } from '../../limits.ts'
import { isEveryone } from '../../names.ts'
import type { KeptAct, KeptAsk } from './kept.ts'

/** Whether two names of a source are one agent. */
export type SameName = (a: string, b: string) => boolean

/** How far a debt is, act by act. */
export interface Course {
  readonly debtor: string | undefined
  readonly state: DebtState
  readonly end?: DebtEnd
  readonly sign: number
  readonly asked: number
  readonly taken: boolean
  /** When it was handed over to its debtor. */
  readonly passedAt?: number
  /** When it was last owed again after it could not be done. */
  readonly againAt?: number
  readonly awaitedNames?: readonly string[]
  /** The state by which its debtor last went on after it had waited: nobody waits any more for what was asked before. */
  readonly wentOn?: DebtEnd & { readonly ord: number }
  /** Keys of the newest questions back, which it waits for if they are open. */
  readonly backs: readonly string[]
  /** Its answer broke off, by the act with this cursor. No newer sign has come: the clock stands. */
  readonly cut?: NonNullable<Debt['cut']> & { readonly cursor: number; readonly since?: number | undefined }
  /** Cursor of the newest act by the debtor, which ends the creditor's snooze, and vice versa. */
  readonly heard: number
}

/** One for all: most debts have no question back. */
const none: readonly string[] = []

/** A debt to which nothing has happened yet. */
export function startOf(ask: KeptAsk, debtor: string | undefined): Course {
  return { debtor, state: 'open', sign: ask.debt.openedAt, asked: 1, taken: false, backs: none, heard: ask.cursor }
}

/** A debt after one more act. Acts are given in their order; who may do what is decided here alone. */
export function step(course: Course, act: KeptAct, ask: KeptAsk, same: SameName): Course {
  const { kind, creditor, cue } = ask.debt
  if (act.kinds !== undefined && !act.kinds.includes(kind)) return course
  const isDebtors = course.debtor !== undefined && same(act.by, course.debtor)
  const isCreditors = same(act.by, creditor)
  /** A board: anybody may report the state of a task. One that was asked for, or promised, in words is on none. */
  const isOnBoard = kind === 'task' && cue === undefined && ask.isTurn !== true
  const isBoard = isOnBoard && act.how === 'ref'
  const heard = Math.max(course.heard, act.cursor)
  const sign = Math.max(course.sign, act.at)

  if (act.again === true && !isCreditors && act.isOperators !== true) return course
  if (act.again === true) {
    // What could not be done is owed again once it is asked for again.
    if (course.state !== 'open' && course.state !== 'failed') return course
    return { ...(course.state === 'open' ? resumed(course, act) : again(course, act)), asked: course.asked + 1, sign, heard }
  }
  const mayPass = isDebtors || isCreditors || isBoard || act.isOperators === true
  if (act.word === 'take') {
    const mayTake = isDebtors || course.debtor === undefined || (isBoard && ask.to.length <= 1)
    if (!mayTake || (course.state !== 'open' && !(isBoard && act.evidence === 'declared'))) return course
    return { ...again(course, act), debtor: act.by, taken: true, sign, heard }
  }
  if (course.state !== 'open') {
    if (course.state === 'failed' && act.word === 'pass' && mayPass) return step(again(course, act), act, ask, same)
    if (act.reopens !== true || !isBoard) return course
    return step({ ...again(course, act), sign, heard }, act, ask, same)
  }
  switch (act.word) {
    case 'report': {
      if (!isDebtors) return course
      if (act.cut !== undefined) return cutOff(course, act, act.cut)
      const backs = act.back === undefined ? course.backs : [...course.backs, act.back].slice(-limits.pairActs)
      return { ...going(course, act), sign, heard, backs }
    }
    case 'answer':
      return isDebtors ||
        course.debtor === undefined ||
        isOnBoard ||
        kind === 'paste' ||
        kind === 'decide' ||
        (isCreditors && act.how === 'turn') ||
        (act.isOperators === true && act.how === 'ref')
        ? ended(course, 'settled', act, heard)
        : course
    case 'fail':
      return isDebtors || isBoard ? ended(course, 'failed', act, heard) : course
    case 'cancel':
      // The operator needs nobody's consent to end a debt of their own.
      return isCreditors || isBoard || (isDebtors && act.isOperators === true) ? ended(course, 'withdrawn', act, heard) : course
    case 'pass': {
      if (!mayPass) return course
      const to = act.to?.[0]
      return {
        ...resumed(course, act),
        debtor: to === undefined || isEveryone(to) ? undefined : to,
        sign,
        heard,
        taken: false,
        passedAt: act.at,
      }
    }
    case 'wait':
      return isDebtors ? { ...resumed(course, act), awaitedNames: act.to ?? [], heard } : course
    default:
      return course
  }
}

function ended(course: Course, state: DebtState, { event, at, by, how, evidence }: KeptAct, heard: number): Course {
  return { ...course, state, end: { event, at, by, how, evidence }, heard }
}

/** Its answer broke off: the last sign is what came of it before. Another answer that went on since, or was begun later, is a newer sign. */
function cutOff(course: Course, { at, cursor }: KeptAct, { reason, sign, since }: NonNullable<KeptAct['cut']>): Course {
  const now = { ...course, sign: Math.max(course.sign, sign) }
  return cursor < course.heard ? now : { ...now, heard: cursor, cut: { at, reason, cursor, since } }
}

/** The clock goes on, unless its answer broke off later. */
function resumed(course: Course, { cursor }: KeptAct): Course {
  if (course.cut === undefined || course.cut.cursor > cursor) return course
  const { cut: _cut, ...rest } = course
  return rest
}

/** Owed once more, from an act on. */
function again(course: Course, act: KeptAct): Course {
  return { ...going(course, act), state: 'open', ...(course.state === 'failed' && { againAt: act.at }) }
}

/** Without an end, waiting for nobody, and with its clock running. */
function going(before: Course, act: KeptAct): Course {
  const course = resumed(before, act)
  if (course.end === undefined && course.awaitedNames === undefined) return course
  const { end: _end, awaitedNames, ...rest } = course
  if (awaitedNames === undefined || act.reopens !== true) return rest
  const { event, at, by, evidence, ord } = act
  return { ...rest, wentOn: { event, at, by, how: 'without', evidence, ord } }
}

/** Nobody owes themselves: a task that its creator took is not a debt while that is so. */
export function settled(course: Course, ask: KeptAsk, same: SameName): Course {
  const isOwn = course.debtor !== undefined && same(course.debtor, ask.debt.creditor)
  if (course.state !== 'open' || !isOwn) return course
  return {
    ...course,
    state: 'void',
    end: { event: ask.debt.ask, at: course.sign, by: ask.debt.creditor, how: 'ref', evidence: 'declared' },
  }
}

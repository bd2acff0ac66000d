import { clockAt, type Debt, type DebtRow } from '../../../core/debt.ts'
import { needWords, type Need, type NeedSource } from '../../../core/need.ts'
import { limits } from '../../../core/limits.ts'
import { age, count, plain } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'

/** One word for why something needs the operator. */
export const sourceWords: Readonly<Record<NeedSource, string>> = {
  answer: 'question',
  review: 'review',
  task: 'task',
  approve: 'approve',
  terminal: 'terminal',
  paste: 'paste',
  decide: 'decide',
  prompt: 'answer',
  stopped: 'stopped',
  failed: 'failed',
  overdue: 'overdue',
  unowned: 'unowned',
  refused: 'mend',
  unusable: 'not usable',
  lint: 'lint',
  link: 'link',
  gap: 'gap',
  journal: 'journal',
  command: 'not sent',
  deadlock: 'deadlock',
  starvation: 'passed over',
  loop: 'loop',
  storm: 'echo',
  lost: 'lost',
  orphan: 'orphan',
}

/** What a row says: `needWords`, that nobody took a task of who is named, and for an outbox how far it is. `clock` shows a time. */
export function rowWords(need: Need, clock: (ms: number) => string): string {
  const words = needWords(need)
  if (need.source === 'unowned') return `Nobody took: ${words}`
  const debt = need.source === 'paste' ? need.row?.debt : undefined
  if (debt === undefined) return words
  if (debt.taken === true) return `${words} needs another reply`
  return debt.sign > debt.openedAt ? `${words} was copied at ${clock(debt.sign)}, no reply yet` : `${words}: copy it`
}

/** How the outline of a mark shows its evidence. */
export const evidenceOutlines = {
  declared: 'filled',
  receipt: 'outlined',
  transport: 'outlined',
  inferred: 'dotted',
  unknown: 'dotted',
} as const

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** From this limit on, ages are in hours. */
const inHoursMs = 3 * hourMs

/** What of a limit is used. */
export interface LimitUse {
  /** Share of the limit, 0 to 1. Undefined: it has no limit. */
  readonly share: number | undefined
  readonly isOver: boolean
  /** `12 of 10 m`, or the age alone. */
  readonly words: string
}

/** How much of its limit a debt or a need has used. `mark`: before an age that is not certain. */
export function limitUse({ since, limitAt, limit }: Pick<Need, 'since' | 'limitAt' | 'limit'>, now: number, mark = ''): LimitUse {
  if (limitAt === undefined || limit === undefined || limit <= 0)
    return { share: undefined, isOver: limitAt !== undefined && now >= limitAt, words: `${mark}${age(since, now)}` }
  const used = Math.max(0, now - (limitAt - limit))
  const [unit, letter] = limit >= inHoursMs ? [hourMs, 'h'] : [minuteMs, 'm']
  return {
    share: Math.min(1, used / limit),
    isOver: now >= limitAt,
    words: `${mark}${Math.floor(used / unit)} of ${Math.max(1, Math.round(limit / unit))}\u00a0${letter}`,
  }
}

/** `limitUse` of a debt: from its last sign to its limit. */
export function debtUse({ debt, overdueAt }: DebtRow, now: number): LimitUse {
  return limitUse(
    { since: debt.sign, limitAt: overdueAt, limit: overdueAt === undefined ? undefined : overdueAt - debt.sign },
    clockAt(debt, now),
    timeMark(debt),
  )
}

/** `~` before a time that only the author of the message says, `≥` where it is older than what was seen. */
export function timeMark({ time }: Pick<Debt, 'time'>): string {
  return { ours: '', claimed: '~', least: '≥' }[time]
}

/** How often it was asked; of one turn no more are counted than are kept: `64+`. */
export function timesAsked({ asked, debt }: Pick<DebtRow, 'asked' | 'debt'>): string {
  return debt.turn !== undefined && asked > limits.turnAsks ? `${limits.turnAsks}+` : count(asked)
}

/** `asked 5 ×`; when one message answered all of it, `asked 5 ×, spoke once`. Empty: it was asked once. */
export function askedWords(row: Pick<DebtRow, 'asked' | 'debt' | 'spoke'>): string {
  if (row.spoke !== undefined) return `asked ${count(row.spoke.questions)} ×, spoke once`
  return row.asked > 1 ? `asked ${timesAsked(row)} ×` : ''
}

/** Where its debtor spoke after it was asked: `spoke on IRC 3 m later`. Empty: nowhere else. `nameOf` names a link. */
export function elsewhereWords({ debt, elsewhere }: Pick<DebtRow, 'debt' | 'elsewhere'>, nameOf: (link: string) => string): string {
  return elsewhere === undefined ? '' : `spoke on ${visibleString(nameOf(elsewhere.link))} ${age(debt.openedAt, elsewhere.at)} later`
}

/** How a debt ended: `you answered in 3 m`. `nameOf` shows a name. */
export function closedWords({ debt, mark }: DebtRow, nameOf: (name: string) => string): string {
  if (mark?.verb === 'settle') return 'you marked it done'
  if (mark?.verb === 'waive') return 'you said it is no longer needed'
  if (mark?.verb === 'none') return 'you said it was not a request'
  const { end, state, openedAt } = debt
  if (end === undefined) return state
  const who = nameOf(end.by)
  const span = end.at > openedAt && debt.time === 'ours' ? plain(age(openedAt, end.at)) : undefined
  const after = span === undefined ? '' : ` in ${span}`
  if (end.how === 'operator' && state === 'void') return 'you said that these words are not a request'
  if (end.how === 'link') return 'its link was removed'
  if (end.how === 'left') return `${who} has been gone for a day`
  if (end.how === 'parent') return 'its task ended'
  if (end.how === 'sibling') return `${who} answered instead`
  if (state === 'failed') return `${who} could not`
  if (state === 'withdrawn') return `${who} withdrew it`
  if (state === 'void') return 'nothing is owed'
  if (end.how === 'turn' && who !== 'you') return `${who} spoke again${after}`
  if (end.how === 'pair' && end.evidence === 'inferred') return `taken as answered by ${who}${span === undefined ? '' : ` after ${span}`}`
  return `${who} answered${after}`
}

/** True for a debt that the operator ended, by a word or by a decision. */
export function isByOperator({ debt, mark }: DebtRow, operator: string): boolean {
  return (mark !== undefined && mark.verb !== 'reopen' && mark.verb !== 'pin') || debt.end?.how === 'operator' || debt.end?.by === operator
}

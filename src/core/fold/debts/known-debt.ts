import type { Debt, DebtMark } from '../../debt.ts'
import { limits } from '../../limits.ts'
import { isSameValue } from '../../same-value.ts'
import { isPassed, withMark, withoutCreditor, withoutLink } from './decided.ts'
import type { RowsInput } from './rows.ts'

/** A debt with who is behind its names and what the operator decided. */
export interface Known {
  readonly debt: Debt
  readonly creditor: string
  readonly debtor: string | undefined
  readonly mark: DebtMark | undefined
  /** What those have in common that may be one debt said twice; ends with the skeleton of the text. */
  cluster: string
  /** Its row, once it is in one. */
  row: string | undefined
  /** The first to say the same, in another place: their row is one. */
  readonly first?: Debt
}

/** A debt as the lists show it now: what it was before, if that is the same. */
export function knownOf(debt: Debt, input: RowsInput, before: Known | undefined): Known {
  const now = shownOf(debt, input)
  if (before !== undefined && isSameValue(now, shownIn(before))) return before
  const { creditor, debtor = '' } = now
  const cluster = [creditor, debtor, debt.kind, skeletonOf(debt.text)].join('\n') // as one piece: it is kept
  return { ...now, cluster, row: undefined }
}

type Shown = Pick<Known, 'debt' | 'creditor' | 'debtor' | 'mark'>

function shownIn({ debt, creditor, debtor, mark }: Known): Shown {
  return { debt, creditor, debtor, mark }
}

function shownOf(debt: Debt, { agentOf, operator, marks, heardOf, removedAt, thanked, left }: RowsInput): Shown {
  const said = marks.get(debt.key)
  // Something new of the other side ends a snooze.
  const isHeard = said?.verb === 'snooze' && (heardOf?.(debt.key) ?? 0) > said.cursor
  const mark = isHeard || (said !== undefined && isPassed(said, debt)) ? undefined : said
  const creditor = agentOf(debt.source, debt.creditor)
  const debtor = debt.debtor === undefined ? undefined : agentOf(debt.source, debt.debtor)
  const thanks = mark?.verb === 'pin' ? undefined : thanked?.(debt, creditor, debtor, debt.openedAt)
  // What is open again takes new thanks.
  const isAgain = mark?.verb === 'reopen' && thanks !== undefined && thanks.at <= mark.at
  const thanksEnd = (isAgain ? thanked?.(debt, creditor, debtor, mark.at) : undefined) ?? thanks
  const asSaid: Debt = thanksEnd === undefined ? debt : { ...debt, state: 'settled', end: thanksEnd }
  const marked = withoutLink(withMark(asSaid, mark, operator), removedAt?.(debt.source), operator)
  // Two names of one agent were joined: nobody owes themselves.
  const isOwn = marked.state === 'open' && debtor === creditor
  const end = { event: debt.ask, at: debt.openedAt, by: debt.creditor, how: 'ref', evidence: 'declared' } as const
  const asked: Debt = isOwn ? { ...marked, state: 'void', end } : marked
  const own = debtor === operator ? withoutCreditor(asked, left?.get(creditor), mark) : asked
  return { debt: own, creditor, debtor, mark }
}

/** A text without what differs when the same is said again: marks, mentions, times of day, capitals. */
export function skeletonOf(text: string): string {
  return text
    .slice(0, limits.debtText)
    .toLowerCase()
    .replaceAll(/(?:@[\p{L}\p{N}_-]+|\b\d{1,2}:\d{2}(?::\d{2})?\b|[^\p{L}\p{N}])+/gu, ' ')
    .trim()
}

import type { Debt, DebtMark, DebtRow } from '../../debt.ts'

/** Several questions that one message answered stay in their list for this long, ms. */
const spokeOnceMs = 10 * 60_000

/**
 * Several questions that one message of their debtor answered: whoever asked, or has to answer, may have overlooked one of them. What the operator has
 * decided about, and what was not seen happening, needs no second look.
 * @param group the debts of a row. @param isBy whether a name is the agent that owes them
 * @param answered how many questions the message answered, those in other rows too
 */
export function spokeOnce(
  group: readonly { readonly debt: Debt; readonly mark: DebtMark | undefined }[],
  isBy: (name: string) => boolean,
  answered: () => number,
): DebtRow['spoke'] {
  const [first] = group
  if (first === undefined || group.some(({ mark, debt }) => mark !== undefined || debt.late === true)) return undefined
  const { end, turn, state } = first.debt
  if (state !== 'settled' || turn !== 'question' || end === undefined || !isBy(end.by)) return undefined
  const questions = answered()
  return questions < 2 ? undefined : { questions, until: end.at + spokeOnceMs }
}

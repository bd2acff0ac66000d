import type { DebtRow } from '../../../core/debt.ts'
import type { Need } from '../../../core/need.ts'
import type { AppState } from '../screen.ts'
import type { NeedVerb } from './need-verb.ts'
import { verbsOf } from './need-verbs.ts'

/** What others owe, as the need that it is once it is overdue. */
export function owedNeed(row: DebtRow): Need {
  const { debt, debtor = debt.debtor, creditor, blocks } = row
  return {
    id: debt.key,
    source: debtor === undefined ? 'unowned' : 'overdue',
    band: 'rest',
    who: debtor ?? creditor,
    text: debt.text,
    link: debt.source,
    event: debt.ask,
    since: debt.sign,
    blocks,
    change: 'new',
    row,
    ...(debt.conversation !== undefined && { conversation: debt.conversation }),
    ...(debt.anchor !== undefined && { anchor: debt.anchor }),
  }
}

/** Only the operator answers, and a debt of others that is not overdue cannot be put off. */
const notOwed = new Set(['reply', 'snooze'])

/** The verbs of what others owe, the most useful first. Keys belong to the selected row of *Needs me*. */
export function owedVerbs(state: AppState, need: Need): readonly NeedVerb[] {
  const verbs = verbsOf(state, need).flatMap((verb) => {
    const { key: _key, ...rest } = verb
    return notOwed.has(verb.id) ? [] : [rest]
  })
  // What was said elsewhere has probably settled it: nobody is reminded of that first.
  const settle = verbs.filter(({ id }) => id === 'settle')
  return [...settle, ...verbs.filter(({ id }) => id !== 'settle')]
}

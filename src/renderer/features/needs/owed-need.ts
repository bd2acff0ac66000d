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

/** Only the operator answers, and a debt of others that is not overdue cannot be snoozed. */
const notOwed = new Set(['reply', 'snooze'])

/** The verbs of what others owe, the most useful first; with their keys only in the selected row of *Needs me* (`hasKeys`). */
export function owedVerbs(state: AppState, need: Need, hasKeys: boolean): readonly NeedVerb[] {
  const verbs = verbsOf(state, need).flatMap((verb) => {
    const { key: _key, ...rest } = verb
    return notOwed.has(verb.id) ? [] : [hasKeys ? verb : rest]
  })
  // What was said elsewhere has probably settled it: nobody is reminded of that first.
  const settle = verbs.filter(({ id }) => id === 'settle')
  return [...settle, ...verbs.filter(({ id }) => id !== 'settle')]
}

/** A row as a need, with its verbs: what the operator owes has those of *Needs me*, or none while it does not need them. */
export function verbsOfRow(state: AppState, row: DebtRow, hasKeys: boolean): { readonly need: Need; readonly verbs: readonly NeedVerb[] } {
  const own = state.state?.desk.needs.find(({ id }) => id === row.debt.key)
  const owed = owedNeed(row)
  const need = own ?? owed
  if (state.state?.agents.find(({ id }) => id === row.debtor)?.isOperator !== true) return { need, verbs: owedVerbs(state, owed, hasKeys) }
  return { need, verbs: own === undefined ? [] : verbsOf(state, own).map(({ key: _key, ...verb }) => verb) }
}

/** The selected row of *Needs me* and its verbs: what needs the operator, or what is owed. */
export function selectedRow(state: AppState): { readonly need: Need; readonly verbs: readonly NeedVerb[] } | undefined {
  if (state.workspace === undefined || state.view !== 'needs') return undefined
  const own = state.state?.desk.needs.find(({ id }) => id === state.need)
  if (own !== undefined) return { need: own, verbs: verbsOf(state, own) }
  const row = state.owedOrder.find(({ debt }) => debt.key === state.need)
  return row && verbsOfRow(state, row, true)
}

import { kindLine } from '../debt.ts'
import { spanShort } from '../span-words.ts'
import type { Hues } from './hues.ts'
import type { CaseDeadlock, CaseDebt, CaseHeader } from './lines.ts'
import { html, named, shownText } from './markup.ts'
import { andList } from '../and-list.ts'

interface Row {
  readonly at: number
  readonly what: string
  readonly state: string
  readonly tone: 'lost' | 'needs' | 'dim'
  readonly glyph: keyof typeof glyphs
}

const glyphs = {
  needs: 'M6 1.1 10.9 6 6 10.9 1.1 6Z',
  over: 'M6 2.2 10.6 10H1.4Z',
  loop: 'M2.6 4.6A3.9 3.9 0 0 1 9.7 4.4M9.4 7.4A3.9 3.9 0 0 1 2.3 7.6M10.6 2.3v2.9H7.7M1.4 9.7V6.8h2.9',
} as const

/** What somebody who opens a case has to know first, oldest first: what is overdue, failed or waits for the operator, and agents that waited for each other. */
export function happened(
  debts: readonly CaseDebt[],
  header: CaseHeader,
  { time, hues }: { readonly time: (ms: number) => string; readonly hues: Hues },
): string {
  const told = debts.filter(
    ({ state, isOverdue, creditor, debtor }) =>
      isOverdue || state === 'failed' || (state === 'open' && [creditor, debtor].includes(header.operator)),
  )
  const rows = [...told.map(debtRow), ...(header.deadlocks ?? []).map(deadlockRow)].toSorted((a, b) => a.at - b.at)
  const table = rows
    .map(
      ({ at, what, state, tone, glyph }) =>
        `<tr><td><time>${time(at)}</time></td><td class="${tone}"><svg class="g g-${glyph}" viewBox="0 0 12 12"><path d="${glyphs[glyph]}"/></svg></td><td class="text">${what}</td><td class="where ${tone}">${html(state)}</td></tr>\n`,
    )
    .join('')
  const rest = debts.length - told.length
  const more = rest === 0 ? '' : `<p class="dim">${rest.toLocaleString('en')} more ended or are within their limits</p>\n`
  return rows.length === 0 ? more : `<table>\n${table}</table>\n${more}`

  function debtRow(debt: CaseDebt): Row {
    const { debtor, creditor, state, isOverdue, since, n } = debt
    const who = debtor === undefined ? 'nobody yet' : named(debtor, hues)
    return {
      at: since,
      what: `${who} owes ${named(creditor, hues)}: ${shownText(kindLine(debt))}${n === undefined ? '' : ` ${linkTo(n)}`}`,
      state: state === 'failed' ? 'failed' : `${isOverdue ? 'overdue, ' : ''}open ${spanShort(header.to - since)}`,
      tone: isOverdue || state === 'failed' ? 'lost' : 'needs',
      glyph: isOverdue || state === 'failed' ? 'over' : 'needs',
    }
  }

  function deadlockRow({ agents, since, until, proofs }: CaseDeadlock): Row {
    const names = agents.map((agent) => named(agent, hues))
    const span = spanShort((until ?? header.to) - since)
    return {
      at: since,
      what: `${andList(names)} ${until === undefined ? 'wait' : 'waited'} for each other${proofs.map((n) => ` ${linkTo(n)}`).join('')}`,
      state: until === undefined ? `deadlock, ${span}` : `resolved after ${span}`,
      tone: until === undefined ? 'lost' : 'dim',
      glyph: 'loop',
    }
  }
}

function linkTo(n: number): string {
  return `<a href="#n${n}">${n}</a>`
}

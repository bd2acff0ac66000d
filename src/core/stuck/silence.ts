import type { DebtRow } from '../debt.ts'
import type { Evidence } from '../event.ts'
import { usualGap, type Signs } from './signs.ts'

export interface SilenceInput {
  /** Open rows. */
  readonly rows: readonly DebtRow[]
  readonly operator: string
  readonly now: number
  /** How long somebody may be away or silent, ms. */
  readonly gone: number
  readonly silent: number
  readonly signsOf: (agent: string) => Signs | undefined
  /** Since when a link has been read without a gap, ms; undefined: it is down, so nobody there can be judged. */
  readonly readSince: (source: string) => number | undefined
  /** How long the clock of a time stood still since, ms: this machine slept, or the operator had halted, and nobody could say anything. Default: never. */
  readonly stoodStill?: (since: number) => number
}

const never = (): number => 0

export interface Lost {
  readonly agent: string
  /** What it owes, oldest first. */
  readonly holds: readonly DebtRow[]
  readonly since: number
  readonly evidence: Evidence
  /** Why: in the words of the source, or that it is silent. */
  readonly said: string
}

/**
 * Agents who owe something and are gone: declared, when they left and did not come back; inferred, when they give no sign for much longer than usual. While a
 * link of theirs is down nothing is known of them. Pure.
 */
export function findLost({ rows, operator, now, gone, silent, signsOf, readSince, stoodStill = never }: SilenceInput): Lost[] {
  const passed = (since: number): number => now - since - stoodStill(since)
  const owing = new Map<string, DebtRow[]>()
  for (const row of rows) {
    const { debt, debtor } = row
    if (debt.state !== 'open' || debtor === undefined || debtor === operator || debt.late === true || debt.waitsFor !== undefined) continue
    const known = owing.get(debtor)
    if (known === undefined) owing.set(debtor, [row])
    else known.push(row)
  }
  return [...owing].flatMap(([agent, holds]): Lost[] => {
    const signs = signsOf(agent)
    const read = [...new Set([...holds.map(({ debt }) => debt.source), ...(signs === undefined ? [] : [signs.source])])].map(readSince)
    if (read.includes(undefined)) return []
    if (signs?.gone !== undefined) {
      const { at, evidence, said } = signs.gone
      return passed(at) >= gone ? [{ agent, holds, since: at, evidence, said }] : []
    }
    const asked = Math.min(...holds.map(askedAt))
    const since = Math.max(signs?.last ?? asked, asked, ...read.filter((each) => each !== undefined))
    const patience = Math.max(silent, 2 * (signs === undefined ? 0 : usualGap(signs)))
    return passed(since) >= patience ? [{ agent, holds, since, evidence: 'inferred', said: 'no sign of any kind' }] : []
  })
}

/** Since when its debtor has it, ms: an agent that got it from another, or had said that it cannot do it, was not silent about it before. */
function askedAt({ debt: { openedAt, passedAt = openedAt, againAt = openedAt } }: DebtRow): number {
  return Math.max(passedAt, againAt)
}

/** When somebody may count as lost next, ms; undefined: nobody who owes something is silent. Pure. */
export function lostNextAt(input: SilenceInput): number | undefined {
  const { stoodStill = never } = input
  let next = Infinity
  for (const row of input.rows) {
    const { debt, debtor } = row
    if (debt.state !== 'open' || debtor === undefined || debtor === input.operator || debt.late === true) continue
    const signs = input.signsOf(debtor)
    const [since, limit] =
      signs?.gone === undefined ? [Math.max(signs?.last ?? 0, askedAt(row)), input.silent] : [signs.gone.at, input.gone]
    const at = since + stoodStill(since) + limit
    if (at > input.now) next = Math.min(next, at)
  }
  return next === Infinity ? undefined : next
}

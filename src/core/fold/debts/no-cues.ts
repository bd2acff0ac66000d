import type { Debt, DebtMark } from '../../debt.ts'

/** Words that the operator said are no question are not read as one for this long, from the same creditor, ms. */
const noCueMs = 24 * 60 * 60_000

/** A debt with what is compared. */
interface Cued {
  readonly debt: Debt
  readonly creditor: string
  readonly mark: DebtMark | undefined
  /** Ends with a line of the words that are compared. */
  readonly cluster: string
}

/** Which words of whom the operator said are no question or request. */
export interface NoCues {
  /** Adds and removes a debt; only those that are marked so matter. */
  add(one: Cued): void
  remove(one: Cued): void
  /** Which debts have words that were added or removed since the last call; undefined: none. */
  takeNews(): ((one: Cued) => boolean) | undefined
  /** Debts that were read out of such words are nothing owed, unless the operator says otherwise about them. */
  applied<T extends Cued>(all: readonly T[], operator: string): readonly T[]
  clear(): void
}

/** Opens it without any. */
export function openNoCues(): NoCues {
  /** By cue: when it was said, by key of the debt. */
  const said = new Map<string, Map<string, number>>()
  let news = new Set<string>()

  function applied<T extends Cued>(one: T, operator: string): T {
    const { debt, mark } = one
    if (debt.state !== 'open' || debt.evidence !== 'inferred' || debt.cue === undefined || mark !== undefined) return one
    const isNone = [...(said.get(cueOf(one))?.values() ?? [])].some((at) => at <= debt.openedAt && debt.openedAt < at + noCueMs)
    if (!isNone) return one
    const end = { at: debt.openedAt, by: operator, how: 'operator', evidence: 'declared' } as const
    return { ...one, debt: { ...debt, state: 'void', end } }
  }

  return {
    add(one) {
      if (one.mark?.verb !== 'none') return
      const cue = cueOf(one)
      said.set(cue, (said.get(cue) ?? new Map<string, number>()).set(one.debt.key, one.mark.at))
      news.add(cue)
    },
    remove(one) {
      if (one.mark?.verb !== 'none') return
      const cue = cueOf(one)
      const times = said.get(cue)
      times?.delete(one.debt.key)
      if (times?.size === 0) said.delete(cue)
      news.add(cue)
    },
    takeNews() {
      const cues = news
      news = new Set()
      return cues.size === 0 ? undefined : (one) => cues.has(cueOf(one))
    },
    applied: (all, operator) => (said.size === 0 ? all : all.map((one) => applied(one, operator))),
    clear: () => said.clear(),
  }
}

/** Digits differ when the same is said again. */
function cueOf({ creditor, cluster }: Cued): string {
  return `${creditor}\n${cluster.slice(cluster.lastIndexOf('\n') + 1).replaceAll(/\d+/g, '0')}`
}

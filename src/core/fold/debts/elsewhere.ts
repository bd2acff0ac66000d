import type { Debt, DebtEnd, DebtRow } from '../../debt.ts'
import { limits } from '../../limits.ts'
import type { DebtKind } from '../../acts.ts'
import type { Talk, TalkLine, TalkPair } from './talk.ts'

/** What agents said to each other on all links, for the debts between them. */
export interface Elsewhere {
  /** Names mean other agents now: everything is read again. */
  rename(agentOf: AgentOf): void
  /** Takes what was said since the last call. @returns the pairs of agents that it is about, each twice: either may owe the other. */
  takeNews(): readonly SpokenPair[]
  /** How the creditor's thanks, on any link, settle what was read out of words, if the debtor spoke to the creditor in between. */
  thanked(debt: Debt, creditor: string, debtor: string | undefined, since: number): DebtEnd | undefined
  /** Where the debtor of an open row spoke to its creditor last, on another link. */
  of(row: DebtRow): DebtRow['elsewhere']
}

export interface SpokenPair {
  readonly creditor: string
  readonly debtor: string
  /** One has thanked the other, which can end debts; any other line only changes how they look. */
  readonly isThanks: boolean
}

type AgentOf = (source: string, name: string) => string

const none: readonly TalkPair[] = []
const asNamed: AgentOf = (_source, name) => name

/** What a word can answer; a result, a paste or a decision is more than that. */
const answerable: ReadonlySet<DebtKind> = new Set(['answer', 'review'])

/** Opens it on who spoke to whom, with names as they are until `rename` is called. */
export function openElsewhere(talk: Pick<Talk, 'pairs' | 'takeNews'>): Elsewhere {
  let agentOf = asNamed
  /** By the agents' ids. */
  const byAgents = new Map<string, Set<TalkPair>>()

  function put(pair: TalkPair): Omit<SpokenPair, 'isThanks'> {
    const [creditor, debtor] = [agentOf(pair.source, pair.to), agentOf(pair.source, pair.by)]
    const key = keyOf(debtor, creditor)
    byAgents.set(key, (byAgents.get(key) ?? new Set()).add(pair))
    return { creditor, debtor }
  }

  function read(): void {
    byAgents.clear()
    talk.takeNews()
    for (const pair of talk.pairs()) put(pair)
  }

  function said(by: string, to: string): Iterable<TalkPair> {
    return byAgents.get(keyOf(by, to)) ?? none
  }

  /** The first thanks of an agent to another that come after a line of the other. Asked for every open debt, so it makes no lists. */
  function firstThanks(creditor: string, debtor: string, since: number): TalkLine | undefined {
    let first: TalkLine | undefined
    for (const { thanks } of said(creditor, debtor))
      for (const one of thanks)
        if (one.at > since && (first === undefined || one.at < first.at) && hasSpoken(debtor, creditor, since, one.at)) first = one
    return first
  }

  function hasSpoken(by: string, to: string, since: number, until: number): boolean {
    for (const { lines } of said(by, to)) if (lines.some(({ at }) => at > since && at <= until)) return true
    return false
  }

  return {
    rename(next) {
      agentOf = next
      read()
    },
    takeNews() {
      const news = [...talk.takeNews()].flatMap((pair) => {
        const { creditor, debtor } = put(pair)
        const isThanks = [...said(creditor, debtor), ...said(debtor, creditor)].some(({ thanks }) => thanks.length > 0)
        return [
          { creditor, debtor, isThanks },
          { creditor: debtor, debtor: creditor, isThanks },
        ]
      })
      // Pairs that are no longer kept are let go.
      if (byAgents.size > 2 * limits.talkPairs) read()
      return news
    },
    thanked(debt, creditor, debtor, since) {
      const isOfWords = debt.turn !== undefined && debt.evidence === 'inferred' && debt.parent === undefined
      if (debt.state !== 'open' || !isOfWords || debtor === undefined || debtor === creditor) return undefined
      const first = firstThanks(creditor, debtor, since)
      return first === undefined ? undefined : { event: first.event, at: first.at, by: debt.creditor, how: 'turn', evidence: 'inferred' }
    },
    of({ debt, creditor, debtor }) {
      if (debt.state !== 'open' || debtor === undefined || !answerable.has(debt.kind)) return undefined
      let last: DebtRow['elsewhere']
      for (const { source, lines } of said(debtor, creditor)) {
        const line = lines.at(-1)
        if (source === debt.source || line === undefined || line.at <= debt.sign || line.at <= (last?.at ?? 0)) continue
        last = { link: source, at: line.at, event: line.event }
      }
      return last
    },
  }
}

function keyOf(by: string, to: string): string {
  return `${by}\n${to}`
}

import type { Debt } from '../../core/debt.ts'
import type { Event, MessageEvent } from '../../core/event.ts'
import type { DebtsFold } from '../../core/fold/debts.ts'
import { byAge } from '../../core/fold/debts/by-age.ts'
import type { LedgerAct } from '../../core/ledger.ts'
import { limits } from '../../core/limits.ts'
import type { Journal } from '../../core/journal.ts'

interface Search {
  /** Pages of receipts after the first message of a link that are searched. */
  readonly pages: number
  /** The newest cursor that counts; absent: all do. */
  readonly upTo?: number
}

/** Reads the receipts of messages, once for each link. */
export function openReceipts(
  journal: Pick<Journal, 'page'>,
  workspace: string,
  messages: readonly MessageEvent[],
  { pages, upTo = Infinity }: Search,
): (message: MessageEvent) => readonly Event[] {
  const links = Map.groupBy(messages, ({ source }) => source)
  const receipts = new Map([...links].map(([source, own]) => [source, receiptsOf(source, own)]))
  return ({ source, wireId }) => receipts.get(source)?.get(wireId) ?? []

  /** By the wire id of the message. */
  function receiptsOf(source: string, own: readonly MessageEvent[]): ReadonlyMap<string, readonly Event[]> {
    const ids = new Set(own.map(({ wireId }) => wireId))
    const found = new Map<string, Event[]>()
    let after = Math.min(...own.map(({ ord }) => ord))
    for (let read = 0; read < pages; read++) {
      const page = journal.page({ workspace, filter: { source, kinds: ['receipt'] }, after, limit: limits.pageRows })
      for (const event of page.events) {
        const of = event.body.kind === 'receipt' && event.cursor <= upTo ? event.body.of : undefined
        if (of !== undefined && ids.has(of)) found.set(of, [...(found.get(of) ?? []), event])
      }
      const last = page.events.at(-1)
      if (!page.hasAfter || last === undefined) break
      after = last.ord
    }
    return found
  }
}

/** Finds what others did about the debts that messages opened, the oldest debt first. */
export function openActs(
  debts: Pick<DebtsFold, 'open' | 'ended' | 'actsOf'>,
  messages: readonly MessageEvent[],
): (message: MessageEvent) => readonly LedgerAct[] {
  const wanted = new Set(messages.map(({ id }) => id))
  let [first, last] = [Infinity, -Infinity]
  for (const { at, claimedAt = at } of messages) {
    first = Math.min(first, at, claimedAt)
    last = Math.max(last, at, claimedAt)
  }
  const found: { readonly debt: Debt }[] = []
  for (const all of messages.length === 0 ? [] : [debts.open(), debts.ended()])
    for (const debt of all.values()) {
      // Nearly all were opened at another time.
      if (debt.openedAt >= first && debt.openedAt <= last && wanted.has(debt.ask)) found.push({ debt })
    }
  const byAsk = Map.groupBy(found.toSorted(byAge), ({ debt }) => debt.ask)
  return ({ id }) => (byAsk.get(id) ?? []).flatMap(({ debt: { key } }) => debts.actsOf(key)).filter(({ event }) => event !== id)
}

import type { Event, MessageEvent } from '../../core/event.ts'
import type { DebtsFold } from '../../core/fold/debts.ts'
import type { LedgerFacts } from '../../core/ledger.ts'
import { limits } from '../../core/limits.ts'
import type { Journal } from '../journal.ts'

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

/** What was done about the debts (keys) that a message opened, each with the event that shows it. */
export function actsAbout(
  journal: Pick<Journal, 'event'>,
  debts: Pick<DebtsFold, 'actsOf'>,
  message: MessageEvent,
  keys: readonly string[],
): LedgerFacts['acts'] {
  return keys.flatMap((key) =>
    debts.actsOf(key).flatMap(({ event: id, word, by, evidence }) => {
      const proof = id === message.id ? undefined : journal.event(id)
      return proof === undefined ? [] : [{ event: proof, act: { act: word, by, evidence, about: { ref: message.wireId } } }]
    }),
  )
}

import type { Act } from '../../core/acts.ts'
import { isMessage, type Event, type MessageEvent } from '../../core/event.ts'
import type { LedgerStep } from '../../core/ledger.ts'
import { limits } from '../../core/limits.ts'
import type { Room } from '../room.ts'
import type { Services } from '../services.ts'

/** Receipts after a message that are searched for its own, in pages. */
const mostPages = 10

/** How far an event got: from its receipts, the acts on the debts that it opened, and our own sending. Empty for what is not a message. */
export function ledgerOf(room: LedgerRoom, services: LedgerServices, event: Event): readonly LedgerStep[] {
  return ledgersOf(room, services, [event]).get(event.id) ?? []
}

/** The same for several events, by their ids: receipts are read once for each source. */
export function ledgersOf(
  { id: workspace, desk, workspace: info }: LedgerRoom,
  { journal, protocols }: LedgerServices,
  events: readonly Event[],
): ReadonlyMap<string, readonly LedgerStep[]> {
  const messages = events.filter(isMessage)
  const wanted = new Set(messages.map(({ id }) => id))
  const keys = new Map<string, string[]>()
  for (const list of messages.length === 0 ? [] : [desk.debts.open(), desk.debts.ended()])
    for (const { ask, key } of list.values()) if (wanted.has(ask)) keys.set(ask, [...(keys.get(ask) ?? []), key])
  const receipts = new Map(
    [...Map.groupBy(messages, ({ source }) => source)].map(([source, own]) => [source, receiptsSince(source, own)] as const),
  )
  const sent = messages.length === 0 ? [] : journal.commands(workspace, ['confirmed'])
  return new Map(messages.map((event) => [event.id, ledger(event)]))

  function ledger(event: MessageEvent): readonly LedgerStep[] {
    const protocol = protocols.get(event.protocol)
    if (protocol === undefined) return []
    const acts = (keys.get(event.id) ?? []).flatMap((key) =>
      desk.debts.actsOf(key).flatMap(({ event: by, word, by: name, evidence }): { event: Event; act: Act }[] => {
        const proof = by === event.id ? undefined : journal.event(by)
        return proof === undefined ? [] : [{ event: proof, act: { act: word, by: name, evidence, about: { ref: event.wireId } } }]
      }),
    )
    const own = sent.find((command) => command.event === event.id)
    return protocol.ledger(event, {
      receipts: receipts.get(event.source)?.get(event.wireId) ?? [],
      acts,
      operator: info().operator,
      ...(own !== undefined && { own: { sentAt: own.at, confirmedAt: event.at } }),
    })
  }

  /** Receipts of messages of a source, by the wire id of the message. */
  function receiptsSince(source: string, own: readonly MessageEvent[]): ReadonlyMap<string, readonly Event[]> {
    const ids = new Set(own.map(({ wireId }) => wireId))
    const found = new Map<string, Event[]>()
    let after = Math.min(...own.map(({ ord }) => ord))
    for (let pages = 0; pages < mostPages; pages++) {
      const page = journal.page({ workspace, filter: { source, kinds: ['receipt'] }, after, limit: limits.pageRows })
      for (const event of page.events) {
        const of = event.body.kind === 'receipt' ? event.body.of : undefined
        if (of !== undefined && ids.has(of)) found.set(of, [...(found.get(of) ?? []), event])
      }
      const last = page.events.at(-1)
      if (!page.hasAfter || last === undefined) break
      after = last.ord
    }
    return found
  }
}

type LedgerRoom = Pick<Room, 'id' | 'desk' | 'workspace'>
type LedgerServices = Pick<Services, 'journal' | 'protocols'>

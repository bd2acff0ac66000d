import { isMessage, type Event, type MessageEvent } from '../../core/event.ts'
import type { LedgerStep } from '../../core/ledger.ts'
import type { Reading } from '../services.ts'
import { openActs, openReceipts } from './proofs.ts'
import type { DeskView } from './view.ts'

/** Receipts after a message that are searched for its own, in pages. */
const mostPages = 10

/** How far an event got: from its receipts, the acts on the debts that it opened, and our own sending. Empty for what is not a message. */
export function ledgerOf(workspace: string, view: LedgerView, reading: Reading, event: Event): readonly LedgerStep[] {
  return ledgersOf(workspace, view, reading, [event]).get(event.id) ?? []
}

/** The same for several events, by their ids: receipts are read once for each source. */
export function ledgersOf(
  workspace: string,
  { debts, operator, cursor }: LedgerView,
  { journal, protocols }: Reading,
  events: readonly Event[],
): ReadonlyMap<string, readonly LedgerStep[]> {
  const messages = events.filter(isMessage)
  const actsOn = openActs(debts, messages)
  const receiptsFor = openReceipts(journal, workspace, messages, { pages: mostPages, upTo: cursor })
  const sent = messages.length === 0 ? [] : journal.commands(workspace, ['confirmed'])
  return new Map(messages.map((event) => [event.id, ledger(event)]))

  function ledger(event: MessageEvent): readonly LedgerStep[] {
    const protocol = protocols.get(event.protocol)
    if (protocol === undefined) return []
    const own = sent.find((command) => command.event === event.id)
    return protocol.ledger(event, {
      receipts: receiptsFor(event),
      acts: actsOn(event),
      operator,
      ...(own !== undefined && { own: { sentAt: own.at, confirmedAt: event.at } }),
    })
  }
}

type LedgerView = Pick<DeskView, 'debts' | 'operator' | 'cursor'>

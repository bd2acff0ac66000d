import type { Act } from '../../core/acts.ts'
import { isMessage, type Event } from '../../core/event.ts'
import type { LedgerStep } from '../../core/ledger.ts'
import { limits } from '../../core/limits.ts'
import type { Room } from '../room.ts'
import type { Services } from '../services.ts'

/** Receipts after a message that are searched for its own, in pages. */
const mostPages = 10

/** How far an event got: from its receipts, the acts on the debts that it opened, and our own sending. Empty for what is not a message. */
export function ledgerOf(
  { id: workspace, desk, workspace: info }: Pick<Room, 'id' | 'desk' | 'workspace'>,
  { journal, protocols }: Pick<Services, 'journal' | 'protocols'>,
  event: Event,
): readonly LedgerStep[] {
  const protocol = protocols.get(event.protocol)
  if (protocol === undefined || !isMessage(event)) return []
  const keys = [...desk.debts.open().values(), ...desk.debts.ended().values()].flatMap((debt) => (debt.ask === event.id ? [debt.key] : []))
  const acts = keys.flatMap((key) =>
    desk.debts.actsOf(key).flatMap(({ event: by, word, by: name, evidence }): { event: Event; act: Act }[] => {
      const proof = by === event.id ? undefined : journal.event(by)
      return proof === undefined ? [] : [{ event: proof, act: { act: word, by: name, evidence, about: { ref: event.wireId } } }]
    }),
  )
  const own = journal.commands(workspace, ['confirmed']).find((command) => command.event === event.id)
  return protocol.ledger(event, {
    receipts: receiptsOf(),
    acts,
    operator: info().operator,
    ...(own !== undefined && { own: { sentAt: own.at, confirmedAt: event.at } }),
  })

  function receiptsOf(): Event[] {
    const found: Event[] = []
    let after = event.ord
    for (let pages = 0; pages < mostPages; pages++) {
      const page = journal.page({ workspace, filter: { source: event.source, kinds: ['receipt'] }, after, limit: limits.pageRows })
      found.push(...page.events.filter(({ body }) => body.kind === 'receipt' && body.of === event.wireId))
      const last = page.events.at(-1)
      if (!page.hasAfter || last === undefined) break
      after = last.ord
    }
    return found
  }
}

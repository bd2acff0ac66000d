import type { Debt } from '../../core/debt.ts'
import type { Event, MessageEvent } from '../../core/event.ts'
import { arrivalMs, type FlowHead } from '../../core/flow.ts'
import { byAge } from '../../core/fold/debts/shown.ts'
import type { LedgerStep } from '../../core/ledger.ts'
import { limits } from '../../core/limits.ts'
import { actsAbout, openReceipts } from '../desk/proofs.ts'
import type { Reading } from '../services.ts'
import type { Known } from './known.ts'

/** Receipts that are looked through for one page and link, in pages. */
const mostPages = 4

/** What proves that messages arrived. */
export interface Arrivals {
  /** Each recipient (agent, id) of a message once, with the evidence that it arrived. */
  heads(event: MessageEvent): FlowHead[]
  /** A recipient reported that it could not do it. */
  hasFailed(event: MessageEvent): boolean
}

/** Reads the proofs of these messages: receipts, and what was done about the debts that they opened. */
export function openArrivals(
  { journal, protocols }: Reading,
  workspace: string,
  messages: readonly MessageEvent[],
  known: Known,
  from: number,
): Arrivals {
  const receiptsFor = openReceipts(journal, workspace, messages, { pages: mostPages, upTo: known.cursor })
  const keys = keysByAsk(messages, known, from)
  // Most of what was done about them is among them, too.
  const near = new Map<string, Event>(messages.map((message) => [message.id, message]))
  const events = { event: (id: string) => near.get(id) ?? journal.event(id) }

  return {
    heads(event) {
      const { from: sender, to, doubts } = event.body
      const protocol = protocols.get(event.protocol)
      const agents = [...new Set(to.map((name) => known.agentOf(event.source, name)))].slice(0, limits.flowHeads)
      const [all, acts] = [receiptsFor(event), actsAbout(events, known.debts, event, keys.get(event.id) ?? [])]
      // The link knows who wrote it, or somebody's claim to be the operator is in doubt.
      const isOurs = sender === known.operator && doubts === undefined
      const stepsFor = (agent: string | undefined): readonly LedgerStep[] =>
        protocol?.ledger(event, {
          receipts: agent === undefined ? all : all.filter(({ body }) => body.kind !== 'receipt' || isBy(event.source, body.by, agent)),
          acts: agent === undefined ? acts : acts.filter(({ act }) => isBy(event.source, act.by, agent)),
          operator: known.operator,
          ...(isOurs && { own: { sentAt: event.claimedAt ?? event.at, confirmedAt: event.at } }),
        }) ?? []
      const isShared = agents.length > 1 && (all.length > 0 || acts.length > 0)
      const together = isShared ? undefined : headOf(stepsFor(undefined), event)
      return agents.map((agent) => ({ to: agent, ...(together ?? headOf(stepsFor(agent), event)) }))
    },
    hasFailed: (event) => receiptsFor(event).some(({ body }) => body.kind === 'receipt' && body.stage === 'failed'),
  }

  function isBy(source: string, name: string | undefined, agent: string): boolean {
    return name === undefined || known.agentOf(source, name) === agent
  }
}

/**
 * Keys of the debts that messages opened, by the message. The ask of a debt that ended before the first of them, or was opened after the last, is not among
 * them. @param from when the first of them was stored, ms
 */
function keysByAsk(messages: readonly MessageEvent[], { lists, debts }: Known, from: number): ReadonlyMap<string, readonly string[]> {
  const wanted = new Set(messages.map(({ id }) => id))
  const last = messages.reduce((latest, { at }) => Math.max(latest, at), from)
  const found: { readonly debt: Debt; readonly ask: string; readonly key: string }[] = []
  for (const rows of [lists.open, lists.ended.from(from)])
    for (const { debt, keys } of rows) {
      if (debt.openedAt > last) continue
      for (const key of keys) {
        const ask = key === debt.key ? debt.ask : debts.get(key)?.ask
        if (ask !== undefined && wanted.has(ask)) found.push({ debt, ask, key })
      }
    }
  // Few of all rows are among them: only these are put in order.
  const byAsk = Map.groupBy(found.toSorted(byAge), ({ ask }) => ask)
  return new Map([...byAsk].map(([ask, all]) => [ask, all.map(({ key }) => key)]))
}

/** The strongest of what is proved. */
function headOf(steps: readonly LedgerStep[], event: MessageEvent): Omit<FlowHead, 'to'> {
  const proved = (step: LedgerStep['step']): LedgerStep | undefined => steps.find((each) => each.step === step && each.state === 'yes')
  const read = proved('read')
  const found = read ?? proved('delivered')
  if (found === undefined) return { arrival: 'sent' }
  const took = found.at === undefined ? Infinity : Math.max(0, found.at - event.at)
  return { arrival: read === undefined ? 'delivered' : 'read', ...(took <= arrivalMs && { at: event.at + took }) }
}

import type { MessageEvent } from '../../core/event.ts'
import { arrivalMs, type FlowHead } from '../../core/flow.ts'
import type { LedgerStep } from '../../core/ledger.ts'
import { limits } from '../../core/limits.ts'
import { openActs, openReceipts } from '../desk/proofs.ts'
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
): Arrivals {
  const receiptsFor = openReceipts(journal, workspace, messages, { pages: mostPages, upTo: known.cursor })
  const actsOn = openActs(known.debts, messages)

  return {
    heads(event) {
      const { from: sender, to, doubts } = event.body
      const protocol = protocols.get(event.protocol)
      const agents = [...new Set(to.map((name) => known.agentOf(event.source, name)))].slice(0, limits.flowHeads)
      const [all, acts] = [receiptsFor(event), actsOn(event)]
      // The link knows who wrote it, or somebody's claim to be the operator is in doubt.
      const isOurs = sender === known.operator && doubts === undefined
      const stepsFor = (agent: string | undefined): readonly LedgerStep[] =>
        protocol?.ledger(event, {
          receipts: agent === undefined ? all : all.filter(({ body }) => body.kind !== 'receipt' || isBy(event.source, body.by, agent)),
          acts: agent === undefined ? acts : acts.filter(({ by }) => isBy(event.source, by, agent)),
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

/** The strongest of what is proved. */
function headOf(steps: readonly LedgerStep[], event: MessageEvent): Omit<FlowHead, 'to'> {
  const proved = (step: LedgerStep['step']): LedgerStep | undefined => steps.find((each) => each.step === step && each.state === 'yes')
  const read = proved('read')
  const found = read ?? proved('delivered')
  if (found === undefined) return { arrival: 'sent' }
  const took = found.at === undefined ? Infinity : Math.max(0, found.at - event.at)
  return { arrival: read === undefined ? 'delivered' : 'read', ...(took <= arrivalMs && { at: event.at + took }) }
}

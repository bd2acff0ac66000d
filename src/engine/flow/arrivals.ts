import type { Act } from '../../core/acts.ts'
import type { Event, MessageEvent } from '../../core/event.ts'
import { arrivalMs, type FlowHead } from '../../core/flow.ts'
import type { LedgerStep } from '../../core/ledger.ts'
import { limits } from '../../core/limits.ts'
import type { Journal } from '../journal.ts'
import type { Services } from '../services.ts'
import type { Known } from './known.ts'

/** Receipts that are looked through for one page and link, in pages. */
const mostPages = 4

type Proof = { readonly event: Event; readonly act: Act }

/** What proves that messages arrived. */
export interface Arrivals {
  /** Each recipient (agent, id) of a message once, with the evidence that it arrived. */
  heads(event: MessageEvent): FlowHead[]
  /** A recipient reported that it could not do it. */
  hasFailed(event: MessageEvent): boolean
}

/** Reads the proofs of these messages: receipts, and what was done about the debts that they opened. */
export function openArrivals(
  { journal, protocols }: Pick<Services, 'journal' | 'protocols'>,
  workspace: string,
  messages: readonly MessageEvent[],
  known: Known,
  from: number,
): Arrivals {
  const receipts = new Map(
    [...Map.groupBy(messages, ({ source }) => source)].map(([source, own]) => [
      source,
      receiptsOf(journal, workspace, source, own, known.cursor),
    ]),
  )
  const wanted = new Set(messages.map(({ id }) => id))
  const keys = new Map<string, string[]>()
  // The ask of a debt that ended before is not among these messages.
  for (const { debt, keys: all } of known.lists.since(from)) {
    for (const key of all) {
      const ask = key === debt.key ? debt.ask : known.debts.get(key)?.ask
      if (ask !== undefined && wanted.has(ask)) keys.set(ask, [...(keys.get(ask) ?? []), key])
    }
  }

  function proofs(event: MessageEvent): Proof[] {
    return (keys.get(event.id) ?? []).flatMap((key) =>
      known.debts.actsOf(key).flatMap(({ event: id, word, by, evidence }): Proof[] => {
        const proof = id === event.id ? undefined : journal.event(id)
        return proof === undefined ? [] : [{ event: proof, act: { act: word, by, evidence, about: { ref: event.wireId } } }]
      }),
    )
  }

  const receiptsFor = (event: MessageEvent): readonly Event[] => receipts.get(event.source)?.get(event.wireId) ?? []

  return {
    heads(event) {
      const { from: sender, to, doubts } = event.body
      const protocol = protocols.get(event.protocol)
      const agents = [...new Set(to.map((name) => known.agentOf(event.source, name)))].slice(0, limits.flowHeads)
      const [all, acts] = [receiptsFor(event), proofs(event)]
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

/** The strongest of what is proved. */
function headOf(steps: readonly LedgerStep[], event: MessageEvent): Omit<FlowHead, 'to'> {
  const proved = (step: LedgerStep['step']): LedgerStep | undefined => steps.find((each) => each.step === step && each.state === 'yes')
  const read = proved('read')
  const found = read ?? proved('delivered')
  if (found === undefined) return { arrival: 'sent' }
  const took = found.at === undefined ? Infinity : Math.max(0, found.at - event.at)
  return { arrival: read === undefined ? 'delivered' : 'read', ...(took <= arrivalMs && { at: event.at + took }) }
}

/** Receipts of messages of a link up to a cursor, by the wire id of the message. */
function receiptsOf(
  journal: Pick<Journal, 'page'>,
  workspace: string,
  source: string,
  own: readonly MessageEvent[],
  upTo: number,
): ReadonlyMap<string, readonly Event[]> {
  const ids = new Set(own.map(({ wireId }) => wireId))
  const found = new Map<string, Event[]>()
  let after = Math.min(...own.map(({ ord }) => ord))
  for (let pages = 0; pages < mostPages; pages++) {
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

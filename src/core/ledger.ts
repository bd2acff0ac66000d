import { z } from 'zod'
import type { ActWord } from './acts.ts'
import { evidences, type Event, type Evidence, type MessageEvent, type ReceiptBody } from './event.ts'

/** How far a message got, step by step. */
export const ledgerSteps = ['written', 'seen', 'delivered', 'read', 'acked', 'answered'] as const
export type LedgerStepName = (typeof ledgerSteps)[number]

export const ledgerStepSchema = z.object({
  step: z.enum(ledgerSteps),
  state: z.enum(['yes', 'not yet', 'cannot tell']),
  /** How it is known, or why it cannot be, in the words of the protocol. */
  how: z.string(),
  /** When it happened, ms; absent where the proof does not say. */
  at: z.number().optional(),
  /** Who did it, where that is known. */
  by: z.string().optional(),
  evidence: z.enum(evidences),
  /** Id of the event that proves it. */
  event: z.string().optional(),
})
/** One step of a message, and what proves it. `cannot tell`: nothing in this protocol would show it. Never a guess. */
export type LedgerStep = z.infer<typeof ledgerStepSchema>

/** What somebody did about a debt, by an event that is in no doubt. */
export interface LedgerAct {
  readonly word: ActWord
  readonly by: string
  readonly evidence: Evidence
  /** When, ms, and the id of its event. */
  readonly at: number
  readonly event: string
}

/** What is known about a message in addition to its own event. */
export interface LedgerFacts {
  /** Receipts of it, on its source. */
  readonly receipts: readonly Event[]
  /** Acts of other events on the debts that it opened, oldest first. */
  readonly acts: readonly LedgerAct[]
  /** The operator's name. */
  readonly operator: string
  /** Sent from here; `confirmed`: it came back from the source. */
  readonly own?: { readonly sentAt: number; readonly confirmedAt?: number }
  /** When the operator opened it, ms. */
  readonly openedAt?: number
}

/** What proves the steps beyond *seen* where a protocol has nothing better to say. */
export interface LedgerWords {
  /** How we see messages of this protocol. */
  readonly seen: string
  /** What a written message is, and what proves one of our own. */
  readonly written: { readonly heard: string; readonly own: string }
  /** Steps that nothing in the protocol proves, with the reason. If there is a proof, it still counts. */
  readonly cannot: Partial<Readonly<Record<LedgerStepName, string>>>
  /** What a receipt of a step is. */
  readonly by: Partial<Readonly<Record<LedgerStepName, string>>>
  /** What has not happened where a step is not proved yet; default: `not yet`. */
  readonly awaited?: Partial<Readonly<Record<LedgerStepName, string>>>
  /** One of our own that comes back from the source is delivered. */
  readonly echo?: string
  /** Who answers it, or takes it on, has read it. */
  readonly actProvesRead?: string
  /** How a receipt proves it, default `by`. */
  readonly receipt?: (receipt: ReceiptBody) => string | undefined
}

const stepOf: Partial<Readonly<Record<ReceiptBody['stage'], LedgerStepName>>> = {
  delivered: 'delivered',
  read: 'read',
  acked: 'acked',
  answered: 'answered',
  failed: 'answered',
}
const ackedBy: ReadonlySet<string> = new Set(['ack', 'take', 'report'])
const answeredBy: ReadonlySet<string> = new Set(['answer', 'fail'])

/**
 * The ledger of a message from its receipts and the acts on its debts: of several proofs of one step, the earliest counts. Opening it proves
 * *read* for mail to the operator; for others, only what `facts` hold does.
 */
export function ledgerFrom(event: MessageEvent, facts: LedgerFacts, words: LedgerWords): readonly LedgerStep[] {
  const { own, operator, openedAt } = facts
  const found = new Map<LedgerStepName, LedgerStep>()
  const add = (step: LedgerStep): void => {
    const known = found.get(step.step)
    if (known === undefined || (step.at ?? Infinity) < (known.at ?? Infinity)) found.set(step.step, step)
  }
  const wrote = own?.sentAt ?? event.claimedAt
  add({
    step: 'written',
    state: 'yes',
    how: own === undefined ? words.written.heard : words.written.own,
    evidence: own === undefined ? 'declared' : 'receipt',
    ...(wrote !== undefined && { at: wrote }),
  })
  add({ step: 'seen', state: 'yes', how: words.seen, at: event.at, evidence: 'receipt', event: event.id })
  for (const { id, body, at, claimedAt } of facts.receipts) {
    const step = body.kind === 'receipt' ? stepOf[body.stage] : undefined
    if (body.kind !== 'receipt' || step === undefined) continue
    const how = words.receipt?.(body) ?? words.by[step] ?? body.text
    add({ step, state: 'yes', how, at: claimedAt ?? at, evidence: 'receipt', event: id, ...(body.by !== undefined && { by: body.by }) })
  }
  const isMine = event.body.to.includes(operator)
  if (own?.confirmedAt !== undefined && words.echo !== undefined)
    add({ step: 'delivered', state: 'yes', how: words.echo, at: own.confirmedAt, evidence: 'transport' })
  if (openedAt !== undefined && isMine)
    add({ step: 'read', state: 'yes', how: 'you opened it', at: openedAt, by: operator, evidence: 'receipt' })
  for (const { word, by, evidence, at, event: proof } of facts.acts) {
    const step = ackedBy.has(word) ? 'acked' : answeredBy.has(word) ? 'answered' : undefined
    if (step === undefined || by === event.body.from) continue
    add({ step, state: 'yes', how: actWordsOf[word] ?? word, at, by, evidence, event: proof })
    if (words.actProvesRead !== undefined && evidence !== 'unknown')
      add({ step: 'read', state: 'yes', how: words.actProvesRead, at, by, evidence, event: proof })
  }
  const isAwaited = (step: LedgerStepName): boolean =>
    (step === 'read' && isMine) || (step === 'delivered' && own !== undefined && words.echo !== undefined)
  return ledgerSteps.map((step) => found.get(step) ?? missing(step, words, isAwaited(step)))
}

const actWordsOf: Readonly<Record<string, string>> = {
  ack: 'acknowledged it',
  take: 'took it on',
  report: 'reported on it',
  answer: 'answered it',
  fail: 'could not do it',
}

function missing(step: LedgerStepName, { cannot, awaited }: LedgerWords, isAwaited: boolean): LedgerStep {
  const why = isAwaited ? undefined : cannot[step]
  return why === undefined
    ? { step, state: 'not yet', how: awaited?.[step] ?? 'not yet', evidence: 'unknown' }
    : { step, state: 'cannot tell', how: why, evidence: 'unknown' }
}

import { z } from 'zod'
import { nameKey } from './agent-name.ts'
import type { Failure } from './failure.ts'
import { isInMonth } from './month-archive.ts'
import type { Superseded } from './superseded.ts'

/** Proofs of a stage, strongest first. */
export const proofs = ['receipt', 'file', 'mcp', 'reply', 'result'] as const
export type Proof = (typeof proofs)[number]

const ledgerEntry = z.object({
  by: z.enum(proofs),
  /** ms; absent if the file does not say. */
  at: z.number().optional(),
  /** Path of the file that proves it. */
  file: z.string().optional(),
  /** Who did it, if known. */
  who: z.string().optional(),
})
export type LedgerEntry = Readonly<z.infer<typeof ledgerEntry>>

/** What is known about a message, by stage; stages without proof are absent. */
export const ledgerSchema = z.object({
  written: ledgerEntry.optional(),
  delivered: ledgerEntry.optional(),
  read: ledgerEntry.optional(),
  acked: ledgerEntry.optional(),
  answered: ledgerEntry.optional(),
  archived: ledgerEntry.optional(),
})
export type Ledger = Readonly<z.infer<typeof ledgerSchema>>
export const ledgerStages = ledgerSchema.keyof().options
export type LedgerStage = keyof Ledger

/** A fact that a file proves about a message; the path is below `.switchboard/`. */
export interface LedgerFact extends LedgerEntry {
  readonly stage: LedgerStage
}

/** What a file proves about a message: how far it got, that it was not carried out, or that another one replaced it. */
export type MailFact = LedgerFact | { readonly failure: Failure } | { readonly superseded: Superseded }

/**
 * Folds facts into a ledger. Their order and repetition do not matter: the earliest known time of a stage counts. Whoever acknowledged, answered or archived a
 * message has read it, unless somebody other than the recipient archived it.
 */
export function ledgerOf(facts: Iterable<LedgerFact>, recipient: string): Ledger {
  const found = new Map<LedgerStage, LedgerEntry>()
  const add = ({ stage, ...entry }: LedgerFact): void => {
    const known = found.get(stage)
    if (known === undefined || compare(entry, known) < 0) found.set(stage, entry)
  }
  for (const fact of facts) add(fact)
  if (!found.has('read')) {
    for (const stage of ['acked', 'answered', 'archived'] as const) {
      const entry = found.get(stage)
      if (entry === undefined || !provesReading(entry, recipient)) continue
      const { at: _when, ...rest } = entry // it was read before that, at an unknown time
      add({ stage: 'read', ...rest })
    }
  }
  return Object.fromEntries(ledgerStages.flatMap((stage) => (found.has(stage) ? [[stage, found.get(stage)]] : []))) as Ledger
}

/** The furthest stage: determines in which part of a mailbox a message is shown. */
export type MessageStage = 'new' | 'read' | 'acked' | 'answered' | 'archived'

function provesReading(entry: LedgerEntry, recipient: string): boolean {
  // Another program archives unread messages, too.
  if (isInMonth(entry.file ?? '')) return false
  return entry.who === undefined || nameKey(entry.who) === nameKey(recipient)
}

/** A total order, so the result does not depend on the order of facts. */
function compare(left: LedgerEntry, right: LedgerEntry): number {
  if (left.at !== right.at) return (left.at ?? Number.POSITIVE_INFINITY) - (right.at ?? Number.POSITIVE_INFINITY)
  if (left.by !== right.by) return proofs.indexOf(left.by) - proofs.indexOf(right.by)
  return compareText(left.file ?? '', right.file ?? '') || compareText(left.who ?? '', right.who ?? '')
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** Separates facts: the ledger's, why nothing was done with the message, and what replaced it. */
export function sortFacts(facts: readonly MailFact[]): {
  readonly ledger: readonly LedgerFact[]
  readonly failure?: Failure
  readonly superseded?: Superseded
} {
  const failures = facts.flatMap((fact) => ('failure' in fact ? [fact.failure] : []))
  const ledger = facts.flatMap((fact) => ('stage' in fact ? [fact] : []))
  const [failure] = failures.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
  const [superseded] = facts.flatMap((fact) => ('superseded' in fact ? [fact.superseded] : []))
  return { ledger, ...(failure === undefined ? {} : { failure }), ...(superseded === undefined ? {} : { superseded }) }
}

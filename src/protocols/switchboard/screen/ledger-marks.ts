import type { LedgerEntry, LedgerStage } from '../pure/ledger.ts'
import { ledgerStages } from '../pure/ledger.ts'
import type { MessageRow } from '../pure/api.ts'
import type { SwitchboardView } from '../pure/view.ts'

/**
 * One mark of a message's strip. yes: proven · no: it would be known, so it has not happened · unknown: nothing here could tell ·
 * owed, mine: an answer is owed, by somebody else or by the operator · late: it was expected by now.
 */
export interface LedgerMark {
  readonly stage: LedgerStage
  readonly state: 'yes' | 'no' | 'unknown' | 'owed' | 'mine' | 'late'
  readonly entry?: LedgerEntry
  /** Shown in place of the proof: `not yet`, `unknown`. */
  readonly words: string
}

/** What can be known about a recipient. */
export interface Known {
  /** It is registered here or is the operator, so reads and acknowledgements pass through Patchbay. */
  readonly isWatched: boolean
  /** It is the operator. */
  readonly isMine: boolean
}

const answered: ReadonlySet<string> = new Set(['delegate_task', 'request_review', 'execute'])

/** What can be known about the owner of a mailbox. */
export function knownOf({ mailboxes, roster }: SwitchboardView, mailbox: string): Known {
  const key = mailbox.toLowerCase()
  const isMine = mailboxes.some(({ isOperator, name }) => isOperator && name.toLowerCase() === key)
  return { isMine, isWatched: isMine || roster.some(({ isForeign, name }) => !isForeign && name.toLowerCase() === key) }
}

/** The six marks of a message, always in the same order. Never more certain than their proof. */
export function ledgerMarks(row: MessageRow, known: Known): readonly LedgerMark[] {
  return ledgerStages.map((stage, at) => {
    const entry = row.ledger[stage] as LedgerEntry | undefined
    if (entry !== undefined) return { stage, state: 'yes', entry, words: proofWords(entry) }
    if (stage === 'answered' && row.isOverdue) return { stage, state: 'late', words: 'overdue' }
    if (stage === 'answered' && row.dueAt !== undefined)
      return known.isMine ? { stage, state: 'mine', words: 'owed by you' } : { stage, state: 'owed', words: 'owed' }
    const isOver = ledgerStages.slice(at + 1).some((later) => row.ledger[later] !== undefined)
    return { stage, ...absent(stage, row, known, isOver) }
  })
}

function absent(stage: LedgerStage, row: MessageRow, { isWatched: watched }: Known, isOver: boolean): Pick<LedgerMark, 'state' | 'words'> {
  const unknown = { state: 'unknown', words: 'unknown' } as const
  const no = { state: 'no', words: 'not yet' } as const
  switch (stage) {
    case 'archived':
      return row.box === 'inbox' ? no : unknown
    case 'answered':
      if (answered.has(row.action)) return no
      return { state: 'unknown', words: 'none expected' }
    case 'delivered':
      return { state: 'unknown', words: 'no receipt' }
    case 'read':
    case 'acked':
      return watched && !isOver ? no : unknown
    default:
      return unknown
  }
}

const proofNames: { readonly [by in LedgerEntry['by']]: string } = {
  receipt: 'receipt',
  file: 'file',
  mcp: 'MCP',
  reply: 'reply',
  result: 'result file',
}

function proofWords({ by, who }: LedgerEntry): string {
  return who === undefined ? proofNames[by] : `${proofNames[by]}, ${who}`
}

/** For screen readers: `written yes, delivered yes, read not yet, …`. */
export function stripLabel(marks: readonly LedgerMark[]): string {
  return marks.map(({ stage, state, words }) => `${stage} ${state === 'yes' ? 'yes' : words}`).join(', ')
}

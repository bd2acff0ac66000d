import type { Evidence } from './event.ts'

/**
 * What messages do to debts: somebody owes somebody an answer, a review, a result. A protocol reads the acts out of an event (`Protocol.acts`);
 * `core/fold/debts.ts` keeps them by debt. Acts are derived from stored events and never stored themselves, so better rules read an old journal
 * again.
 */

/**
 * ask: X should do this (opens a debt) · ack: heard (a step of the ledger, the clock runs on) · take: I do it (becomes the debtor, the clock starts
 * again) · report: still at it (the clock starts again) · answer: here it is (settles) · fail: cannot or will not (the creditor has to decide) ·
 * cancel: the creditor no longer wants it · pass: X does it instead · wait: I cannot go on, for X · speak: any free text, so that a turn can close.
 */
export const actWords = ['ask', 'ack', 'take', 'report', 'answer', 'fail', 'cancel', 'pass', 'wait', 'speak'] as const
export type ActWord = (typeof actWords)[number]

/** What is owed. terminal: something that can only be done in the terminal of its creditor's own program. mend: a condition that the operator has to fix; opened and ended by state, never by acts. */
export const debtKinds = ['answer', 'review', 'task', 'paste', 'decide', 'approve', 'terminal', 'mend'] as const
export type DebtKind = (typeof debtKinds)[number]

/** How the debt of an act is found; the strongest that fits. */
export type About =
  /** An identity on the wire, within the source: the wire id of the asking message, or the protocol's own such as `task/<id>`. Evidence: declared. */
  | {
      readonly ref: string
      /** Only if what is owed is of these kinds: what an answer to a message does depends on what that message asked for. Absent: of any kind. */
      readonly kinds?: readonly DebtKind[]
    }
  /**
   * The oldest open debt of these kinds between exactly `by` and this name, on the source. An empty name: with anybody, where `Act.text` holds the
   * title of the debt, or without a text, of what was asked in the channel in which it is said (`Move.mentions`). Evidence: inferred.
   */
  | { readonly pair: string; readonly kinds: readonly DebtKind[] }
  /**
   * Free text, in the conversation of the event: the asks that share one closing move. The first name that it is for; empty where it names nobody.
   * What an `ask` of this kind opens is known by the event's own `wireId`. Evidence: inferred.
   */
  | { readonly turn: string }

/** One act of an event. Names are as on the wire; which of them are one agent is decided when debts are read. */
export interface Act {
  readonly act: ActWord
  /** Who acts. For an `ask`: the creditor. */
  readonly by: string
  readonly about: About
  readonly evidence: Evidence
  /** What an `ask` wants, or what a `take` of something said opens. */
  readonly kind?: DebtKind
  /** ask: the debtors, one debt each · pass: the new debtor (empty: nobody) · wait: for whom. */
  readonly to?: readonly string[]
  /** ask: the group it is for, when no single agent is named; nobody owes it until somebody takes it. */
  readonly group?: readonly string[]
  /** ask: the ref of the debt that cannot go on before this one. */
  readonly parent?: string
  /** ask: owed only by those of `to` who are agents: a mention alone asks an agent, and no person. */
  readonly onlyAgents?: true
  /** report: an answer that was on its way broke off, and this is why. It is open, and its clock stops. */
  readonly cut?: string
  /** With `cut`: nothing had come of it for this long, ms, which is as long as its link waits: the limit is over. */
  readonly silent?: number
  /** take, report, wait: a state on a board. It opens a debt again that has ended before it (by `key`); take and report say that one goes on that waited. */
  readonly reopens?: true
  /** ask: a reminder of the debt that `about` names; it counts as asked again, and never opens a debt. */
  readonly again?: true
  /** pass, a reminder: another ref of the debt from now on, so that answers to the message that hands it over, or asks again, count for it. */
  readonly alias?: string
  /** ask: when it is due according to the wire, ms. */
  readonly due?: number
  /** Its place among the acts of one debt, where the protocol has its own order (envelope ids); default the event's `ord`. Compared as text. */
  readonly key?: string
  /** Why its author is in doubt: it may open a debt, and never settles, cancels or passes one. */
  readonly doubt?: string
  /** The part of the text that was read as a question or request: start and end in UTF-16 units. */
  readonly cue?: readonly [start: number, end: number]
  /** ask: what is owed, in one line (at most 280 characters); default the first sentence with the cue. */
  readonly text?: string
  /** What free text can do to a turn beyond its act (turns): see `core/acts/cues.ts`. */
  readonly move?: Move
}

/** How a line of free text counts for the turns between two speakers. */
export interface Move {
  /** Holds a question itself: hands the turn over, and closes none. */
  readonly asks?: true
  /** Holds a request. */
  readonly requests?: true
  /** Progress only: a request stays open. */
  readonly progress?: true
  /** Delivery (done, fixed, merged, a commit, a path …): closes what was taken. `begins`: the line begins so, and closes even if it asks. */
  readonly delivers?: 'begins' | 'holds'
  /** The creditor's word that takes back (`withdraws`) or accepts (`accepts`) what was asked. */
  readonly creditor?: 'withdraws' | 'accepts'
  /** A yes of at most three words: answers a question, and takes a request without closing it. */
  readonly agrees?: true
  /** Names that the line mentions; in a channel a move closes only for those it mentions. Absent: a conversation of two. */
  readonly mentions?: readonly string[]
  /** Number of questions in this message, when it numbers them. */
  readonly questions?: number
}

import type { DebtKind } from './acts.ts'
import type { MessageEvent } from './event.ts'

/** What one can say about a debt: answer it, remind its debtor, give it to somebody else, or tell whoever decides. */
export const deskIntents = ['answer', 'nudge', 'handover', 'escalate'] as const
export type DeskIntent = (typeof deskIntents)[number]

/** A debt as its texts need it. */
export interface DeskMatter {
  readonly debt: { readonly kind: DebtKind; readonly creditor: string; readonly debtor?: string; readonly text: string }
  /** The message that opened it. */
  readonly ask: MessageEvent
  /** How long it has been open, ms. */
  readonly ageMs: number
  /** How long it may be, ms, if that is limited. */
  readonly limitMs?: number
  /** How often its debtor was reminded of it before. */
  readonly reminders: number
}

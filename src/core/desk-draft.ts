import { cutText } from './text.ts'
import { fail } from './fault.ts'
import type { Result } from './fault.ts'
import { spanWords } from './span-words.ts'
import type { DebtKind } from './acts.ts'
import type { Draft } from './command.ts'
import type { MessageEvent } from './event.ts'

/** Messages about a debt: answer it, remind its debtor, hand it to somebody else, or ask the person in charge to decide. */
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

/** What the operator says about a debt. */
export interface DeskDraft extends Draft {
  /** Further messages that belong to it, in their order: each is sent after the one before was accepted. */
  readonly also?: readonly Draft[]
}

const mostQuoted = 80
const mostName = 64

/**
 * Other people's text, quoted in ours: one line of at most 80 characters without the signs that any protocol reads as a header, a mention, an envelope,
 * a marker of a section or a quotation's end.
 */
export function quoted(text: string): string {
  return `“${safe(text, mostQuoted)}”`
}

/** Somebody else's name in our text: never a mention. */
export function named(name: string): string {
  return safe(name, mostName)
}

function safe(text: string, most: number): string {
  const plain = text
    .slice(0, 16 * most)
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    // An underscore stays: without it, a name is somebody else's.
    .replaceAll(/[@＠﹫\\`*~|"“”„«»「」]/gu, '')
    .replaceAll(/[[{<【［｛]/gu, '(')
    .replaceAll(/[\]}>】］｝]/gu, ')')
    .replaceAll(/[-=#]{3,}/gu, '–')
    .replaceAll(/ {2,}/gu, ' ')
    .trim()
  return cutText(plain, most)
}

/** Who owes: the debtor, or whom the message asked. */
export function debtorOf({ debt, ask }: DeskMatter): string | undefined {
  return debt.debtor ?? ask.body.to.find((name) => name !== debt.creditor)
}

/** The question of a chat or text line as a reminder, to its debtor. `place` says where to find it. */
export function reminderText({ debt, ageMs }: DeskMatter, me: string, place = ''): string {
  const who = debt.creditor === me ? 'I have' : `${named(debt.creditor)} has`
  return `Reminder: ${who} been waiting for your answer for ${spanWords(ageMs)}: ${quoted(debt.text)}${place}. Answer it, or name who will.`
}

/** Hands the work to another; the old debtor reads that it leaves it. */
export function handoverText(matter: DeskMatter, place = ''): string {
  const old = named(debtorOf(matter) ?? 'nobody')
  return `Please take over from ${old}: ${quoted(matter.debt.text)}${place}. ${old}, leave it.`
}

/** Tells the old debtor that somebody else has the work now. */
export function relievedText({ debt }: DeskMatter): string {
  return `Somebody else takes this over: ${quoted(debt.text)}. Please leave it.`
}

/** Asks the person in charge to decide. */
export function escalationText(matter: DeskMatter, place = ''): string {
  const { debt, ageMs, limitMs } = matter
  const limit = limitMs === undefined ? '' : ` (limit ${spanWords(limitMs)})`
  const who = debtorOf(matter)
  const owes =
    who === undefined ? `Nobody has taken what ${named(debt.creditor)} asked for` : `${named(who)} owes ${named(debt.creditor)} an answer`
  return `${owes}, for ${spanWords(ageMs)}${limit}: ${quoted(debt.text)}${place}. Please decide.`
}

/** A fault for a text that needs somebody to address. */
export function nobodyToAsk(): Result<never> {
  return fail('invalid', 'Choose who this is for.', { field: 'to' })
}

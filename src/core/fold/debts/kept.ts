import type { About, Act, ActWord, DebtKind, Move } from '../../acts.ts'
import type { Debt, DebtEnd } from '../../debt.ts'
import type { Event, Evidence } from '../../event.ts'
import { actLimits } from '../../acts/sound.ts'
import { limits } from '../../limits.ts'
import { isEveryone, isGroupAddress } from '../../names.ts'
import { copyOf, listOf } from './copies.ts'
import { oneLine } from '../../text.ts'

/** What the fold keeps of an act. JSON values: they are saved as they are. */
export interface KeptAct {
  /** Position of its event with its number among the event's acts (`idOf`): what identifies it. A new version of an event has the same. */
  readonly id: number
  readonly cursor: number
  readonly ord: number
  /** Order among the acts of one debt, compared as text; absent: the position (`orderOf`). */
  readonly key?: string
  readonly at: number
  readonly event: string
  readonly word: ActWord
  readonly by: string
  readonly evidence: Evidence
  readonly how: DebtEnd['how']
  readonly to?: readonly string[]
  /** Only for debts of these kinds. */
  readonly kinds?: readonly DebtKind[]
  /** pass: another ref of the debt from now on. */
  readonly alias?: string
  /** The debt is asked for again. */
  readonly again?: true
  /** A state on a board: it opens a debt again that has ended. */
  readonly reopens?: true
  /** Said by the operator, who may hand over what others owe, and end what they owe themselves. */
  readonly isOperators?: true
  /** Key of the debt that a question back opened: this one waits for it. */
  readonly back?: string
  readonly text?: string
  /** An answer on its way broke off: why, and when what had come of it before was stored, ms, which is the last sign of its author. `since`: nothing came after this. */
  readonly cut?: { readonly reason: string; readonly sign: number; readonly since?: number }
}

/** An act whose debt depends on other acts, so that it is matched when debts are read. */
export interface LooseAct extends KeptAct {
  readonly about: { readonly pair: string } | { readonly turn: string }
  /** The channel that it was said in; absent: between two, wherever on the link. */
  readonly lane?: string
  readonly move?: Move
  /** Cursor of the newest event that was known when it was settled without a debt: it is about none that was known by then. */
  readonly settledAt?: number
  /** What it opens if the other is owed nothing: its author said that they do something. */
  readonly said?: KeptAsk
}

/** What the fold keeps of an ask. */
export interface KeptAsk {
  readonly id: number
  readonly cursor: number
  readonly ord: number
  readonly key?: string
  readonly to: readonly string[]
  /** It is free text: a later message of the debtor can answer it. */
  readonly isTurn?: true
  /** Owed only by those of `to` who are agents. */
  readonly onlyAgents?: true
  /** It asks to do something, so that progress does not answer it. */
  readonly isRequest?: true
  /** The channel that it was asked in; absent: between two, wherever on the link. */
  readonly lane?: string
  readonly parentRef?: string
  /** What the first who is asked owes, as it is opened. Nothing happens to most debts before somebody looks, so they are this object. */
  readonly debt: Debt
}

/** Where an act or ask belongs among those of one debt, as text whose order is that of the numbers. */
function orderOf({ key, ord }: Ordered): string {
  return key ?? String(ord + 2 ** 52).padStart(16, '0')
}
interface Ordered {
  readonly key?: string
  readonly ord: number
}

/** Compares acts or asks by their order in one debt. */
export function byOrder(a: Ordered, b: Ordered): number {
  if (a.key === undefined && b.key === undefined) return a.ord - b.ord
  const [x, y] = [orderOf(a), orderOf(b)]
  return x < y ? -1 : x > y ? 1 : a.ord - b.ord
}

/** What identifies an act: the position of its event, and its number there. */
export function idOf(ord: number, index: number): number {
  return ord * actLimits.acts + index
}

/** What everything under a ref is kept by: the ref is unique in its source. */
export function refKey(source: string, ref: string): string {
  return [source, ref].join('|') // as one piece: it is kept, and looked up
}

/** An event's acts as the fold keeps them. */
export interface EventActs {
  readonly asks: readonly KeptAsk[]
  readonly acts: readonly { readonly ref: string; readonly act: KeptAct }[]
  readonly loose: readonly LooseAct[]
}

/**
 * Prepares an event's acts. An act whose author is in doubt opens a debt at most.
 * @param before when the version that it supersedes was stored, ms
 */
export function keptOf(event: Event, acts: readonly Act[], isLate: boolean, operator?: string, before?: number): EventActs {
  const asks: KeptAsk[] = []
  const direct: { readonly ref: string; readonly act: KeptAct }[] = []
  const loose: LooseAct[] = []
  const move = acts.find((act) => act.move !== undefined)?.move
  const conversation = 'conversation' in event.body ? copyOf(event.body.conversation) : ''
  const at = timeOf(event, isLate)
  for (const [index, act] of acts.entries()) {
    const ask = opens(act) ? askOf({ event, act, index, at, isLate, move, conversation }) : undefined
    if (ask !== undefined) asks.push(ask)
  }
  const back = asks.find((ask) => ask.isTurn)?.debt.key
  for (const [index, act] of acts.entries()) {
    if (opens(act)) continue
    if (act.doubt !== undefined || isGroupAddress(act.by)) continue
    const kept = keptAct(event, act, index, at)
    if (act.by === operator) kept.isOperators = true
    if (act.cut !== undefined)
      kept.cut = {
        reason: act.cut,
        sign: Math.min(before ?? 0, at),
        // The time of what is read from history is that of its last piece.
        ...(act.silent !== undefined && !isLate && { since: at - act.silent }),
      }
    if ('ref' in act.about) {
      direct.push({ ref: act.about.ref, act: kept })
      continue
    }
    const line: Mutable<LooseAct> = Object.assign(kept, {
      about: 'pair' in act.about ? { pair: copyOf(act.about.pair) } : { turn: copyOf(act.about.turn) },
    })
    const other = act.act === 'take' && act.kind !== undefined && 'turn' in act.about ? act.about.turn : ''
    const said =
      other !== '' && !isGroupAddress(other)
        ? askOf({
            event,
            act: { ...act, act: 'ask', by: other, to: [act.by], about: { ref: event.wireId } },
            index,
            at,
            isLate,
            move: move?.mentions === undefined ? undefined : { mentions: move.mentions },
            conversation,
          })
        : undefined
    if (move?.mentions !== undefined) line.lane = conversation
    const own = act.move ?? move
    if (own !== undefined) line.move = own
    if (said !== undefined) line.said = { ...said, isTurn: true, isRequest: true, debt: { ...said.debt, turn: 'request' } }
    if (back !== undefined) line.back = back
    loose.push(line)
  }
  return { asks, acts: direct, loose }
}

/** When what an event says was said, ms. */
export function timeOf(event: Pick<Event, 'at' | 'claimedAt'>, isLate: boolean): number {
  return isLate ? (event.claimedAt ?? event.at) : event.at
}

function opens({ act, again }: Act): boolean {
  return act === 'ask' && again !== true
}

/** An ask as a reminder of another one. */
export function askedAgain({ id, cursor, ord, key, debt }: KeptAsk): KeptAct {
  const { openedAt: at, ask: event, creditor: by, evidence } = debt
  return { id, cursor, ord, ...(key !== undefined && { key }), at, event, word: 'ask', by, evidence, how: 'turn', again: true }
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** What is always there comes first and at once, so that acts and asks take little room; this runs for every event. */
function keptAct(event: Event, act: Act, index: number, at: number): Mutable<KeptAct> {
  const kept: Mutable<KeptAct> = {
    id: idOf(event.ord, index),
    cursor: event.cursor,
    ord: event.ord,
    at,
    event: event.id,
    word: act.act,
    by: copyOf(act.by),
    evidence: act.evidence,
    how: howOf(act.about),
  }
  if (act.key !== undefined) kept.key = act.key
  if (act.to !== undefined) kept.to = act.to.slice(0, limits.observers)
  if ('kinds' in act.about && act.about.kinds !== undefined) kept.kinds = act.about.kinds
  if (act.alias !== undefined) kept.alias = act.alias
  if (act.again === true) kept.again = true
  if (act.reopens === true) kept.reopens = true
  if (act.text !== undefined) kept.text = act.text.slice(0, limits.debtText)
  return kept
}

interface AskInput {
  readonly event: Event
  readonly act: Act
  readonly index: number
  readonly at: number
  readonly isLate: boolean
  readonly move: Move | undefined
  readonly conversation: string
}

function askOf({ event, act, index, at, isLate, move, conversation }: AskInput): KeptAsk | undefined {
  const named = isGroupAddress(act.by) ? [act.by] : (act.to ?? [])
  const to = debtorsIn(named, act.by)
  // A group owes nothing; but work that somebody has to do is a debt, without a debtor so far.
  if (to.length === 0 && (named.includes(act.by) || act.kind !== 'task')) return undefined
  const anchor = event.raw.anchor
  const isTurn = 'turn' in act.about || (act.cue !== undefined && act.evidence === 'inferred')
  const text = act.text ?? (event.body.kind === 'message' ? event.body.text : '')
  const source = copyOf(event.source)
  const ref = 'ref' in act.about ? act.about.ref : event.wireId
  const isRequest = move?.requests === true && move.asks !== true
  const debt = opened(refKey(source, ref), to, {
    kind: act.kind ?? 'answer',
    source,
    protocol: copyOf(event.protocol),
    ask: event.id,
    creditor: copyOf(act.by),
    evidence: act.evidence,
    text: oneLine(text, limits.debtText),
    openedAt: at,
    time: !isLate ? 'ours' : event.claimedAt === undefined ? 'least' : 'claimed',
    conversation: conversation === '' ? undefined : conversation,
    anchor,
  })
  if (isTurn) debt.turn = turnOf(isRequest)
  if (act.group !== undefined) debt.group = act.group.slice(0, limits.observers)
  if (act.cue !== undefined) debt.cue = [act.cue[0], act.cue[1]]
  if (move?.questions !== undefined && isTurn) debt.questions = move.questions
  if (act.doubt !== undefined) debt.doubt = act.doubt
  if (act.due !== undefined) debt.due = act.due
  if (isLate) debt.late = true
  const ask: Mutable<KeptAsk> = { id: idOf(event.ord, index), cursor: event.cursor, ord: event.ord, to, debt }
  if (act.key !== undefined) ask.key = act.key
  if (isTurn) ask.isTurn = true
  if (act.onlyAgents === true) ask.onlyAgents = true
  if (isRequest) ask.isRequest = true
  if (move?.mentions !== undefined) ask.lane = conversation
  if (act.parent !== undefined) ask.parentRef = act.parent
  return ask
}

type Always = Pick<Debt, 'kind' | 'source' | 'protocol' | 'ask' | 'creditor' | 'evidence' | 'text' | 'openedAt' | 'time'>
interface Asked extends Always {
  readonly conversation: Debt['conversation']
  readonly anchor: Debt['anchor']
}

/** The first debt of an ask. What nearly all have is written together, which takes less room. @param ref with its source (`refKey`) @param to who is asked */
export function opened(ref: string, to: KeptAsk['to'], said: Asked): Mutable<Debt> {
  const { kind, source, protocol, ask, creditor, evidence, text, openedAt, time, conversation, anchor } = said
  const [debtor] = to
  const key = debtKey({ to }, debtor, ref)
  const [asked, sign, state] = [1, openedAt, 'open'] as const
  if (conversation !== undefined && anchor !== undefined && debtor !== undefined)
    return { kind, source, protocol, ask, creditor, evidence, text, openedAt, time, conversation, anchor, key, asked, sign, state, debtor }
  const debt: Mutable<Debt> = { kind, source, protocol, ask, creditor, evidence, text, openedAt, time, key, asked, sign, state }
  if (conversation !== undefined) debt.conversation = conversation
  if (anchor !== undefined) debt.anchor = anchor
  if (debtor !== undefined) debt.debtor = debtor
  return debt
}

/** What a turn asked for. */
export function turnOf(isRequest: boolean): NonNullable<Debt['turn']> {
  return isRequest ? 'request' : 'question'
}

/** Who may owe what is asked; undefined: nobody so far. Only words, not a bare mention, make people owe something. */
export function debtorsOf(ask: KeptAsk, isAgent: (source: string, name: string) => boolean): readonly (string | undefined)[] {
  if (ask.to.length === 0) return [undefined]
  return ask.onlyAgents === true ? ask.to.filter((name) => isAgent(ask.debt.source, name)) : ask.to
}

/**
 * Key of one debt of an ask. What is behind the last `>` is the debtor's name, in which there is none; a ref that has one gets another. So whoever
 * chooses refs and names cannot make two debts one. @param ref with its source (`refKey`)
 */
export function debtKey({ to }: Pick<KeptAsk, 'to'>, debtor: string | undefined, ref: string): string {
  if (to.length > 1 && debtor !== undefined) return `${ref}>${debtor.replaceAll('%', '%25').replaceAll('>', '%3E')}`
  return ref.includes('>', ref.indexOf('|')) ? `${ref}>` : ref
}

/** The ref that an ask is known by, with its source as in `refKey`. */
export function refOf({ debt }: KeptAsk): string {
  return sourcedRefOf(debt.key)
}

/** The ref in a key of a debt, with its source as in `refKey`. */
export function sourcedRefOf(key: string): string {
  const at = key.lastIndexOf('>')
  return at < key.indexOf('|') ? key : key.slice(0, at)
}

/** The ref in a key of a debt. */
export function refOfKey(key: string): string {
  return sourcedRefOf(key).slice(key.indexOf('|') + 1)
}

function howOf(about: About): DebtEnd['how'] {
  return 'ref' in about ? 'ref' : 'pair' in about ? 'pair' : 'turn'
}

const none: readonly string[] = []

function debtorsIn(named: readonly string[], by: string): readonly string[] {
  const isDebtor = (name: string): boolean => name !== '' && name !== by && !isEveryone(name)
  const [only] = named
  if (named.length === 1 && only !== undefined) return isDebtor(only) ? listOf(named) : none
  return listOf([...new Set(named)].filter(isDebtor).slice(0, limits.observers))
}

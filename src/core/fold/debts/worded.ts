import type { Debt } from '../../debt.ts'
import { copyOf, listOf } from './copies.ts'
import { opened, turnOf, type KeptAct, type KeptAsk } from './kept.ts'
import { idAt, placeOf, ordAndId, type Place } from './packed.ts'

/**
 * An ask or an act in a checkpoint, as a JSON value. What many have in common is a word, which a chain of checkpoints has once (`Words`), so that most of
 * an ask is numbers: that is small, and quick to read. Positions and times count from one place, and what only some have is at the end. An ask is known by the
 * ref that it is kept under.
 */
export type Worded = WordedAct | WordedAsk

type WordedAct = readonly [ord: number, id: number, cursor: number, at: number, event: string, head: number, rest?: object]
type WordedAsk = readonly [
  ord: number,
  id: number,
  cursor: number,
  at: number,
  event: string,
  text: string,
  head: number,
  pair: number,
  /** Of the anchor: -1 where there is none of this form. */
  place: number,
  line: number,
  /** -1: there is none. */
  cueFrom: number,
  cueTo: number,
  rest?: AskRest,
]
type AskRest = readonly [ask: object, debt: object]

/** What many asks or acts have in common, as a JSON value. */
export type Word = ActHead | AskHead | Pair | AnchorPlace
type ActHead = readonly [word: string, by: string, evidence: string, how: string, kinds: KeptAct['kinds'] | null]
type AskHead = readonly [
  kind: string,
  source: string,
  protocol: string,
  evidence: string,
  time: string,
  isTurn: boolean,
  isRequest: boolean,
]
type Pair = readonly [creditor: string, to: readonly string[], conversation: string | null]
type AnchorPlace = readonly [label: string, path: string | null]

/** Numbers words in the order in which they are first used, from 0 on. */
export interface Words {
  of(word: Word): number
  /** Those that got a number since the last call. */
  takeNew(): readonly Word[]
  restart(): void
}

/** Opens them at 0. */
export function openWords(): Words {
  const numbers = new Map<string, number>()
  let fresh: Word[] = []
  return {
    of(word) {
      const text = JSON.stringify(word)
      const known = numbers.get(text)
      if (known !== undefined) return known
      fresh.push(word)
      numbers.set(text, numbers.size)
      return numbers.size - 1
    },
    takeNew() {
      const those = fresh
      fresh = []
      return those
    },
    restart() {
      numbers.clear()
      fresh = []
    },
  }
}

/** Writes an ask or an act with words. */
export function worded(one: KeptAsk | KeptAct, from: Place, words: Words): Worded {
  const place = [one.ord - from.ord, idAt(one), one.cursor - one.ord, placeOf(one).at - from.at] as const
  if ('debt' in one) return wordedAsk(one, place, words)
  const { ord: _ord, id: _id, cursor: _cursor, at: _at, event, word, by, evidence, how, kinds, ...rest } = one
  const head = words.of([word, by, evidence, how, kinds ?? null])
  return isEmpty(rest) ? [...place, event, head] : [...place, event, head, rest]
}

function wordedAsk(one: KeptAsk, place: readonly [number, number, number, number], words: Words): WordedAsk {
  const { ord: _ord, id: _id, cursor: _cursor, to, isTurn, isRequest, debt, ...ask } = one
  const { openedAt: _at, key: _key, asked: _asked, sign: _sign, state: _state, debtor: _debtor, turn: _turn, ...said } = debt
  const { kind, source, protocol, ask: event, creditor, evidence, text, time, conversation, anchor, cue, ...rare } = said
  const line = anchor?.line ?? -1
  const isUsual = anchor?.line !== undefined && anchor.label.endsWith(`:${line}`)
  const rest = anchor === undefined || isUsual ? rare : { ...rare, anchor }
  const written = [
    ...place,
    event,
    text,
    words.of([kind, source, protocol, evidence, time, isTurn === true, isRequest === true]),
    words.of([creditor, to, conversation ?? null]),
    isUsual ? words.of([anchor.label.slice(0, -String(line).length), anchor.path ?? null]) : -1,
    line,
    cue?.[0] ?? -1,
    cue?.[1] ?? -1,
  ] as const
  return isEmpty(ask) && isEmpty(rest) ? written : [...written, [ask, rest]]
}

function isEmpty(rest: object): boolean {
  for (const _name in rest) return false
  return true
}

/** What `worded` was given. @param words those of the chain, as they are kept (`wordKept`) @param ref that an ask is kept under, with its source (`refKey`) */
export function unworded(one: Worded, from: Place, words: readonly Word[], ref: string): KeptAsk | KeptAct {
  const [id, cursor, ord] = ordAndId(one, from)
  const at = from.at + one[3]
  if (isAsk(one)) return unwordedAsk(one, { id, cursor, ord, at }, words, ref)
  const [word, by, evidence, how, kinds] = words[one[5]] as ActHead
  const rest = one[6]
  const act = { id, cursor, ord, at, event: one[4], word, by, evidence, how }
  const known = kinds === null ? act : { ...act, kinds }
  return (rest === undefined ? known : { ...known, ...rest }) as KeptAct // written by `worded`
}

function isAsk(one: Worded): one is WordedAsk {
  return typeof one[5] === 'string'
}

function unwordedAsk(
  [, , , , event, text, headOf, pairOf, placeIn, line, cueFrom, cueTo, rest]: WordedAsk,
  { id, cursor, ord, at }: Pick<KeptAct, 'id' | 'cursor' | 'ord' | 'at'>,
  words: readonly Word[],
  ref: string,
): KeptAsk {
  const [kind, source, protocol, evidence, time, isTurn, isRequest] = words[headOf] as AskHead
  const [creditor, to, conversation] = words[pairOf] as Pair
  const always = { kind, source, protocol, ask: event, creditor, evidence, text, openedAt: at, time } as Debt // written by `worded`
  const debt = opened(ref, to, { ...always, conversation: conversation ?? undefined, anchor: anchorOf(words, placeIn, line) })
  if (isTurn) debt.turn = turnOf(isRequest)
  if (cueFrom >= 0) debt.cue = [cueFrom, cueTo]
  const ask: { -readonly [K in keyof KeptAsk]: KeptAsk[K] } = { id, cursor, ord, to, debt }
  if (isTurn) ask.isTurn = true
  if (isRequest) ask.isRequest = true
  if (rest === undefined) return ask
  Object.assign(debt, rest[1])
  return Object.assign(ask, rest[0])
}

function anchorOf(words: readonly Word[], place: number, line: number): Debt['anchor'] {
  if (place < 0) return undefined
  const [label, path] = words[place] as AnchorPlace
  return path === null ? { label: label + String(line), line } : { label: label + String(line), path, line }
}

/** A word with the one copy of each text that is kept. */
export function wordKept(word: Word): Word {
  return word.map((each, at) =>
    typeof each === 'string' ? copyOf(each) : Array.isArray(each) && at === 1 ? listOf(each as readonly string[]) : each,
  ) as unknown as Word
}

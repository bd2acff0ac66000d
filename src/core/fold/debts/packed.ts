import { copyOf, listOf } from './copies.ts'
import { opened, refKey, refOfKey, turnOf, type KeptAct, type KeptAsk } from './kept.ts'

/**
 * An ask or an act with as little text as possible, as a JSON value: what all have has no name, and positions and times count from one place. What only
 * some have is at the end.
 */
export type Packed =
  | readonly [ord: number, id: number, cursor: number, at: number, event: string, rest: object]
  | readonly [
      ord: number,
      id: number,
      cursor: number,
      at: number,
      event: string,
      word: string,
      by: string,
      evidence: string,
      how: string,
      rest?: object,
    ]

/** Where positions and times (ms) count from. */
export interface Place {
  readonly ord: number
  readonly at: number
}

/** Where an ask or an act stands, from which those after it count. */
export function placeOf(one: KeptAsk | KeptAct): Place {
  return { ord: one.ord, at: 'debt' in one ? one.debt.openedAt : one.at }
}

/** What its id adds to its position. */
export function idAt({ id, ord }: KeptAsk | KeptAct): number {
  return id - ord * perOrd
}

/** The id, cursor and position of what was written with these first numbers. */
export function ordAndId([ord, id, cursor]: readonly [ord: number, id: number, cursor: number, ...unknown[]], from: Place) {
  const place = from.ord + ord
  return [id + place * perOrd, cursor + place, place] as const
}

/** Packs an ask or an act. */
export function pack(one: KeptAsk | KeptAct, from: Place): Packed {
  const place = [one.ord - from.ord, idAt(one), one.cursor - one.ord, placeOf(one).at - from.at] as const
  if ('debt' in one) {
    const { ord: _ord, id: _id, cursor: _cursor, debt, ...rest } = one
    const { openedAt: _at, ask, key, asked: _asked, sign: _sign, state: _state, debtor: _debtor, turn: _turn, ...more } = debt
    return [...place, ask, { ref: refOfKey(key), ...rest, debt: more }]
  }
  const { ord: _ord, id: _id, cursor: _cursor, at: _at, event, word, by, evidence, how, ...rest } = one
  return Object.keys(rest).length === 0 ? [...place, event, word, by, evidence, how] : [...place, event, word, by, evidence, how, rest]
}

/** What `pack` was given, with the same place. */
export function unpack(one: Packed, from: Place): KeptAsk | KeptAct {
  const [id, cursor, ord] = ordAndId(one, from)
  const at = from.at + one[3]
  if (typeof one[5] === 'object') return unpackAsk(one[5] as PackedAsk, { id, cursor, ord, at, event: one[4] }) // written by `pack`
  const [, , , , event, word = '', by = '', evidence = '', how = '', rest] = one
  const words = { word: copyOf(word), by: copyOf(by), evidence: copyOf(evidence), how: copyOf(how) }
  return { id, cursor, ord, at, event, ...words, ...rest } as KeptAct // written by `pack`
}
const perOrd = 256

type PackedAsk = Omit<KeptAsk, 'id' | 'cursor' | 'ord'> & { readonly ref: string }

function unpackAsk(packed: PackedAsk, where: Pick<KeptAct, 'id' | 'cursor' | 'ord' | 'at' | 'event'>): KeptAsk {
  const { ref, to: names, debt: said, ...rest } = packed
  const { kind, source, protocol, creditor, evidence, text, time, conversation, anchor, ...rare } = said
  const { id, cursor, ord, at, event } = where
  const to = listOf(names)
  const debt = opened(refKey(source, ref), to, {
    kind: copyOf(kind),
    source: copyOf(source),
    protocol: copyOf(protocol),
    ask: event,
    creditor: copyOf(creditor),
    evidence: copyOf(evidence),
    text,
    openedAt: at,
    time: copyOf(time),
    conversation: conversation === undefined ? undefined : copyOf(conversation),
    anchor,
  })
  if (rest.isTurn === true) debt.turn = turnOf(rest.isRequest === true)
  return { id, cursor, ord, to, debt: Object.assign(debt, rare), ...rest }
}

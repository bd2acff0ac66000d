import { openedBy, refKey, refOfKey, turnOf, type KeptAct, type KeptAsk } from './kept.ts'

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

export function placeOf(one: KeptAsk | KeptAct): Place {
  return { ord: one.ord, at: 'debt' in one ? one.debt.openedAt : one.at }
}

/** Packs an ask or an act. */
export function pack(one: KeptAsk | KeptAct, from: Place): Packed {
  const place = [one.ord - from.ord, one.id - one.ord * perOrd, one.cursor - one.ord, placeOf(one).at - from.at] as const
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
  const ord = from.ord + one[0]
  const at = from.at + one[3]
  const place = { id: one[1] + ord * perOrd, cursor: one[2] + ord, ord }
  if (typeof one[5] === 'object') {
    const { ref, debt, ...rest } = one[5] as Omit<KeptAsk, 'id' | 'cursor' | 'ord'> & { readonly ref: string } // written by `pack`
    const opened = openedBy(refKey(debt.source, ref), rest.to, at)
    const turn = rest.isTurn === true ? { turn: turnOf(rest.isRequest === true) } : {}
    return { ...place, ...rest, debt: { ...debt, ask: one[4], openedAt: at, ...opened, ...turn } }
  }
  const [, , , , event, word, by, evidence, how, rest] = one
  return { ...place, at, event, word, by, evidence, how, ...rest } as KeptAct // written by `pack`
}
const perOrd = 256

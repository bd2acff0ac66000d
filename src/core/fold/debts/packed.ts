import type { KeptAct, KeptAsk } from './kept.ts'

/**
 * Asks and acts with as little text as possible, as a JSON value: what all have has no name, and positions and times count from the one before. What only
 * some have is at the end.
 */
export type Packed = readonly (
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
)[]

interface Place {
  readonly ord: number
  readonly at: number
}
const start: Place = { ord: 0, at: 0 }

/** Packs asks and acts. */
export function pack(all: readonly (KeptAsk | KeptAct)[]): Packed {
  let last = start
  return all.map((one): Packed[number] => {
    const at = 'debt' in one ? one.debt.openedAt : one.at
    const { ord, id, cursor } = one
    const place = [ord - last.ord, id - ord * perOrd, cursor - ord, at - last.at] as const
    last = { ord, at }
    if ('debt' in one) {
      const { ord: _ord, id: _id, cursor: _cursor, debt, ...rest } = one
      const { openedAt: _at, ask, ...more } = debt
      return [...place, ask, { ...rest, debt: more }]
    }
    const { ord: _ord, id: _id, cursor: _cursor, at: _at, event, word, by, evidence, how, ...rest } = one
    return Object.keys(rest).length === 0 ? [...place, event, word, by, evidence, how] : [...place, event, word, by, evidence, how, rest]
  })
}

/** What `pack` was given. */
export function unpack(all: Packed): (KeptAsk | KeptAct)[] {
  let last = start
  return all.map((one) => {
    const ord = last.ord + one[0]
    const at = last.at + one[3]
    last = { ord, at }
    const place = { id: one[1] + ord * perOrd, cursor: one[2] + ord, ord }
    if (typeof one[5] === 'object') {
      const { debt, ...rest } = one[5] as Omit<KeptAsk, 'id' | 'cursor' | 'ord'> // written by `pack`
      return { ...place, ...rest, debt: { ...debt, ask: one[4], openedAt: at } }
    }
    const [, , , , event, word, by, evidence, how, rest] = one
    return { ...place, at, event, word, by, evidence, how, ...rest } as KeptAct // written by `pack`
  })
}
const perOrd = 256

import { describe, expect, it } from 'vitest'
import { differenceOf, withDifference } from './difference.ts'
import type { Difference } from './difference.ts'

/** A small generator of numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Next = (below: number) => number
const names = ['id', 'name', 'link', 'key', 'text', '__proto__', 'constructor', 'toString', '']

function anyValue(next: Next, depth: number): unknown {
  const kind = next(depth > 0 ? 8 : 5)
  if (kind < 5) return [null, true, next(3), `text ${next(3)}`, undefined][kind]
  if (kind === 5) return Array.from({ length: next(6) }, () => anyValue(next, depth - 1) ?? null)
  if (kind === 6)
    return shuffled(
      next,
      Array.from({ length: next(12) }, (_, id) => ({ id: `${id}`, value: anyValue(next, depth - 1) })),
    )
  return Object.fromEntries(Array.from({ length: next(5) }, () => [names[next(names.length)] ?? '', anyValue(next, depth - 1)]))
}

function shuffled<T>(next: Next, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: next(1_000) }))
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ item }) => (next(4) === 0 ? [] : [item]))
}

const sent = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T))

/** JSON with its fields in order: which comes first does not matter. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_name, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.entries(field).toSorted(([a], [b]) => (a < b ? -1 : 1))
      : field,
  )

describe('differences', () => {
  it('turn any value into any other, in sequence, also as JSON', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const next = numbers(seed)
      let held: unknown = sent({ value: anyValue(next, 4) })
      for (let step = 0; step < 10; step++) {
        const after = { value: anyValue(next, 4) }
        const difference: Difference | undefined = sent(differenceOf(held, after))
        if (difference !== undefined) held = withDifference(held, difference)
        expect(ordered(held)).toBe(ordered(sent(after)))
      }
    }
  })

  it('of a list sorted by its latest item name what moved and contain what changed', () => {
    const list = Array.from({ length: 500 }, (_, id) => ({ id: `c${id}`, count: 1, topic: 'the same as before' }))
    const [one] = list.splice(300, 1)
    const before = [...list.slice(0, 300), one, ...list.slice(300)]
    const difference = differenceOf(before, [{ ...one, count: 2 }, ...list])
    expect(difference).toEqual({ items: [{ key: 'c300', at: 0, change: { fields: [['count', { is: 2 }]] } }] })
    expect(differenceOf(before, [one, ...list])).toEqual({ items: [{ key: 'c300', at: 0 }] })
    expect(differenceOf(before, list)).toEqual({ items: [], gone: ['c300'] })
  })

  it('leave unchanged parts as they were', () => {
    const before = {
      list: [
        { id: 'a', parts: { x: 1 } },
        { id: 'b', parts: { x: 1 } },
      ],
      other: { x: 1 },
    }
    const after = structuredClone(before)
    ;(after.list[1] ?? { parts: { x: 0 } }).parts.x = 2
    const made = withDifference(before, differenceOf(before, after) ?? { is: undefined }) as typeof before
    expect(made).toEqual(after)
    expect([made.list[0], made.other]).toEqual([before.list[0], before.other])
    expect(made.list[0]).toBe(before.list[0])
    expect(made.other).toBe(before.other)
  })

  it('are none between equal values, and cannot be applied to another value', () => {
    expect(differenceOf({ a: [1, { id: 'x' }], b: undefined }, { a: [1, { id: 'x' }] })).toBeUndefined()
    expect(() => withDifference([1], { fields: [] })).toThrow('another value')
    expect(() => withDifference({}, { items: [] })).toThrow('another value')
  })
})

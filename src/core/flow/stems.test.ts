import { describe, expect, it } from 'vitest'
import { flowNow, messageOf } from '../../../test/fakes/flow-rows.ts'
import { hourSpan, mostStems } from './measures.ts'
import type { TimeScale } from './scale.ts'
import { stemsOf, type Deck, type Stem } from './stems.ts'

const decks: Readonly<Record<string, Deck>> = {
  a: { row: 'a', y: 26 },
  b: { row: 'b', y: 70 },
  c: { row: 'c', y: 114 },
  d: { row: 'group:g', y: 150, isFolded: true },
  e: { row: 'group:g', y: 150, isFolded: true },
  f: { row: 'group:h', y: 190, isFolded: true },
}
const deckOf = (agent: string): Deck | undefined => decks[agent]
/** 1,200 px for 20 minutes: one second is one pixel. */
const scale: TimeScale = { from: flowNow - 1_200_000, to: flowNow, width: 1_200 }
const stems = (messages: readonly ReturnType<typeof messageOf>[], most?: number): readonly Stem[] =>
  stemsOf(messages, deckOf, scale, most).stems
const sizes = (of: readonly Stem[]): number[] => of.map(({ messages }) => messages.length)

describe('bundles', () => {
  it('joins three of a pair and a direction that are closer than 7 px', () => {
    const [one, ...more] = stems([messageOf(112, 'a', 'b'), messageOf(106, 'a', 'b'), messageOf(100, 'a', 'b')])
    expect(more).toEqual([])
    expect(one).toMatchObject({ isBundle: true, x: 1_200 - 106, feet: [{ x: 1_200 - 112 - 4, width: 20, link: 'l1' }] })
    expect(sizes(stems([messageOf(114, 'a', 'b'), messageOf(107, 'a', 'b'), messageOf(100, 'a', 'b')]))).toEqual([1, 1, 1])
  })

  it('keeps two apart, and other directions and pairs', () => {
    expect(sizes(stems([messageOf(102, 'a', 'b'), messageOf(100, 'a', 'b')]))).toEqual([1, 1])
    expect(sizes(stems([messageOf(104, 'a', 'b'), messageOf(102, 'b', 'a'), messageOf(101, 'a', 'c'), messageOf(100, 'a', 'b')]))).toEqual([
      1, 1, 1, 1,
    ])
  })

  it('never joins what asks, reports an error, or was written by a person', () => {
    const burst = [112, 110, 108, 106, 104, 102, 100].map((ago, at) =>
      messageOf(ago, 'a', 'b', at === 1 ? { isAsk: true } : at === 3 ? { isError: true } : at === 5 ? { isPerson: true } : {}),
    )
    expect(sizes(stems(burst)).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 4])
  })

  it('splits the foot of a bundle by its links', () => {
    const [one] = stems([
      messageOf(106, 'a', 'b'),
      messageOf(103, 'a', 'b', { link: 'l2' }),
      messageOf(100, 'a', 'b'),
      messageOf(98, 'a', 'b'),
    ])
    expect(one?.feet).toEqual([
      { x: 1_090, width: 12, link: 'l1' },
      { x: 1_102, width: 4, link: 'l2' },
    ])
  })

  it('shows what is known of all messages of a bundle', () => {
    const [one] = stems([
      messageOf(106, 'a', 'b', { to: [{ to: 'b', arrival: 'read' }] }),
      messageOf(103, 'a', 'b', { to: [{ to: 'b', arrival: 'delivered' }] }),
      messageOf(100, 'a', 'b', { to: [{ to: 'b', arrival: 'read' }] }),
    ])
    expect(one?.heads).toMatchObject([{ arrival: 'delivered' }])
  })

  it('joins two of a pair below 3 px from one hour on', () => {
    const hour: TimeScale = { from: flowNow - hourSpan, to: flowNow, width: 1_200 } // 3 s a pixel
    const at = (messages: readonly ReturnType<typeof messageOf>[]): number[] => sizes(stemsOf(messages, deckOf, hour).stems)
    expect(at([messageOf(108, 'a', 'b'), messageOf(100, 'a', 'b')])).toEqual([2])
    expect(at([messageOf(110, 'a', 'b'), messageOf(100, 'a', 'b')])).toEqual([1, 1])
  })
})

describe('stems', () => {
  it('draws at most 400, and widens bundles until they fit', () => {
    const many = Array.from({ length: 1_150 }, (_, at) => messageOf(1_190 - at, at % 2 === 0 ? 'a' : 'b', 'c')).map((message, at) => ({
      ...message,
      at: message.at + (at % 3) * 9,
    }))
    const sparse = many.filter((_, at) => at % 9 < 4)
    const drawn = stemsOf(sparse, deckOf, { ...scale, width: 6_000 })
    expect(drawn.stems.length).toBeLessThanOrEqual(mostStems)
    expect(drawn.gap).toBeGreaterThan(7)
    expect(drawn.left).toBe(0)
    expect(drawn.stems.reduce((sum, { messages }) => sum + messages.length, 0)).toBe(sparse.length)
  })

  it('joins the oldest of very many asks, and keeps the newest half of the budget apart', () => {
    const asks = Array.from({ length: 30 }, (_, at) => messageOf(1_000 - at * 5, at % 2 === 0 ? 'a' : 'b', 'c', { isAsk: true }))
    const { stems: drawn, left } = stemsOf(asks, deckOf, scale, 12)
    expect(drawn.length).toBeLessThanOrEqual(12)
    expect(left).toBe(0)
    const single = drawn.filter(({ isBundle }) => !isBundle).map(({ id }) => id)
    expect(asks.slice(-6).every(({ event }) => single.includes(event))).toBe(true)
  })

  it('keeps bundles short that are only joined to draw less', () => {
    const many = Array.from({ length: 200 }, (_, at) => messageOf(1_100 - at * 5, at % 2 === 0 ? 'a' : 'b', 'c'))
    const { stems: drawn, gap } = stemsOf(many, deckOf, scale, 50)
    expect(gap).toBeGreaterThan(7)
    expect(Math.max(...drawn.map(({ feet }) => feet[0]?.width ?? 0))).toBeLessThanOrEqual(gap * 5 + 8)
  })

  it('slants the line of one recipient by the time until it was read', () => {
    const [one] = stems([messageOf(100, 'a', 'c', { to: [{ to: 'c', arrival: 'read', at: flowNow - 70_000 }] })])
    expect(one?.line).toEqual({ x1: 1_100, y1: 28, x2: 1_130, y2: 108 })
    expect(one?.heads).toEqual([{ row: 'c', x: 1_130, y: 114, down: true, arrival: 'read' }])
  })

  it('draws one line with a head in each lane for a broadcast', () => {
    const [one] = stems([
      messageOf(100, 'b', 'a', {
        to: [
          { to: 'a', arrival: 'sent' },
          { to: 'c', arrival: 'read' },
          { to: 'd', arrival: 'sent' },
          { to: 'e', arrival: 'sent' },
        ],
      }),
    ])
    expect(one?.heads.map(({ row, down }) => [row, down])).toEqual([
      ['a', false],
      ['c', true],
      ['group:g', true],
    ])
    expect(one?.line).toEqual({ x1: 1_100, y1: 32, x2: 1_100, y2: 144 })
    expect(one?.feet).toHaveLength(1)
  })

  it('has only a foot when nobody on screen gets it, and nothing for talk inside and between folded groups', () => {
    expect(
      stems([messageOf(100, 'a', 'elsewhere'), messageOf(90, 'a', 'x', { to: [] })]).map(({ line, feet }) => [line, feet.length]),
    ).toEqual([
      [undefined, 1],
      [undefined, 1],
    ])
    expect(stems([messageOf(100, 'd', 'e'), messageOf(95, 'd', 'f'), messageOf(90, 'elsewhere', 'a')])).toEqual([])
  })
})

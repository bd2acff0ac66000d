import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byBytes } from '../../../core/by-bytes.ts'
import { taskColumns } from '../../../core/task-columns.ts'
import { cardKey, mergeColumns, namesNeeded } from './board-columns.ts'
import type { Move } from './board-columns.ts'
import { fixtureLink } from '../testing/fixtures.ts'
import { taskSorts, type Task, type TaskPage } from './task-source.ts'

const common = taskColumns.map(({ id }) => id)
const noMoves = new Map<string, Move>()

function card(task: string, column: string, firstAt: number, more: Partial<Task> = {}): Task {
  return { id: task, column, title: task, isDone: column === 'done', isKnown: true, firstAt, lastAt: firstAt, changes: 1, ...more }
}

/** A page whose columns hold their first `limit` cards, oldest first. */
function page(cards: readonly Task[], limit = 100): TaskPage {
  const ids = [...new Set([...common, ...cards.map((one) => one.column)])]
  return {
    columns: ids.map((id) => {
      const own = cards.filter((one) => one.column === id).toSorted((a, b) => a.firstAt - b.firstAt || byBytes(a.id, b.id))
      return { id, count: own.length, cards: own.slice(0, limit) }
    }),
    version: 1,
    owners: [],
  }
}

describe('the columns of a board', () => {
  test('the common ones are always there in order, those of other statuses before done', () => {
    const merged = mergeColumns(
      new Map([['l5', page([card('a', 'other:cooking', 1), card('b', 'many', 2), card('c', 'other:artful', 3)])]]),
      noMoves,
      'oldest',
    )
    expect(merged.map((column) => column.id)).toEqual([...common.slice(0, -1), 'other:artful', 'other:cooking', 'many', 'done'])
  })

  test('the same task id on two networks is two tasks', () => {
    const merged = mergeColumns(
      new Map([
        ['l5', page([card('a', 'working', 2)])],
        ['l6', page([card('a', 'working', 1)])],
      ]),
      noMoves,
      'oldest',
    )
    const working = merged.find((column) => column.id === 'working')
    expect(working?.cards.map((one) => one.key)).toEqual(['l6 a', 'l5 a'])
    expect(working?.count).toBe(2)
  })

  test('of several networks, each with its first cards: the beginning is complete, and every task is counted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat(50), { maxLength: 25 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 8 }),
        (networks, limit) => {
          const all = networks.map((times, network) => times.map((at, index) => card(`${network}-${index}`, 'working', at)))
          const merged = mergeColumns(new Map(all.map((cards, index) => [`l${index}`, page(cards, limit)])), noMoves, 'oldest')
          const working = merged.find((column) => column.id === 'working')
          const truth = all.flat().toSorted((a, b) => a.firstAt - b.firstAt || byBytes(a.id, b.id))
          expect(working?.count).toBe(truth.length)
          expect(working?.cards.map((one) => one.card.id)).toEqual(truth.slice(0, working?.cards.length).map((one) => one.id))
          expect(working?.hasMore).toBe(all.some((cards) => cards.length > limit))
          if (working?.hasMore === false) expect(working.cards).toHaveLength(truth.length)
          else expect(working?.cards.length).toBeGreaterThanOrEqual(1)
        },
      ),
      { numRuns: 200 },
    )
  })

  test.each(taskSorts)('a moved card is in its new column at its place in the order “%s”, and counted once', (sort) => {
    const cards = [card('a', 'working', 3), card('b', 'review', 1), card('c', 'review', 5)]
    const moved = cards[0] ?? card('a', 'working', 3)
    const move: Move = { link: 'l5', card: moved, column: 'review', isSent: false, version: 1 }
    const merged = mergeColumns(new Map([['l5', page(cards)]]), new Map([[cardKey('l5', 'a'), move]]), sort)
    const counts = merged.map((column) => column.count)
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(3)
    const review = merged.find((column) => column.id === 'review')
    expect(merged.find((column) => column.id === 'working')?.cards).toEqual([])
    expect(review?.cards.map((one) => one.card.id)).toEqual(
      sort === 'newest' ? ['c', 'a', 'b'] : sort === 'title' ? ['a', 'b', 'c'] : ['b', 'a', 'c'],
    )
  })

  test('a card moved to a custom status creates that column', () => {
    const moved = card('a', 'working', 3)
    const move: Move = { link: 'l5', card: moved, column: 'other:cooking', isSent: false, version: 1 }
    const merged = mergeColumns(new Map([['l5', page([moved])]]), new Map([[cardKey('l5', 'a'), move]]), 'oldest')
    expect(merged.find((column) => column.id === 'other:cooking')?.count).toBe(1)
  })
})

const link = (id: string, protocol: string): typeof fixtureLink => ({ ...fixtureLink, id, protocol, name: `link ${id}` })

test('cards name their link only where another one has the same chip', () => {
  expect([...namesNeeded([link('a', 'post'), link('b', 'chat')])]).toEqual([])
  expect([...namesNeeded([link('a', 'post'), link('b', 'chat'), link('c', 'post')])]).toEqual([
    ['a', 'link a'],
    ['c', 'link c'],
  ])
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { debtRow, settledRow } from '../../test/fakes/debt-rows.ts'
import { graphOf, ringsOf, waitArrows, wayAround } from './waits.ts'

const nodes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const asIs = (_source: string, name: string): string => name
const arrows = (...pairs: string[]): { from: string; to: string }[] => pairs.map((pair) => ({ from: pair[0] ?? '', to: pair[1] ?? '' }))

describe('who waits for whom (F28)', () => {
  test('a debt is an arrow from its creditor to its debtor, and a wait that its debtor declares is another one', () => {
    const found = waitArrows([debtRow('a', 'b', { awaitedNames: ['c'] })], [{ by: 'd', on: 'a', since: 1, event: 'e' }], asIs)
    expect(found.map(({ from, to }) => `${from}${to}`)).toEqual(['ab', 'bc', 'da'])
  })

  test('what waits for another debt, has ended, is owed by nobody or by oneself has none', () => {
    const rows = [debtRow('a', 'b', { waitsFor: 's|x' }), settledRow('a', 'b', 5), debtRow('a', ''), debtRow('a', 'a')]
    expect(waitArrows(rows, [], asIs)).toEqual([])
  })

  test('names are agents', () => {
    const found = waitArrows([debtRow('a', 'b', { awaitedNames: ['Coder'] })], [], (_source, name) => name.toLowerCase())
    expect(found.at(-1)).toMatchObject({ from: 'b', to: 'coder' })
  })
})

describe('rings', () => {
  test.each([
    ['two', arrows('ab', 'ba'), ['ab']],
    ['four', arrows('ab', 'bc', 'cd', 'da'), ['abcd']],
    ['somebody outside who waits for it', arrows('xa', 'ab', 'ba'), ['ab']],
    ['two rings', arrows('ab', 'ba', 'cd', 'dc', 'bc'), ['ab', 'cd']],
    ['two rings with a member in common', arrows('ab', 'ba', 'bc', 'cb'), ['abc']],
    ['a chain', arrows('ab', 'bc'), []],
    ['a diamond', arrows('ab', 'ac', 'bd', 'cd'), []],
  ])('%s', (_name, given, expected) => {
    expect(
      ringsOf(graphOf(given))
        .map((ring) => ring.join(''))
        .toSorted(),
    ).toEqual(expected)
  })

  test('each member reaches each other one, and nobody else does both', () => {
    const node = fc.constantFrom(...nodes)
    fc.assert(
      fc.property(fc.array(fc.record({ from: node, to: node }), { maxLength: 24 }), (given) => {
        const real = given.filter(({ from, to }) => from !== to)
        const reach = (from: string, to: string): boolean => {
          const seen = new Set([from])
          for (const at of seen) for (const arrow of real) if (arrow.from === at) seen.add(arrow.to)
          return from === to ? real.some((arrow) => arrow.to === to && seen.has(arrow.from)) : seen.has(to)
        }
        const inRing = new Map(ringsOf(graphOf(real)).flatMap((ring) => ring.map((each) => [each, ring.join('')] as const)))
        for (const a of nodes) {
          for (const b of nodes) {
            if (a === b) continue
            expect(inRing.has(a) && inRing.get(a) === inRing.get(b)).toBe(reach(a, b) && reach(b, a))
          }
        }
      }),
    )
  })

  test('a long chain is not too deep', () => {
    const chain = Array.from({ length: 1_900 }, (_, at) => ({ from: `n${at}`, to: `n${at + 1}` }))
    expect(ringsOf(graphOf([...chain, { from: 'n1899', to: 'n0' }]))[0]).toHaveLength(1_900)
  })

  test('the way around is the shortest, and each waits for the next', () => {
    expect(wayAround(['a', 'b', 'c', 'd'], graphOf(arrows('ab', 'bc', 'cd', 'da', 'ca')))).toEqual(['a', 'b', 'c'])
  })

  test('of too many agents, those that were there first keep their arrows, new ones too (F18)', () => {
    const some = Array.from({ length: 2_000 }, (_, at) => ({ from: `n${at}`, to: 'x' }))
    const graph = graphOf([...some, { from: 'more', to: 'x' }, { from: 'n0', to: 'y' }])
    expect([graph.size, graph.has('more'), [...(graph.get('n0') ?? [])]]).toEqual([2_000, false, ['x', 'y']])
  })
})

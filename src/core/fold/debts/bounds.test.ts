import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { acted, ask, foldOf, folded, onRef, question, speak, type ActedEvent } from '../../../../test/fakes/acts.ts'
import type { DebtsFold } from '../debts.ts'
import { openAliases } from './aliases.ts'
import { emptyBucket } from './bucket.ts'
import { emptyCell } from './cell.ts'
import { openMatcher } from './match.ts'
import { mostMatchers, openMatchers } from './matchers.ts'
import { shardOfPieces } from './trail.ts'

test.each([0, 300])(
  'what many strangers say before the ask is known pushes out nothing that was said before or after them: %i signs (F27)',
  (signs) => {
    const asked = acted(1_000, 'a', 'b', [ask('a', ['b'], 'r', 'review')])
    const more = Array.from({ length: signs }, (_, at) => acted(at + 400, `s${at}`, 'a', [onRef('report', `s${at}`, 'r')]))
    const forged = Array.from({ length: 300 }, (_, at) => acted(at + 3, `n${at}`, 'a', [onRef('answer', `n${at}`, 'r')]))
    for (const at of [2, 900]) {
      const answer = acted(at, 'b', 'a', [onRef('answer', 'b', 'r')])
      for (const all of [
        [answer, ...forged, ...more, asked],
        [...forged, answer, ...more, asked],
        [...more, ...forged.toReversed(), answer, asked],
      ])
        expect(folded(all).get('s|r')).toMatchObject({ state: 'settled', end: { event: `event-${at}` } })
    }
  },
)

test('what the operator pinned is kept like what somebody declared (F27)', () => {
  const asks = [1, 2, 3, 4].map((at) => acted(at, 'a', `b${at}`, question('a', `b${at}`)))
  const fold = folded(asks, { most: { open: 2, ended: 5, loose: 5 }, isPinned: (key) => key === 's|wire-1' })
  expect([...fold.open().keys()].toSorted()).toEqual(['s|wire-1', 's|wire-4'])
})

test('a flood that is read at once is bounded like one that was read as it came (F18)', async () => {
  // With a small stack, few debts stand for very many.
  const script = `
    import { acted, ask, folded } from ${JSON.stringify(new URL('../../../../test/fakes/acts.ts', import.meta.url).href)}
    const asks = Array.from({ length: 20_000 }, (_, at) => acted(at + 1, 'a' + at, 'b' + at, [ask('a' + at, ['b' + at], 'r' + at, 'review')]))
    console.log(folded(asks, { most: { open: 10, ended: 5, loose: 5 } }).counts().open)`
  const node = ['--stack-size=100', '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, node)
  expect(stdout).toBe('10\n')
})

/** What a fold keeps of names: those in its shards, and those in the pieces for the past. */
function namesKept(fold: DebtsFold, all: readonly ActedEvent[]): { readonly shards: string[]; readonly pieces: string[] } {
  const [kept, past] = [[] as string[], [...fold.pieces(100, true)]]
  for (const { event } of all) {
    fold.apply(event)
    if (event.cursor % 50 > 0) continue
    past.push(...fold.pieces(100, false))
  }
  past.push(...fold.pieces(100, false))
  for (const shard of fold.changes().values()) for (const [cell] of shard?.loose ?? []) kept.push(cell)
  return { shards: kept, pieces: shardOfPieces(past).loose.flatMap(([cell, acts]) => (acts.length > 0 ? [cell] : [])) }
}

test('names that come and go, owe nothing and are owed nothing are let go, those that spoke longest ago first (F20)', () => {
  const strangers = Array.from({ length: 300 }, (_, at) => acted(at + 3, `n${at}`, 'a', speak(`n${at}`, 'a')))
  const all = [acted(1, 'a', 'b', question('a', 'b')), acted(2, 'b', 'c', speak('b', 'c')), ...strangers]
  const fold = foldOf(all, { most: { open: 100, ended: 100, loose: 100, names: 20 } })
  const { shards, pieces } = namesKept(fold, all)
  for (const names of [shards, pieces]) {
    expect(names.length).toBeLessThanOrEqual(26)
    expect(names).toEqual(expect.arrayContaining(['s|b', 's|n299', 's|n290']))
  }
  // Who owes something is not let go, so its answer is still found.
  const answer = acted(400, 'b', 'a', speak('b', 'a'))
  expect(folded([...all, answer], { most: { open: 100, ended: 100, loose: 100, names: 20 } }).counts().open).toBe(0)
})

test('only names that were matched last have a matcher (F20)', () => {
  const matchers = openMatchers()
  const matcher = openMatcher('a', (a, b) => a === b)
  const cells = Array.from({ length: 2 * mostMatchers }, (_, at) => emptyCell('s', `n${at}`))
  for (const cell of cells) {
    matchers.use(cell, matcher)
    matchers.use(cells[0] ?? cell, matcher)
  }
  const having = cells.filter((cell) => cell.matcher !== undefined)
  expect(having).toHaveLength(mostMatchers)
  expect([having[0]?.name, having.at(-1)?.name]).toEqual(['n0', cells.at(-1)?.name])
})

test('no other ref stays of a debt that is no longer kept (F20)', () => {
  const aliases = openAliases()
  const passed = acted(2, 'b', 'c', [onRef('pass', 'b', 'r', { to: ['c'], alias: 'again' })])
  const [[, bucket] = ['', emptyBucket]] = [
    ...folded([acted(1, 'a', 'b', [ask('a', ['b'], 'r')]), passed])
      .changes()
      .values(),
  ].flatMap((shard) => shard?.buckets ?? [])
  for (const ref of ['s|r', 's|other']) aliases.add(ref, bucket)
  expect([...aliases.of('s|again')]).toEqual(['s|r', 's|other'])
  for (const ref of ['s|r', 's|other']) aliases.forget(ref, bucket)
  expect([...aliases.of('s|again')]).toEqual([])
})

const ended = (at: number, ref: string): ActedEvent[] => [
  acted(at, 'a', 'b', [ask('a', ['b'], ref)]),
  acted(at + 1, 'b', 'a', [onRef('answer', 'b', ref)]),
]

test('whoever is asked later under the ref of a debt that is no longer kept has no say where that was handed over (F27)', () => {
  const names = Array.from({ length: 64 }, (_, at) => `n${at}`)
  const handedOver = acted(3, 'b', 'c', [onRef('pass', 'b', 'r', { to: ['c'], alias: 'again' })])
  const dropped = [...ended(1, 'r'), handedOver, ...ended(4, 't4'), ...ended(6, 't6'), ...ended(8, 't8')]
  const reused = acted(20, 'm', 'n0', [ask('m', names, 'r')])
  const flood = (['answer', 'fail', 'cancel'] as const).flatMap((word, of) =>
    [...names, ...names].map((name, at) => acted(30 + of * 128 + at, name, 'a', [onRef(word, name, 'again')])),
  )
  const later = [reused, ...ended(21, 'again'), ...flood]
  const fold = foldOf([...dropped, ...later], { most: { open: 1_000, ended: 1, loose: 1_000 } })
  for (const { event } of dropped) fold.apply(event)
  expect([fold.counts(), fold.get('s|r')]).toMatchObject([{ dropped: 3 }, undefined])
  for (const { event } of later) fold.apply(event)
  expect(fold.get('s|again')).toMatchObject({ state: 'settled', end: { event: 'event-22' } })
})

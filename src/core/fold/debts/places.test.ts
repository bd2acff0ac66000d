import { expect, test } from 'vitest'
import { acted, ask, asStored, onRef } from '../../../../test/fakes/acts.ts'
import { addAct, addAsk, emptyBucket, type Bucket } from './bucket.ts'
import { startOf } from './course.ts'
import { keptOf, refOf, type KeptAsk } from './kept.ts'
import { pack, placeOf, unpack } from './packed.ts'
import { FreshEntry, openPlaces, type Entry } from './places.ts'

function askOf(cursor: number, to: readonly string[], ref: string): KeptAsk {
  const { event, acts } = acted(cursor, 'a', 'b', [ask('a', to, ref)])
  return keptOf(event, acts, false).asks[0] as KeptAsk
}

const first = askOf(1, ['b'], 't1')
const fresh = new FreshEntry('s|t1', first, 'b')
const report = keptOf(acted(3, 'b', 'a', []).event, [onRef('report', 'b', 't1')], false).acts[0]?.act
const alone: Bucket = addAsk(emptyBucket, first)

test.each<[string, Bucket, readonly Entry[]]>([
  ['an ask', alone, [fresh]],
  ['an ask that nobody owes', alone, []],
  ['an ask of which something is known', alone, [{ key: 's|t1', ask: first, course: { ...startOf(first, 'b'), asked: 2 } }]],
  ['two asks', addAsk(alone, askOf(2, ['c'], 't1')), [fresh]],
  ['an ask and an act', report === undefined ? alone : addAct(alone, report), [fresh]],
  ['an ask and what was matched to it', { ...alone, matched: [['s|t1', []]] }, [fresh]],
])('what is kept is what was put there: %s (F27)', (_name, bucket, debts) => {
  const places = openPlaces()
  const place = places.of('s|t1')
  places.setBucket(place, bucket)
  places.setDebts(place, debts)
  const kept = { ref: 's|t1', bucket, debts }
  expect([...places.all()]).toEqual([kept])
  expect([places.bucketOf('s|t1'), places.askOf('s|t1'), places.entryOf('s|t1')]).toEqual([bucket, first, debts[0]])
  expect([places.entryOf('s|t1')?.course, places.loose()]).toEqual([debts[0]?.course, 0])
  expect(places.of('s|t1')).toEqual(kept)
})

test('an act on an ask that was alone is kept with it (F27)', () => {
  const places = openPlaces()
  places.setBucket(places.of('s|t1'), alone)
  places.setDebts(places.of('s|t1'), [fresh])
  const place = places.of('s|t1')
  if (report !== undefined) places.setBucket(place, addAct(place.bucket, report))
  expect(places.bucketOf('s|t1')).toEqual({ asks: [first], acts: [report] })
})

test.each<[string, readonly string[], string]>([
  ['of one', ['b'], 't1'],
  ['of nobody', [], 't1'],
  ['of several, with marks in their names', ['b>%', 'c'], 't1'],
  ['with the mark of a key in its ref', ['b'], 't>1|2>'],
])('an ask is the same after it was packed: %s (F27)', (_name, to, ref) => {
  const one = askOf(5, to, ref)
  expect(refOf(one)).toBe(`s|${ref}`)
  const from = placeOf(first)
  expect(unpack(JSON.parse(JSON.stringify(pack(one, from))) as ReturnType<typeof pack>, from)).toEqual(one)
})

test('texts that many have in common are kept once, also when they are read from a file (F27)', () => {
  const shards = [{ buckets: [['s|t1', alone] as const], loose: [] }]
  const [one, two] = [...asStored(shards), ...asStored(shards)].flatMap(({ buckets }) => buckets.map(([, { asks }]) => asks[0]))
  expect(one).toEqual(first)
  expect(one).not.toBe(two)
  expect(one?.to).toBe(two?.to)
})

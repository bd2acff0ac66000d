import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acted, ask, asStored, foldOf, onPair, onRef, question, request, speak, take, type ActedEvent } from '../../../test/fakes/acts.ts'
import type { Act } from '../acts.ts'
import type { Debt } from '../debt.ts'
import type { DebtsFold } from './debts.ts'
import type { DebtShard } from './debts/shards.ts'
import { shardOfPieces, type DebtPiece } from './debts/trail.ts'
import { sized } from '../../../test/sizes.ts'

const name = fc.constantFrom('a', 'b', 'c', '@all', '#room')
const ref = fc.constantFrom('t1', 't2', 't3')
const key = fc.option(fc.constantFrom('01', '02', '03', '04', '05'), { nil: undefined, freq: 2 })
/** again: asked once more. */
const word = fc.constantFrom('take', 'report', 'answer', 'fail', 'cancel', 'pass', 'wait', 'ack', 'again')
const move = fc.constantFrom(
  {},
  { asks: true },
  { progress: true },
  { delivers: 'holds' },
  { delivers: 'begins' },
  { creditor: 'withdraws' },
  { creditor: 'accepts' },
  { mentions: [] },
  { mentions: ['a'] },
) as fc.Arbitrary<NonNullable<Act['move']>>

/** What one event does. Words, names and refs are few, so that acts meet. */
const step = fc.record({
  from: name,
  to: name,
  what: fc.oneof(
    fc.record({
      kind: fc.constant('ask' as const),
      ref,
      key,
      parent: fc.option(ref, { nil: undefined }),
      debt: fc.constantFrom('task', 'review', 'answer'),
    }),
    fc.record({ kind: fc.constant('ref' as const), ref, key, word, alias: fc.option(ref, { nil: undefined, freq: 8 }) }),
    fc.record({ kind: fc.constant('cut' as const), ref, silent: fc.constantFrom(undefined, 0, 120_000) }),
    fc.record({ kind: fc.constant('pair' as const), word: word.filter((each) => each !== 'again') }),
    fc.record({ kind: fc.constantFrom('question' as const, 'request' as const, 'take' as const) }),
    fc.record({ kind: fc.constant('speak' as const), move }),
  ),
  late: fc.boolean(),
  doubted: fc.integer({ min: 0, max: 9 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function actsOf({ from, to, what }: Step): Act[] {
  const keyed = 'key' in what && what.key !== undefined ? { key: what.key } : {}
  switch (what.kind) {
    case 'ask':
      return [
        ask(from, to === 'c' ? ['b', 'c'] : [to], what.ref, what.debt as 'task', {
          ...keyed,
          ...(what.parent !== undefined && { parent: what.parent }),
        }),
      ]
    case 'cut':
      return [onRef('report', from, what.ref, { cut: 'left', ...(what.silent !== undefined && { silent: what.silent }) })]
    case 'ref':
      return [
        onRef(what.word === 'again' ? 'ask' : (what.word as 'take'), from, what.ref, {
          ...keyed,
          to: [to],
          ...(what.word === 'again' && { again: true }),
          ...(what.alias !== undefined && (what.word === 'pass' || what.word === 'again') && { alias: what.alias }),
        }),
      ]
    case 'pair':
      return [onPair(what.word as 'take', from, to)]
    case 'question':
      return question(from, to)
    case 'request':
      return request(from, to)
    case 'take':
      return take(from, to)
    default:
      return speak(from, to, what.move)
  }
}

function eventsOf(steps: readonly Step[], first = 1): ActedEvent[] {
  return steps.map((each, at) => {
    const doubt = each.doubted === 0 ? { doubt: 'unproved' } : {}
    const acts = actsOf(each).map((act) => ({ ...act, ...doubt }))
    return acted(first + at, each.from, each.to, acts, each.late ? { late: true } : {})
  })
}

function all(fold: DebtsFold): Debt[] {
  return byKey(new Map([...fold.open(), ...fold.ended()]))
}

function byKey(debts: ReadonlyMap<string, Debt>): Debt[] {
  return [...debts.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

function read(events: readonly ActedEvent[], order: readonly ActedEvent[] = events): Debt[] {
  const fold = foldOf(events)
  for (const { event } of order) fold.apply(event)
  return all(fold)
}

function outcome(acts: readonly { word: string; by: string; at: number }[]): unknown {
  const opened = acted(1, 'a', 'b', [ask('a', ['b'], 't', 'task', { key: '' })])
  const list = [
    opened,
    ...acts.map(({ word: each, by, at }, index) =>
      acted(index + 2, by, 'a', [onRef(each as 'take', by, 't', { key: String(at).padStart(2, '0') })]),
    ),
  ]
  const debt = read(list)[0]
  return [debt?.state, debt?.debtor, debt?.end?.by]
}

const events = fc.array(step, { maxLength: 24 }).map((steps) => eventsOf(steps))
const runs = { numRuns: sized(80, 3_000) }

describe('folding debts is independent of order (F27)', () => {
  test('any order of the same events gives the same debts, also if they are read in between', () => {
    fc.assert(
      fc.property(events, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), fc.nat(24), (list, random, cut) => {
        const shuffled = list
          .map((event) => ({ event, by: random.next().value }))
          .toSorted((a, b) => a.by - b.by)
          .map(({ event }) => event)
        const fold = foldOf(list)
        for (const [at, { event }] of shuffled.entries()) {
          fold.apply(event)
          if (at === cut) fold.counts()
        }
        expect(all(fold)).toEqual(read(list))
      }),
      runs,
    )
  })

  test('reading after each event gives what reading at the end gives, when some come late and some replace others', () => {
    const lateness = fc.array(fc.constantFrom(0, 0, 0, 0, 4, 9), { minLength: 36, maxLength: 36 })
    const versions = fc.array(fc.tuple(fc.nat(23), step), { maxLength: 3 })
    fc.assert(
      fc.property(events, versions, lateness, (list, changes, late) => {
        const newer = changes.flatMap(([of, next], at): ActedEvent[] => {
          const old = list[of]?.event
          const again = changes.slice(0, at).some(([each]) => each === of)
          const more = { ord: of + 1, supersedes: old?.id ?? '' }
          return old === undefined || again ? [] : [acted(100 + at, next.from, next.to, actsOf(next), more)]
        })
        const given = [...list, ...newer]
        const order = given
          .map((each, at) => ({ each, at: at + (each.event.supersedes === undefined ? (late[at] ?? 0) : 40) }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ each }) => each)
        const [often, once] = [foldOf(given), foldOf(given)]
        for (const { event } of order) {
          const replaced = list.find((each) => each.event.id === event.supersedes)?.event
          often.apply(event, replaced)
          once.apply(event, replaced)
          often.counts()
        }
        expect(all(often)).toEqual(all(once))
      }),
      runs,
    )
  })

  test('whoever turns out to be an agent owes what mentioned it, as if that had been known', () => {
    const mention = fc.record({ by: name, to: fc.uniqueArray(fc.constantFrom('a', 'A', 'b', 'c'), { minLength: 1 }), ref })
    fc.assert(
      fc.property(fc.array(fc.oneof(step, mention), { minLength: 3, maxLength: 20 }), fc.nat(20), (list, at) => {
        const events = list.flatMap((one, index) => {
          if ('what' in one) return eventsOf([one], index + 1)
          return acted(index + 1, one.by, '', [ask(one.by, one.to, one.ref, 'answer', { onlyAgents: true })])
        })
        const agents = new Set(['b'])
        const isAgent = (_source: string, one: string): boolean => agents.has(one.toLowerCase())
        const found = foldOf(events, { isAgent })
        for (const { event } of events.slice(0, at)) found.apply(event)
        found.counts()
        agents.add('a')
        found.foundAgent('s', 'a')
        for (const { event } of events.slice(at)) found.apply(event)
        const known = foldOf(events, { isAgent })
        for (const { event } of events) known.apply(event)
        expect(all(found)).toEqual(all(known))
      }),
      runs,
    )
  })

  test('an event twice is one', () => {
    fc.assert(
      fc.property(events, (list) => {
        expect(read(list, [...list, ...list])).toEqual(read(list))
      }),
      runs,
    )
  })

  test('a snapshot at any point, and a replay that repeats some events, give the same result', () => {
    fc.assert(
      fc.property(events, fc.nat(24), fc.nat(24), fc.boolean(), (list, cut, back, isInSteps) => {
        const saved = new Map<string, DebtShard>()
        const before = foldOf(list)
        const save = (): void => {
          for (const [shard, value] of before.changes()) {
            if (value === undefined) saved.delete(shard)
            else saved.set(shard, value)
          }
          before.saved()
        }
        for (const [at, { event }] of list.slice(0, cut).entries()) {
          before.apply(event)
          if (at % 5 === 0) save()
        }
        save()
        const shards = asStored([...saved.values()])
        const after = foldOf(list, {}, isInSteps ? [] : shards)
        if (isInSteps) for (const shard of shards) after.restore(shard)
        for (let isMore = isInSteps; isMore;) isMore = after.prepare()
        expect([...after.changes().keys()]).toEqual([])
        for (const { event } of list.slice(Math.max(0, cut - back))) after.apply(event)
        expect(all(after)).toEqual(read(list))
      }),
      runs,
    )
  })

  test('a checkpoint with all debts leads to the same ones, whatever comes after it (F29)', () => {
    fc.assert(
      fc.property(events, fc.nat(24), fc.nat(24), (list, first, second) => {
        const whole = foldOf(list)
        const pieces: DebtPiece[] = []
        for (const [at, { event }] of list.entries()) {
          // Steps have what changed since the one before.
          if (at === first || (at > first && at === second)) pieces.push(...whole.pieces(Infinity, at === first))
          whole.apply(event)
        }
        if (pieces.length === 0) return
        const from = second > first && second < list.length ? second : first
        let isExact = true
        // What was matched before may be matched again: then it has to be opened from an earlier one.
        const replacedAsk = ({ cursor }: { readonly cursor: number }): void => void (isExact &&= cursor > from)
        const after = foldOf(list, { replacedAsk }, [shardOfPieces(JSON.parse(JSON.stringify(pieces)) as DebtPiece[])])
        for (const { event } of list.slice(from)) after.apply(event)
        if (isExact) expect(all(after)).toEqual(all(whole))
      }),
      runs,
    )
  })

  test('a checkpoint without ended debts leads to the same open ones, where later events name none of those (F29)', () => {
    const later = fc.array(step, { minLength: 4, maxLength: 12 })
    fc.assert(
      fc.property(events, later, (list, steps) => {
        // It ends last, so that the others are left out where they can be.
        const other = [acted(30, 'd', 'e', [ask('d', ['e'], 'other')]), acted(31, 'e', 'd', [onRef('answer', 'e', 'other')])]
        const next = eventsOf(
          steps.filter(({ what }) => what.kind !== 'ask' && what.kind !== 'ref'),
          40,
        )
        const known = [...list, ...other, ...next]
        const whole = foldOf(known)
        for (const { event } of [...list, ...other]) whole.apply(event)
        const after = foldOf(known, {}, [shardOfPieces(JSON.parse(JSON.stringify(whole.pieces(1, true))) as DebtPiece[])])
        for (const { event } of next) for (const fold of [whole, after]) fold.apply(event)
        expect(byKey(after.open())).toEqual(byKey(whole.open()))
      }),
      runs,
    )
  })

  test('where the wire has its own order, arrival does not affect state and outcome', () => {
    const keyed = fc.uniqueArray(
      fc.record({ word: fc.constantFrom('take', 'report', 'answer', 'fail', 'cancel'), by: fc.constantFrom('a', 'b'), at: fc.nat(99) }),
      {
        selector: ({ at }) => at,
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(
        keyed.chain((acts) => fc.tuple(fc.constant(acts), fc.shuffledSubarray(acts, { minLength: acts.length }))),
        ([acts, shuffled]) => {
          expect(outcome(shuffled)).toEqual(outcome(acts))
        },
      ),
      runs,
    )
  })
})

describe('invariants of debts (F27)', () => {
  test('nobody owes himself, nor does a group', () => {
    fc.assert(
      fc.property(events, (list) => {
        for (const { debtor, creditor, state } of read(list)) {
          if (state === 'open') expect(debtor).not.toBe(creditor)
          expect(debtor ?? '').not.toMatch(/^[@#&]/)
        }
      }),
      runs,
    )
  })

  test('every debt names the event that asks, and every end the event that ends it', () => {
    fc.assert(
      fc.property(events, (list) => {
        const ids = new Set(list.map(({ event }) => event.id))
        for (const { ask: opening, end, state } of read(list)) {
          expect(ids.has(opening)).toBe(true)
          expect(state === 'open' ? end : ids.has(end?.event ?? '')).toBe(state === 'open' ? undefined : true)
        }
      }),
      runs,
    )
  })

  test('a late report changes nothing about an ended debt', () => {
    fc.assert(
      fc.property(events, (list) => {
        const ended = read(list).filter(({ state }) => state !== 'open')
        const reports = ['a', 'b', 'c'].flatMap((by, at) =>
          ['t1', 't2', 't3'].map((to, n) => acted(100 + at * 3 + n, by, 'x', [onRef('report', by, to, { key: '99' })])),
        )
        const after = new Map(read([...list, ...reports]).map((debt) => [debt.key, debt]))
        for (const debt of ended) expect(after.get(debt.key)?.state).toBe(debt.state)
      }),
      runs,
    )
  })

  test('an act with a doubt changes nothing but what it opens', () => {
    fc.assert(
      fc.property(events, step, (list, extra) => {
        const doubted = acted(
          100,
          extra.from,
          extra.to,
          actsOf(extra).map((act) => ({ ...act, doubt: 'unproved', key: '99' })),
        )
        const after = new Map(read([...list, doubted]).map((debt) => [debt.key, debt]))
        for (const debt of read(list)) expect({ ...after.get(debt.key), parent: '' }).toEqual({ ...debt, parent: '' })
      }),
      runs,
    )
  })

  test('open, ended and dropped debts are all that were opened', () => {
    fc.assert(
      fc.property(events, fc.integer({ min: 1, max: 4 }), (list, few) => {
        const whole = read(list)
        const fold = foldOf(list, { most: { open: few, ended: 100, loose: 100 } })
        for (const { event } of list) fold.apply(event)
        const { open, ended, dropped } = fold.counts()
        expect(open + ended + dropped).toBe(whole.length)
        expect(open).toBeLessThanOrEqual(few)
      }),
      runs,
    )
  })
})

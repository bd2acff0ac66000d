import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { acted, ask, foldOf, onRef, question, request, speak, take, type ActedEvent } from '../../../test/fakes/acts.ts'
import { noFacts } from '../../../test/fakes/past-facts.ts'
import { sized } from '../../../test/sizes.ts'
import type { Act } from '../../core/acts.ts'
import { defaultDeskLimits, markVerbs, type DebtMark } from '../../core/debt.ts'
import type { Event } from '../../core/event.ts'
import { agentOf } from '../../core/fold/agents.ts'
import { foldTalk } from '../../core/fold/debts/talk.ts'
import { nameKey, type NameRow } from '../../core/fold/names.ts'
import { stoodStillIn } from '../../core/stood-still.ts'
import type { DebtFolds } from '../desk/debt-folds.ts'
import type { Lists } from '../desk/lists.ts'
import type { PastFacts } from './facts.ts'
import { openListsAt, type ListsAt } from './lists-at.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** When the first event was stored, and the desk opened. */
const base = 30 * day
const links = ['s', 'other'] as const

const name = fc.constantFrom('operator', 'a', 'b', 'c')
const word = fc.constantFrom(
  ...([
    'question',
    'question',
    'questions',
    'request',
    'speak',
    'thanks',
    'take',
    'task',
    'part',
    'pass',
    'wait',
    'answer',
    'fail',
  ] as const),
)
const text = fc.constantFrom('Review step 1', 'REVIEW step 31', 'Another thing')
const step = fc.record({
  what: word,
  by: name,
  to: name,
  text,
  ref: fc.nat(5),
  link: fc.constantFrom(...links),
  isLate: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function actsOf({ what, by, to, text: words, ref }: Step): readonly Act[] {
  const more = { text: words }
  switch (what) {
    case 'question':
      return question(by, to, more)
    case 'questions':
      return question(by, to, { ...more, move: { asks: true, questions: 2 } })
    case 'request':
      return request(by, to)
    case 'take':
      return take(by, to)
    case 'task':
      return [ask(by, [to], `t${ref}`, 'task', more)]
    case 'part':
      return [ask(by, [to, 'c'], `t${ref}`, 'review', { ...more, parent: `t${ref + 1}` })]
    case 'pass':
      return [onRef('pass', by, `t${ref}`, { to: [to], alias: `t${ref + 1}` })]
    case 'wait':
      return [onRef('wait', by, `t${ref}`, { to: [to] })]
    case 'answer':
    case 'fail':
      return [onRef(what, by, `t${ref}`)]
    default:
      return speak(by, to, what === 'thanks' ? { creditor: 'accepts' } : {})
  }
}

function said(one: Step, at: number): ActedEvent {
  const late: Partial<Event> = one.isLate ? { late: true, claimedAt: base - 9 * day + at * minute } : {}
  return acted(at + 1, one.by, one.to, actsOf(one), { at: base + (at + 1) * minute, source: one.link, ...late })
}

type Folds = Pick<DebtFolds, 'debts' | 'talk'> & { count: number }

/** What differs from one question about the past to the next. */
const fact = fc.record({
  isJoined: fc.boolean(),
  isShort: fc.boolean(),
  operatorId: fc.constantFrom('operator', 'operator', 'a'),
  removedAt: fc.option(fc.nat(30), { freq: 2 }),
  leftAt: fc.option(fc.nat(16), { freq: 2 }),
  stood: fc.array(fc.record({ at: fc.nat(40), minutes: fc.nat(60) }), { maxLength: 2 }),
  without: fc.nat(3),
})
type Fact = typeof fact extends fc.Arbitrary<infer T> ? T : never

const later = fc.constantFrom(0, 1, 5, 11, 35, 24 * 60 + 2, 26 * 60)
const moment = fc.record({ count: fc.nat(14), later, fact: fc.nat(2), isOn: fc.boolean() })
type Moment = typeof moment extends fc.Arbitrary<infer T> ? T : never
const mark = fc.tuple(fc.nat(15), fc.constantFrom(...markVerbs), fc.nat(20))

/** Whoever asked leaves for good after that, and the clock goes there and back. Rare among random ones. */
const asked: Step = { what: 'question', by: 'c', to: 'operator', text: 'Another thing', ref: 0, link: 's', isLate: false }
const gone: Fact = { isJoined: false, isShort: false, operatorId: 'operator', removedAt: null, leftAt: 1, stood: [], without: 0 }
const then = (later: number): Moment => ({ count: 1, later, fact: 0, isOn: true })
const leaves: [Step[], [], Fact[], Moment[]] = [[asked], [], [gone, gone, gone], [then(0), then(26 * 60), then(1)]]

function shown(lists: Lists): unknown {
  const whole = lists.between(Number.NEGATIVE_INFINITY, Infinity).map((row) => lists.whole(row))
  const { owed, overdue, owedByOthers, overdueByOthers, nextAt, left, agents, taskLinks } = lists
  return {
    rows: whole.map((row) => ({ ...row, blocks: row.blocks.toSorted() })),
    needs: lists.needs().map(({ id, source, change, since }) => [id, source, change, since]),
    listed: (['owed', 'closed', 'tasks', 'before'] as const).map((list) => lists.list(list).map(({ keys, spoke }) => [keys, spoke])),
    counts: [owed, overdue, owedByOthers, overdueByOthers, nextAt],
    ends: ['a', 'b', 'c', 'operator'].map((agent) => lists.ended.of(agent).map(({ debt }) => debt.key)),
    waiting: ['a', 'b', 'c', 'operator'].map((agent) => lists.waitingOn(agent).toSorted()),
    left: ['a', 'b', 'c'].map((agent) => left.has(agent)),
    agents,
    links: [taskLinks.toSorted(), ...links.map((link) => [lists.openOn(link), lists.dueTimes(link)])],
  }
}

test('whatever else was known when a moment was looked at before, the lists are those of the moment (F29)', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 2, maxLength: 14 }),
      fc.array(mark, { maxLength: 4 }),
      fc.array(fact, { minLength: 3, maxLength: 3 }),
      fc.array(moment, { minLength: 2, maxLength: 7 }),
      (steps, marked, variants, moments) => {
        const all = steps.map(said)
        const aliasesOf = ({ isJoined }: Fact): PastFacts['aliases'] => new Map(isJoined ? [[nameKey('other', 'b'), 'a']] : [])
        const foldsOf = (given: Fact): Folds => {
          const aliases = aliasesOf(given)
          const same = (source: string, a: string, b: string): boolean => agentOf(aliases, source, a) === agentOf(aliases, source, b)
          return { debts: foldOf(all, { same, operator: 'operator', isLate: (event) => event.late === true }), talk: foldTalk(), count: 0 }
        }
        const foldOn = (folds: Folds, count: number): Folds => {
          for (const { event, acts } of all.slice(folds.count, count)) {
            folds.debts.apply(event)
            folds.talk.apply(event, acts, event.late === true)
          }
          folds.count = Math.max(folds.count, count)
          return folds
        }
        const plain = { isJoined: false } as Fact
        const whole = foldOn(foldsOf(plain), all.length).debts
        const keys = [...whole.open().keys(), ...whole.ended().keys()].toSorted()
        const marks = marked.flatMap(([of, verb, at]): [string, DebtMark][] => {
          const key = keys[of % Math.max(1, keys.length)]
          const said = { verb, at: base + at * minute, cursor: Math.min(at, all.length), until: base + (at + 9) * minute }
          return key === undefined ? [] : [[key, said]]
        })
        const factsOf = (given: Fact): PastFacts => ({
          ...noFacts,
          operatorId: given.operatorId,
          aliases: aliasesOf(given),
          marks: new Map(marks.slice(given.without)),
          limits: given.isShort ? { ...defaultDeskLimits, answer: { agent: 2, operator: 1 } } : defaultDeskLimits,
          start: { at: base, cursor: 0 },
          removed: given.removedAt === null ? new Map() : new Map([['other', { at: base + given.removedAt * minute }]]),
          stood: given.stood.map(({ at, minutes }) => ({ at: base + at * minute, ms: minutes * minute })),
        })
        const namesOf = ({ leftAt }: Fact, count: number): NameRow[] => {
          if (leftAt === null || leftAt > count) return []
          const presence = { word: 'ended', evidence: 'declared', at: base + leftAt * minute, event: `left-${leftAt}` }
          return [
            { source: 's', protocol: 'fake', name: 'c', first: 0, lastOrd: leftAt, sent: 0, hours: [], presence } as unknown as NameRow,
          ]
        }
        const read = (listsAt: ListsAt, { count, later: more }: Moment, given: Fact, folds: Folds): unknown => {
          const now = base + (Math.min(count, all.length) + more) * minute
          const facts = factsOf(given)
          const untilNow = stoodStillIn(facts.stood)
          const idOf = (source: string, one: string): string =>
            one === 'operator' ? facts.operatorId : agentOf(facts.aliases, source, one)
          return shown(
            listsAt.read(folds, facts, {
              agentOf: idOf,
              operator: facts.operatorId,
              limits: facts.limits,
              now,
              dayStart: base,
              start: base,
              presence: { names: () => namesOf(given, count), downSince: () => undefined },
              removedAt: (link) => {
                const removed = facts.removed.get(link)?.at
                return removed === undefined || removed > now ? undefined : removed
              },
              stoodStill: (since) => Math.max(0, untilNow(since) - untilNow(now)),
              shownAfter: 0,
            }),
          )
        }
        const listsAt = openListsAt()
        let last: { folds: Folds; isJoined: boolean } | undefined
        for (const each of moments) {
          const given = variants[each.fact] as Fact
          const count = Math.min(each.count, all.length)
          const isOn = each.isOn && last !== undefined && last.isJoined === given.isJoined && last.folds.count <= count
          const folds = foldOn(isOn && last !== undefined ? last.folds : foldsOf(given), count)
          last = { folds, isJoined: given.isJoined }
          expect(read(listsAt, each, given, folds)).toEqual(read(openListsAt(), each, given, foldOn(foldsOf(given), count)))
        }
      },
    ),
    { numRuns: sized(100, 5_000), examples: [leaves] },
  )
})

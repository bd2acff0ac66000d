import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { acted, ask, foldOf, onRef, question, request, speak, take, type ActedEvent } from '../../../test/fakes/acts.ts'
import { listsInput } from '../../../test/fakes/lists-input.ts'
import { noFacts } from '../../../test/fakes/past-facts.ts'
import { sized } from '../../../test/sizes.ts'
import type { Act } from '../../core/acts.ts'
import { markVerbs, type DebtMark } from '../../core/debt.ts'
import { foldTalk } from '../../core/fold/debts/talk.ts'
import type { DebtFolds } from '../desk/debt-folds.ts'
import type { Lists } from '../desk/lists.ts'
import { openListsAt, type ListsAt } from './lists-at.ts'

const minute = 60_000
const name = fc.constantFrom('operator', 'a', 'b', 'c')
const word = fc.constantFrom('question', 'questions', 'request', 'speak', 'thanks', 'take', 'task', 'answer', 'fail')
const text = fc.constantFrom('Review step 1', 'REVIEW step 31', 'Another thing')
const step = fc.tuple(word, name, name, text, fc.nat(11))
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const steps = fc.array(step, { minLength: 2, maxLength: 16 })

function actsOf(what: string, by: string, to: string, more: Partial<Act>, ref: number): readonly Act[] {
  if (what === 'question') return question(by, to, more)
  if (what === 'questions') return question(by, to, { ...more, move: { asks: true, questions: 2 } })
  if (what === 'request') return request(by, to)
  if (what === 'take') return take(by, to)
  if (what === 'task') return [ask(by, [to], `t${ref}`, 'task', more)]
  if (what === 'answer' || what === 'fail') return [onRef(what, by, `t${ref}`)]
  return speak(by, to, what === 'thanks' ? { creditor: 'accepts' } : {})
}

/** A moment: so many events were there, and so many minutes had passed since the last of them. */
const moment = fc.tuple(fc.nat(16), fc.nat(40))
const mark = fc.tuple(fc.nat(15), fc.constantFrom(...markVerbs), fc.nat(20))

/** One answer to two questions stays in its list for ten minutes, also if a later moment was looked at before. Rare among random ones. */
const answeredOnce: [Step[], [], [number, number][]] = [
  [
    ['questions', 'a', 'b', 'Another thing', 0],
    ['speak', 'b', 'a', 'Another thing', 0],
  ],
  [],
  [
    [2, 30],
    [2, 1],
    [2, 30],
  ],
]

/** The folds after the first events. */
function foldsOf(all: readonly ActedEvent[]): Pick<DebtFolds, 'debts' | 'talk'> {
  const debts = foldOf(all)
  const talk = foldTalk()
  for (const { event, acts } of all) {
    debts.apply(event)
    talk.apply(event, acts, false)
  }
  return { debts, talk }
}

function shown(lists: Lists): unknown {
  const rows = lists.between(Number.NEGATIVE_INFINITY, Infinity).map((row) => lists.whole(row))
  const { owed, overdue, owedByOthers, overdueByOthers, nextAt } = lists
  const listed = (['owed', 'closed', 'tasks', 'before'] as const).map((list) => lists.list(list).map(({ keys, spoke }) => [keys, spoke]))
  return {
    rows: rows.map((row) => ({ ...row, blocks: row.blocks.toSorted() })),
    needs: lists.needs().map(({ id, source }) => [id, source]),
    listed,
    counts: [owed, overdue, owedByOthers, overdueByOthers, nextAt],
  }
}

test('whatever moment is looked at after which, its lists are those of that moment (F29)', () => {
  fc.assert(
    fc.property(steps, fc.array(mark, { maxLength: 3 }), fc.array(moment, { minLength: 2, maxLength: 6 }), (said, marked, moments) => {
      const all = said.map(([what, by, to, words, ref], at) => acted(at + 1, by, to, actsOf(what, by, to, { text: words }, ref)))
      const whole = foldsOf(all).debts
      const keys = [...whole.open().keys(), ...whole.ended().keys()].toSorted()
      const marks = new Map(
        marked.flatMap(([of, verb, at]): [string, DebtMark][] => {
          const key = keys[of % Math.max(1, keys.length)]
          return key === undefined ? [] : [[key, { verb, at: at * minute, cursor: Math.min(at, all.length), until: (at + 9) * minute }]]
        }),
      )
      const facts = { ...noFacts, marks }
      const known = Array.from({ length: all.length + 1 }, (_, count) => foldsOf(all.slice(0, count)))
      const read = (listsAt: ListsAt, [count, later]: readonly [number, number], folds = known[count]): unknown => {
        const now = (Math.min(count, all.length) + later) * minute
        const { debts: _debts, marks: _marks, ...input } = listsInput({ debts: whole, now })
        return shown(listsAt.read(folds ?? foldsOf(all.slice(0, count)), facts, { ...input, shownAfter: 0 }))
      }
      const listsAt = openListsAt()
      for (const each of moments) expect(read(listsAt, each)).toEqual(read(openListsAt(), each, foldsOf(all.slice(0, each[0]))))
    }),
    { numRuns: sized(100, 5_000), examples: [answeredOnce] },
  )
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { acted, ask, foldOf, onRef, question, request, speak, take, type ActedEvent } from '../../../test/fakes/acts.ts'
import { listsInput } from '../../../test/fakes/lists-input.ts'
import type { Act } from '../../core/acts.ts'
import { defaultDeskLimits } from '../../core/debt.ts'
import { foldTalk } from '../../core/fold/debts/talk.ts'
import { limits } from '../../core/limits.ts'
import { defaultNoticeSettings, emptyMemory, stepNotices, type NoticeItem } from '../../core/notice.ts'
import { openLists, type Lists } from './lists.ts'
import { openStuck } from './stuck.ts'

const minute = 60_000
const now = 10_000 * minute
const name = fc.constantFrom('operator', 'a', 'b', 'c')
const word = fc.constantFrom('question', 'request', 'speak', 'thanks', 'take', 'task', 'report', 'fail')

function actsOf(what: string, by: string, to: string, ref: string): readonly Act[] {
  if (what === 'question') return question(by, to)
  if (what === 'request') return request(by, to)
  if (what === 'take') return take(by, to)
  if (what === 'task') return [ask(by, [to], ref)]
  if (what === 'report' || what === 'fail') return [onRef(what, by, ref)]
  return speak(by, to, what === 'thanks' ? { creditor: 'accepts' } : {})
}

const said = fc.tuple(word, name, name, fc.integer({ min: 1, max: 8_000 }), fc.integer({ min: 0, max: 3 }))
/** The same question more often than a turn keeps asks. */
const nagging = fc
  .tuple(name, name)
  .map(([by, to]) => Array.from({ length: limits.turnAsks + 8 }, (_, at) => ['question', by, to, at + 1, 0] as const))
const history = fc
  .tuple(fc.array(said, { maxLength: 30 }), fc.option(nagging, { freq: 4 }))
  .map(([some, nags]) =>
    [...some, ...(nags ?? [])].map(([what, by, to, minutes, ref], at) =>
      acted(at + 1, by, to, actsOf(what, by, to, `t${ref}`), { late: true, at: now - minute, claimedAt: minutes * minute }),
    ),
  )

function listsOf(all: readonly ActedEvent[]): Lists {
  const fold = foldOf(all)
  const talk = foldTalk()
  for (const { event, acts } of all) {
    fold.apply(event)
    talk.apply(event, acts, event.late === true)
  }
  return openLists(talk).read(listsInput({ debts: fold, now }))
}

test('what was read from history fires no detector and no notification (F27)', () => {
  let needed = 0
  fc.assert(
    fc.property(history, (all) => {
      const lists = listsOf(all)
      needed += lists.needs().length
      const items = lists.needs().map(({ id, change, since, late }): NoticeItem => ({
        id,
        kind: 'asks',
        change,
        workspace: 'w',
        title: id,
        since,
        ...(late && { late }),
      }))
      expect(stepNotices(emptyMemory, items, { now, minuteOfDay: 0, settings: defaultNoticeSettings }).show).toEqual([])

      const byId = new Map(all.map(({ event, acts }) => [event.id, acts]))
      const watch = openStuck({
        agentOf: (_source, who) => who,
        operator: () => 'operator',
        actsOf: (event) => byId.get(event.id) ?? [],
        isLate: (event) => event.late === true,
        recent: () => [],
        now: () => now,
      })
      watch.apply(all.map(({ event }) => event))
      const { stuck } = watch.read({ lists, limits: defaultDeskLimits.stuck, links: [], now, stoodStill: () => 0, actsOf: () => [] })
      expect(stuck).toEqual([])
    }),
    { numRuns: 150 },
  )
  expect(needed).toBeGreaterThan(0)
})

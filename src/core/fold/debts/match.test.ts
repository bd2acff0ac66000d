import { expect, test } from 'vitest'
import { acted, ask, foldOf, onPair, onRef, speak, type ActedEvent } from '../../../../test/fakes/acts.ts'

const first = acted(1, 'a', 'b', [ask('a', ['b'], 't1', 'task')])
const second = acted(2, 'a', 'b', [ask('a', ['b'], 't2', 'task')])
const answer = (at: number): ActedEvent => acted(at, 'b', 'a', [onPair('answer', 'b', 'a')])

/** Keys of what is open, when debts are read after each event. */
function openAfter(events: readonly ActedEvent[]): string[] {
  const fold = foldOf(events)
  for (const { event } of events) {
    fold.apply(event, events.find((each) => each.event.id === event.supersedes)?.event)
    fold.counts()
  }
  return [...fold.open().keys()].toSorted()
}

test.each<[string, readonly ActedEvent[], readonly string[]]>([
  ['an answer is for the oldest that is open', [first, second, answer(3)], ['s|t2']],
  ['one that comes late, too', [answer(3), second, first], ['s|t2']],
  [
    'a report that comes late has no answer counted twice',
    [first, second, answer(5), acted(3, 'b', 'a', [onPair('report', 'b', 'a')])],
    ['s|t2'],
  ],
  ['an answer by reference that comes late', [first, second, answer(4), acted(3, 'b', 'a', [onRef('answer', 'b', 't1')])], []],
  [
    'what a board opens again',
    [
      first,
      acted(2, 'b', 'a', [onRef('answer', 'b', 't1')]),
      answer(3),
      acted(4, 'b', 'a', [onRef('report', 'b', 't1', { reopens: true })]),
    ],
    ['s|t1'],
  ],
  [
    'what a board opens again is answered again',
    [
      first,
      acted(2, 'b', 'a', [onRef('answer', 'b', 't1')]),
      answer(3),
      acted(4, 'b', 'a', [onRef('report', 'b', 't1', { reopens: true })]),
      answer(5),
    ],
    [],
  ],
  [
    'an act of a new version whose older one is not known any more',
    [first, second, acted(3, 'b', 'a', [onPair('report', 'b', 'a')]), acted(9, 'b', 'a', [onPair('answer', 'b', 'a')], { ord: 3 })],
    ['s|t2'],
  ],
  [
    'an ask that was taken back by a new version',
    [
      first,
      second,
      acted(3, 'b', 'a', speak('b', 'a')),
      acted(9, 'a', 'b', [], { ord: 1, supersedes: first.event.id }),
      { ...answer(10), event: { ...answer(10).event, ord: 4 } },
    ],
    [],
  ],
])('debts are matched as if all were read at once: %s (F27)', (_what, events, open) => {
  expect(openAfter(events)).toEqual(open)
})

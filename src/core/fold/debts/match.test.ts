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

/** The same, said in a place. */
function said(place: string, { event, acts }: ActedEvent): ActedEvent {
  return { acts, event: { ...event, body: { ...event.body, conversation: place } as ActedEvent['event']['body'] } }
}

test('an act that names nobody is about the oldest debt of anybody that was asked where it is said (F27)', () => {
  const move = { mentions: [] } as const
  const asked = (at: number, by: string, place: string): ActedEvent =>
    said(
      place,
      acted(at, by, 'b', [{ act: 'speak', by, about: { turn: 'b' }, evidence: 'inferred', move }, ask(by, ['b'], `q${at}`, 'answer')]),
    )
  const answers = (at: number, place: string, more = {}): ActedEvent =>
    said(place, acted(at, 'b', '', [onPair('answer', 'b', '', ['answer'], { move, ...more })]))
  const all = [asked(1, 'a', 'other'), asked(2, 'c', 'here'), asked(3, 'a', 'here')]
  expect(openAfter([...all, answers(4, 'here')])).toEqual(['s|q1', 's|q3'])
  expect(openAfter([...all, answers(4, 'here'), answers(5, 'here'), answers(6, 'here')])).toEqual(['s|q1'])
  // With the title of a debt, wherever that was asked.
  const titled = said('here', acted(4, 'b', '', [onPair('answer', 'b', '', ['task'], { text: 'message 1' })]))
  expect(openAfter([first, ...all, titled])).toEqual(['s|q1', 's|q2', 's|q3'])
  const cut = said('here', acted(4, 'b', '', [onPair('report', 'b', '', ['answer'], { move, cut: 'b left' })]))
  const fold = foldOf([...all, cut])
  for (const { event } of [...all, cut]) fold.apply(event)
  expect(fold.get('s|q2')?.cut?.reason).toBe('b left')
})

import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../../core/event.ts'
import type { Journal } from '../../core/journal.ts'
import { append, message, tempJournal } from '../../../test/fakes/journal.ts'

const minute = 60_000
const late = (event: NewEvent): NewEvent => ({ ...event, late: true })
const lamp = (wireId: string, up: boolean): NewEvent => ({
  wireId,
  raw: { text: wireId },
  body: { kind: 'lamp', lamp: up ? 'up' : 'down', text: 'caught up', since: 1 },
})
const wiresUpTo = (journal: Journal, at: number): string[] =>
  journal.steps({ workspace: 'w', after: 0, before: journal.cursorAt('w', at) + 1, limit: 500, upTo: 1 }).map(({ event }) => event.wireId)

describe('where the journal was at a time', () => {
  test('is the last event stored by then, inside a minute and between minutes', () => {
    const journal = tempJournal()
    append(journal, [message('a')], { at: minute })
    append(journal, [message('b')], { at: minute + 10 })
    append(journal, [message('x')], { at: minute + 20, source: 'irc' })
    append(journal, [message('other')], { at: minute + 25, source: 'elsewhere', workspace: 'v' })
    append(journal, [message('c')], { at: 5 * minute })
    expect(wiresUpTo(journal, minute - 1)).toEqual([])
    expect(wiresUpTo(journal, minute)).toEqual(['a'])
    expect(wiresUpTo(journal, minute + 19)).toEqual(['a', 'b'])
    expect(wiresUpTo(journal, minute + 20)).toEqual(['a', 'b', 'x'])
    expect(wiresUpTo(journal, 4 * minute)).toEqual(['a', 'b', 'x'])
    expect(wiresUpTo(journal, 9 * minute)).toEqual(['a', 'b', 'x', 'c'])
    expect(journal.begin('w')).toBe(minute)
  })

  test('counts what was imported later from then on, and history read for the first time at once', () => {
    const journal = tempJournal()
    append(journal, [late(message('first read'))], { at: 10 * minute })
    expect(wiresUpTo(journal, 10 * minute)).toEqual(['first read'])
    append(journal, [message('now')], { at: 12 * minute })
    append(journal, [late(message('imported'))], { at: 11 * minute })
    expect(wiresUpTo(journal, 11 * minute)).toEqual(['first read'])
    expect(wiresUpTo(journal, 12 * minute)).toEqual(['first read', 'now'])
    append(journal, [message('later')], { at: 13 * minute })
    expect(wiresUpTo(journal, 13 * minute)).toEqual(['first read', 'now', 'imported', 'later'])
  })

  test('survives a clock that was set back', () => {
    const journal = tempJournal()
    append(journal, [message('before')], { at: 10 * minute })
    append(journal, [message('wrong')], { at: 99 * minute })
    append(journal, [message('after')], { at: 11 * minute })
    expect(wiresUpTo(journal, 10 * minute)).toEqual(['before'])
    expect(wiresUpTo(journal, 11 * minute)).toEqual(['before', 'wrong', 'after'])
  })
})

test('an event is shown with the version that it had become by then', () => {
  const journal = tempJournal()
  const [first] = append(journal, [message('1', 'draft')], { at: minute })
  const [second] = append(journal, [message('1b', 'better', { supersedes: '1' })], { at: 2 * minute })
  append(journal, [message('1c', 'best', { supersedes: '1b' })], { at: 3 * minute })
  const at = (time: number) => journal.steps({ workspace: 'w', after: 0, before: 99, limit: 1_000, upTo: journal.cursorAt('w', time) })[0]
  expect(at(minute)).toEqual({ event: first })
  expect(at(2 * minute)).toEqual({ event: first, current: second })
  expect(at(3 * minute)?.current?.wireId).toBe('1c')
})

test('the newest of a range come first, and the rest with the cursor before them', () => {
  const journal = tempJournal()
  for (let number = 1; number <= 9; number++)
    append(journal, [message(String(number))], { at: number * minute, source: number % 2 === 0 ? 'irc' : 'chat' })
  const page = (before: number) => journal.steps({ workspace: 'w', after: 2, before, limit: 4, upTo: 99 })
  expect(page(99).map(({ event }) => event.wireId)).toEqual(['6', '7', '8', '9'])
  expect(page(page(99)[0]?.event.cursor ?? 0).map(({ event }) => event.wireId)).toEqual(['3', '4', '5'])
})

test('the status of a link at a moment is the last one stored by then', () => {
  const journal = tempJournal()
  append(journal, [lamp('l1', true)], { at: minute })
  append(journal, [lamp('l2', false)], { at: minute + 30_000 })
  append(journal, [lamp('l3', true)], { at: 9 * minute })
  const at = (time: number) => journal.lastOf('w', 'lamp', time).map(({ wireId }) => wireId)
  expect([at(0), at(minute), at(minute + 29_999), at(minute + 30_000), at(8 * minute), at(9 * minute)]).toEqual([
    [],
    ['l1'],
    ['l1'],
    ['l2'],
    ['l2'],
    ['l3'],
  ])
})

test('messages from or to a name are counted between whole minutes', () => {
  const journal = tempJournal()
  append(journal, [message('a'), message('b', 'b', { from: 'tester', to: ['coder'] })], { at: minute })
  append(journal, [late(message('old'))], { at: minute })
  append(journal, [message('c')], { at: 2 * minute + 1 })
  expect(journal.involved('w', ['chat|coder', 'chat|tester', 'chat|nobody', 'irc|coder'], [0, minute, 2 * minute, 3 * minute])).toEqual([
    [0, 3, 1],
    [0, 1, 0],
    [0, 0, 0],
    [0, 0, 0],
  ])
})

test('forgetting a workspace takes its minutes along', () => {
  const journal = tempJournal()
  append(journal, [message('a')], { at: minute })
  journal.removeWorkspace('w')
  expect([journal.cursorAt('w', 9 * minute), journal.minutes('w', 0, 9 * minute), journal.begin('w')]).toEqual([0, [], undefined])
})

import { expect, test } from 'vitest'
import type { Event } from '../core/event.ts'
import type { Halt } from '../core/halt.ts'
import { openHaltView } from './halt-view.ts'
import type { Services } from './services.ts'

const halt: Halt = { id: '7F3K', at: 1_000, scope: { kind: 'all' }, level: 'stop', by: 'operator', rows: [] }

function message(from: string, more: Partial<Event> = {}, since?: number): Event {
  const body = { kind: 'message', from, to: [], observers: [], text: 'on', ...(since !== undefined && { since }) }
  return { id: 'e', at: 2_000, raw: { text: 'on' }, body, ...more } as unknown as Event
}

test('the end of an answer that had begun before the halt is not talk after it, nor is what was read late', () => {
  const halts = { of: () => halt, refused: () => ({ count: 0, last: [] }), ask: () => undefined, unwritten: () => undefined }
  const view = openHaltView({ halts, journal: {}, now: () => 3_000 } as unknown as Services, 'w')
  view.apply(
    'l1',
    [message('Docs', {}, 900), message('late', { late: true }), message('before', { at: 999 }), message('operator')],
    'operator',
  )
  expect(view.state()?.talking).toEqual([])
  view.apply('l1', [message('gemini', {}, 1_100), message('coder')], 'operator')
  expect(view.state()?.talking.map(({ name }) => name)).toEqual(['gemini', 'coder'])
})

test.each([true, false])('says that the file of halts cannot be written, and whether the journal has it: %s (F28)', (isInJournal) => {
  const fault = { code: 'unavailable', message: 'the disk is full' } as const
  const unwritten = () => ({ fault, isInJournal })
  const halts = { of: () => halt, refused: () => ({ count: 0, last: [] }), ask: () => undefined, unwritten }
  const state = openHaltView({ halts, journal: {}, now: () => 3_000 } as unknown as Services, 'w').state()
  expect(state).toMatchObject({ unwritten: fault })
  expect(state?.isInMemoryOnly).toBe(isInJournal ? undefined : true)
})

test('a text that is being sent now is not in doubt: what became of it is known here (F28)', () => {
  const text = { key: 'k', place: 'chat.md', wire: 'HALT', step: 'sending' }
  const rows = [5_000, 2_999].map((at, index) => ({ workspace: 'w', link: `l${index}`, says: [{ ...text, at }] }))
  const changes: unknown[] = []
  const now = { ...halt, rows } as unknown as Halt
  const halts = { of: () => now, change: (_id: string, change: (halt: Halt) => Halt) => changes.push(change(now)) }
  const journal = { page: () => ({ events: [], hasBefore: false }) }
  const view = openHaltView({ halts, journal, now: () => 3_000 } as unknown as Services, 'w')
  view.caughtUp('l0', false)
  expect(changes).toEqual([])
  // Of the last run, it was not sent if the file does not have it.
  view.caughtUp('l1', false)
  expect(changes).toMatchObject([{ rows: [{ says: [{ step: 'sending' }] }, { says: [{ step: 'planned' }] }] }])
})

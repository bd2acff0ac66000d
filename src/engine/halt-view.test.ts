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

test('says that a halt is in memory only (F28)', () => {
  const fault = { code: 'unavailable', message: 'the disk is full' } as const
  const halts = { of: () => halt, refused: () => ({ count: 0, last: [] }), ask: () => undefined, unwritten: () => fault }
  expect(openHaltView({ halts, journal: {}, now: () => 3_000 } as unknown as Services, 'w').state()).toMatchObject({ unwritten: fault })
})

import { describe, expect, test } from 'vitest'
import type { Event } from '../../core/event.ts'
import type { Halt } from '../../core/halt.ts'
import { openHaltView } from './halt-view.ts'
import type { Services } from '../services.ts'

const halt: Halt = { id: '7F3K', at: 1_000, scope: { kind: 'all' }, level: 'stop', by: 'operator', rows: [] }

function message(from: string, more: Partial<Event> = {}, since?: number): Event {
  const body = { kind: 'message', from, to: [], observers: [], text: 'on', ...(since !== undefined && { since }) }
  return { id: 'e', at: 2_000, raw: { text: 'on' }, body, ...more } as unknown as Event
}

/** A view of this halt, opened when the clock said `now`. */
function viewAt(now: number, unwritten: () => unknown = () => undefined): ReturnType<typeof openHaltView> {
  const halts = { of: () => halt, list: () => [halt], refused: () => ({ count: 0, last: [] }), ask: () => undefined, unwritten }
  return openHaltView({ halts, journal: {}, now: () => now } as unknown as Services, 'w')
}

test('the end of an answer that had begun before the halt is not talk after it, nor is what was read late', () => {
  const view = viewAt(3_000)
  view.apply('l1', [message('Docs', {}, 900), message('late', { late: true }), message('operator')], 'operator')
  expect(view.state()?.talking).toEqual([])
  view.apply('l1', [message('gemini', {}, 1_100), message('coder')], 'operator')
  expect(view.state()?.talking.map(({ name }) => name)).toEqual(['gemini', 'coder'])
})

test.each([true, false])('says that the file of halts cannot be written, and whether the journal has it: %s (F28)', (isInJournal) => {
  const fault = { code: 'unavailable', message: 'the disk is full' } as const
  const state = viewAt(3_000, () => ({ fault, isInJournal })).state()
  expect(state).toMatchObject({ unwritten: fault })
  expect(state?.isInMemoryOnly).toBe(isInJournal ? undefined : true)
})

test('who talks after the halt is seen while the clock is behind it, since it was set back (F28)', () => {
  const view = viewAt(500)
  view.apply(
    'l1',
    [message('coder', { at: 500 }), message('gemini', { at: 501 }, 500), message('late', { at: 502, late: true })],
    'operator',
  )
  expect(view.state()?.talking.map(({ name }) => name)).toEqual(['coder', 'gemini'])
})

const haltLine = (at: number): Event => ({ ...message('operator', { at }), raw: { text: 'HALT' } }) as unknown as Event

describe('a text that is being sent', () => {
  const text = { key: 'k', place: 'chat.md', wire: 'HALT', step: 'sending', at: 2_000 } as const

  /** A view that was opened when the clock said `now`, on halts that have this text. */
  function opened({
    now,
    stored = [],
    other = [],
  }: {
    readonly now: number
    readonly stored?: readonly Event[]
    readonly other?: readonly Halt[]
  }) {
    const row = { workspace: 'w', link: 'l1', says: [text] }
    const of = new Map([...other, { ...halt, rows: [row] } as unknown as Halt].map((each) => [each.id, each]))
    const halts = {
      of: () => [...of.values()][0],
      list: () => [...of.values()],
      change: (id: string, change: (halt: Halt) => Halt) => of.set(id, change(of.get(id) ?? halt)),
    }
    const journal = { page: () => ({ events: stored, hasBefore: false }) }
    const view = openHaltView({ halts, journal, now: () => now } as unknown as Services, 'w')
    return { view, halts, texts: () => of.get(halt.id)?.rows.flatMap(({ says }) => says) }
  }

  // 1: the clock was set back after the crash
  test.each([3_000, 1])('when Patchbay stopped was not sent if the file does not have it, whatever the clock says: %i (F28)', (now) => {
    const { view, texts } = opened({ now })
    view.caughtUp('l1', false)
    expect(texts()).toMatchObject([{ step: 'planned' }])
  })

  test.each([3_000, 1])('when Patchbay stopped was sent if it is there, whatever the clock says: %i (F28)', (now) => {
    const read = opened({ now })
    read.view.apply('l1', [haltLine(now)], 'operator')
    expect(read.texts()).toMatchObject([{ step: 'done' }])
    // Read when Patchbay had started again, by a clock that was behind then, too.
    const journaled = opened({ now, stored: [haltLine(Math.max(now, 2_000)), haltLine(now)] })
    journaled.view.caughtUp('l1', false)
    expect(journaled.texts()).toMatchObject([{ step: 'done' }])
  })

  test('is decided of every halt, not only of the one that is shown (F28)', () => {
    const { view, texts } = opened({ now: 3_000, other: [{ ...halt, id: 'AAAA' }] })
    view.caughtUp('l1', false)
    expect(texts()).toMatchObject([{ step: 'planned' }])
  })

  test.each([3_000, 1])('now is not in doubt: what became of it is known here, whatever the clock says: %i (F28)', (now) => {
    const { view, halts, texts } = opened({ now })
    // It is sent again.
    halts.change(halt.id, (stored) => ({ ...stored, rows: stored.rows.map((row) => ({ ...row, says: [{ ...text, at: now + 1 }] })) }))
    view.caughtUp('l1', false)
    expect(texts()).toMatchObject([{ step: 'sending' }])
  })
})

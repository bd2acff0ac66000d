import { expect, test } from 'vitest'
import { acted, ask, folded, onRef, type ActedEvent } from '../../../../test/fakes/acts.ts'
import type { Debt, DebtMark } from '../../debt.ts'
import { withMark } from './decided.ts'

const minute = 60_000
const opened = acted(1, 'planner', 'coder', [ask('planner', ['coder'], 't')])
const failed = acted(3, 'coder', 'planner', [onRef('fail', 'coder', 't')])

/** A reminder of `t`, in a message that is known as `u`. */
function askedAgain(by: string): ActedEvent {
  return acted(5, by, 'coder', [onRef('ask', by, 't', { again: true, alias: 'u' })])
}

const mark = (verb: DebtMark['verb'], at: number): DebtMark => ({ verb, at: at * minute, cursor: 0 })

function stateAfter(...all: readonly ActedEvent[]): Debt | undefined {
  return folded([opened, ...all], { operator: 'me' }).get('s|t')
}

test('what could not be done is owed again when its creditor or the operator asks for it again; answers to that message count (F27)', () => {
  expect(stateAfter(failed)).toMatchObject({ state: 'failed' })
  for (const by of ['planner', 'me'])
    expect(stateAfter(failed, askedAgain(by))).toMatchObject({ state: 'open', asked: 2, sign: 5 * minute })
  expect(stateAfter(failed, askedAgain('mallory'))?.state).toBe('failed')
  expect(stateAfter(failed, askedAgain('me'), acted(6, 'coder', 'planner', [onRef('answer', 'coder', 'u')]))).toMatchObject({
    state: 'settled',
    end: { event: 'event-6' },
  })
  expect(stateAfter(acted(3, 'coder', 'planner', [onRef('answer', 'coder', 't')]), askedAgain('me'))?.state).toBe('settled')
})

test('what could not be done is owed by whom it is handed over to (F27)', () => {
  const passed = acted(5, 'me', 'docs', [onRef('pass', 'me', 't', { to: ['docs'] })])
  expect(stateAfter(failed, passed)).toMatchObject({ state: 'open', debtor: 'docs' })
})

test('what the operator decided about what could not be done is over once it is owed again (F27)', () => {
  const passed = acted(5, 'me', 'docs', [onRef('pass', 'me', 't', { to: ['docs'] })])
  const taken = acted(5, 'docs', 'planner', [onRef('take', 'docs', 't')])
  for (const more of [askedAgain('planner'), passed, taken]) {
    const debt = stateAfter(failed, more) as Debt
    for (const verb of ['settle', 'waive', 'none'] as const) {
      expect(withMark(debt, mark(verb, 4), 'me').state).toBe('open')
      expect(withMark(debt, mark(verb, 6), 'me').state).not.toBe('open')
    }
  }
  // A reminder alone takes no decision back.
  expect(withMark(stateAfter(askedAgain('planner')) as Debt, mark('settle', 4), 'me').state).toBe('settled')
})

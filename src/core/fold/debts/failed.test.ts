import { expect, test } from 'vitest'
import { acted, ask, folded, onRef, type ActedEvent } from '../../../../test/fakes/acts.ts'
import type { Debt } from '../../debt.ts'

const minute = 60_000
const opened = acted(1, 'planner', 'coder', [ask('planner', ['coder'], 't')])
const failed = acted(3, 'coder', 'planner', [onRef('fail', 'coder', 't')])

/** A reminder of `t`, in a message that is known as `u`. */
function askedAgain(by: string): ActedEvent {
  return acted(5, by, 'coder', [onRef('ask', by, 't', { again: true, alias: 'u' })])
}

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

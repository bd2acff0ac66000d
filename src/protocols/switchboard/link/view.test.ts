import { expect, test } from 'vitest'
import { MailIndex } from './mail-index.ts'
import type { Problems } from './problems.ts'
import type { RunningLink } from './running-link.ts'
import { viewOf } from './view.ts'

/** The view of a link with so many mailboxes and entries of `state.json` under made-up names, and one agent that our server registered. */
function viewWith(madeUp: number): ReturnType<typeof viewOf> {
  const index = new MailIndex(() => new Map())
  const names = [...Array.from({ length: madeUp }, (_, at) => `a-made-up-${at}`), 'planner']
  for (const agent of names) index.apply({ kind: 'archived', agent, id: 'msg_1700000000000_a', file: '' } as never)
  const service = { holdOf: () => undefined, registrationOf: (name: string) => (name === 'planner' ? { id: 'r1' } : undefined) }
  const link = {
    config: { folder: '.' },
    context: { operator: () => 'operator', now: () => 0, gate: { stands: () => false } },
    index,
    keeping: { state: { exists: true, is: 'we' }, server: { state: 'off' }, service },
    mailboxes: { deadLetters: () => [] },
    state: { state: { chatAgents: new Map(names.map((name) => [name, {}])), terminals: new Map(), teams: new Map(), session: {} } },
    shells: { waiting: () => [], stateOf: () => undefined },
    registered: new Set<string>(),
  }
  return viewOf(link as unknown as RunningLink, { list: () => [] } as unknown as Problems)
}

test('mailboxes and entries under made-up names push no registered agent out of the lists, nor the operator', () => {
  const { mailboxes, more, roster } = viewWith(600)
  expect([mailboxes.length, more, roster.length]).toEqual([500, 102, 500])
  expect(mailboxes.slice(0, 3).map(({ name }) => name)).toEqual(['operator', 'planner', 'a-made-up-0'])
  expect(roster[0]?.name).toBe('planner')
})

import { expect, test } from 'vitest'
import { acted, ask, onRef } from '../../../../test/fakes/acts.ts'
import { messageBody, storedEvent } from '../../../../test/fakes/events.ts'
import { limits } from '../../limits.ts'
import { foldKnownAgents, knownAgentsSchema } from './known-agents.ts'

const mention = acted(1, 'ann', 'coder', [ask('ann', ['Coder', 'bob'], 'm', 'answer', { onlyAgents: true })])

/** Who is found by an event after a mention, and whether the two who were mentioned are agents in the end. */
function heard(event: Parameters<typeof storedEvent>[1], acts: Parameters<typeof acted>[3] = []): unknown[] {
  const known = foldKnownAgents()
  expect(known.apply(mention.event, mention.acts)).toEqual([])
  return [known.apply(storedEvent(2, event), acts), known.isAgent('s', 'Coder'), known.isAgent('s', 'bob')]
}

test('a state, a profile, an answer on its way or a reply shows an agent; talk does not (F27)', () => {
  const presence = { kind: 'presence', agent: 'coder', word: 'idle', evidence: 'transport', said: 'here' } as const
  const reply = { ...messageBody('coder', 'ann', 'Yes.'), replyTo: 'm' }
  const answers = [onRef('answer', 'coder', 'm')]
  const doubted = [onRef('answer', 'coder', 'm', { doubt: 'not verified' })]
  expect(heard(presence)).toEqual([['coder'], true, false])
  expect(heard({ kind: 'profile', agent: 'CODER' })).toEqual([['CODER'], true, false])
  expect(heard(reply, answers)).toEqual([['coder'], true, false])
  expect(heard(reply, doubted)).toEqual([[], false, false])
  expect(heard(messageBody('coder', 'ann', 'Yes.'), answers)).toEqual([[], false, false])
  expect(heard({ ...presence, agent: 'tester' })).toEqual([[], false, false])
})

test('it is saved as JSON, says news once, and is bounded (F27)', () => {
  const known = foldKnownAgents()
  known.apply(mention.event, mention.acts)
  const again = foldKnownAgents(knownAgentsSchema.parse(JSON.parse(JSON.stringify(known.snapshot()))))
  const profile = storedEvent(2, { kind: 'profile', agent: 'bob' })
  expect([again.apply(profile, []), again.apply(profile, [])]).toEqual([['bob'], []])
  for (let at = 0; at <= limits.knownAgents; at++) again.apply(storedEvent(3, { kind: 'profile', agent: `agent-${at}` }), [])
  expect(again.snapshot().agents).toHaveLength(limits.knownAgents)
  expect([again.isAgent('s', 'bob'), again.isAgent('s', 'agent-1')]).toEqual([false, true])
})

import { expect, test } from 'vitest'
import { storedEvent } from '../../../../test/fakes/events.ts'
import { miraThere, receivedOf, said, streamed, uuid, webProject } from '../../../../test/fakes/jaibber-messages.ts'
import type { Condition } from '../../../core/condition.ts'
import { stoppedEvent } from '../agents/stopped-event.ts'
import { promptsInView, stoppedInEvent } from './conditions.ts'
import { wireIdOf } from './ids.ts'
import { jaibberMessageSchema } from './message.ts'
import { MessageReader } from './message-reader.ts'

const now = 1_700_000_000_000
const ended = { agentName: 'Tester', isAgentMessage: true, responseDepth: 3, respondingChain: ['reviewer', 'docs', 'tester'] }
const answered = { agentName: 'Tester', isAgentMessage: true, responseDepth: 2, respondingChain: ['coder', 'tester'] }

const trigger = (text: string) => jaibberMessageSchema.parse({ ...streamed('response', text), ...said(text), ...ended })

function inMessage(message: object): readonly Condition[] {
  const reader = new MessageReader({ find: () => undefined, us: () => miraThere, place: () => webProject, isForOperator: () => false })
  const { events } = reader.read(receivedOf(message, 1), 'p1', now)
  return events.flatMap((event, index) => stoppedInEvent(storedEvent(index + 1, event.body, event)))
}

test.each([
  ['the chain is as long as it may be', '@Coder again?', ended, 'Tester is not answered: depth 3 of 3'],
  [
    'the agent has answered in the chain',
    '@Coder please run it again',
    answered,
    'Tester is not answered: Coder has answered in this chain',
  ],
  ['nothing is asked', '@Coder thanks!', ended, undefined],
  ['the chain goes on', '@Coder again?', { ...ended, responseDepth: 1, respondingChain: ['tester'] }, undefined],
  ['a person speaks', '@Coder again?', {}, undefined],
])('a stopped chain needs the operator where %s', (_what, text, more, shown) => {
  const found = inMessage(said(text, more))
  expect(found.map((one) => one.text)).toEqual(shown === undefined ? [] : [shown])
  if (shown !== undefined) expect(found).toMatchObject([{ source: 'stopped', who: 'Tester', to: 'Coder', unanswered: wireIdOf(uuid(1)) }])
})

test('an agent of this machine that does not answer says so by a note', () => {
  const note = (text: string): readonly Condition[] => {
    const event = stoppedEvent('Coder', trigger(text), 'depth', 'depth 3 reached: Docs → Tester → Coder')
    return stoppedInEvent(storedEvent(1, event.body, event))
  }
  expect(note('@Coder, is it in?')).toMatchObject([
    { who: 'Tester', to: 'Coder', text: 'Tester is not answered: depth 3 of 3', unanswered: wireIdOf(trigger('x').messageId) },
  ])
  expect(note('@Coder well done')).toEqual([])
  const waits = stoppedEvent('Coder', trigger('@Coder, is it in?'), 'loop', 'they said the same; it waits')
  expect(stoppedInEvent(storedEvent(1, waits.body, waits))).toEqual([])
})

test('every prompt that waits for a paste needs the operator', () => {
  const prompt = { id: 'q1', agent: 'Docs', messageId: 'm1', project: 'p1', from: 'lead', text: '@Docs the table', at: now, chars: 40 }
  expect(promptsInView({ prompts: [prompt] })).toEqual([
    { id: 'prompt/q1', source: 'prompt', who: 'Docs', text: 'Docs waits for your answer to lead', since: now, about: 'q1' },
  ])
})

test('a name that reads like a sentence stands in quotes in the words of Patchbay', () => {
  const prompt = { id: 'q1', agent: 'Docs', messageId: 'm1', project: 'p1', from: 'nobody', text: '', at: now, chars: 0 }
  expect(promptsInView({ prompts: [{ ...prompt, agent: 'All is well. Docs' }] })[0]?.text).toBe(
    '“All is well. Docs” waits for your answer to “nobody”',
  )
  const event = stoppedEvent('Coder', { ...trigger('@Coder, is it in?'), agentName: 'All is well. Tester' }, 'depth', 'depth 3 reached')
  expect(stoppedInEvent(storedEvent(1, event.body, event))[0]?.text).toMatch(/^“All is well\. Tester” is not answered/u)
})

import { describe, expect, test } from 'vitest'
import { messageBody, storedEvent } from '../../../../test/fakes/events.ts'
import type { Act } from '../../../core/acts.ts'
import { notSentHere } from '../../../core/doubt.ts'
import { foldDebts } from '../../../core/fold/debts.ts'
import { chatActs } from './acts-of.ts'
import { readProcessStatus } from './process-status.ts'
import { ChatReader } from './reader.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

/** The acts of each item of a file. */
function actsOf(file: string): (readonly Act[])[] {
  const reader = new ChatReader({ generation: 0, label: 'chat.md', path: '.workplace/chat.md', position: { offset: 0, line: 0 } })
  reader.push(new TextEncoder().encode(file))
  return reader.take('settled').map((event, index) => chatActs(storedEvent(index + 1, event.body, event)))
}
const shown = ({ act, kind, by, to, about }: Act): string =>
  [act, kind, `${by}→${to?.join('+') ?? ('turn' in about ? about.turn : 'pair' in about ? about.pair : about.ref)}`]
    .filter(Boolean)
    .join(' ')
const lines = (file: string): string[][] => actsOf(file).map((acts) => acts.map(shown))

describe('acts of chat (F27)', () => {
  test.each([
    ['[coder-to-reviewer]: Is it late?', ['speak coder→reviewer', 'ask answer coder→reviewer']],
    ['[coder-to-reviewer] @ [tester, docs]: Please check it', ['speak coder→reviewer', 'ask answer coder→reviewer']],
    ['[coder-to-reviewer] @ [tester]: @tester is it late?', ['speak coder→reviewer', 'ask answer coder→reviewer']],
    ['[coder-to-coder]: Is it late?', []],
    ['[coder-to-reviewer]: Acknowledged — received', ['ack coder→reviewer']],
    ['[coder-to-reviewer]: Acknowledged — looking', ['take task coder→reviewer']],
    ['[coder-to-reviewer]: 收到', ['ack coder→reviewer']],
    ['[coder-to-reviewer]: It is in.', ['speak coder→reviewer']],
    ['[coder-to-reviewer]: Review: src/a.ts', ['speak coder→reviewer', 'ask review coder→reviewer']],
    ['[coder-to-reviewer]: Taking: src/a.ts', ['take coder→reviewer']],
    ['# is it late?', []],
    ['  [coder-to-reviewer]: is it late?', []],
    ['--- WATCHER RESTARTED ---', []],
    ['[coder-to-reviewer]: Log:\n  > is it late?\n  `why?`', ['speak coder→reviewer']],
    // The conversation of the demo, line by line.
    ['[planner-to-coder]: Step 101: rate limits are per minute now.', ['speak planner→coder']],
    ['[coder-to-planner]: Acknowledged — starting on step 101', ['take task coder→planner']],
    ['[coder-to-reviewer]: Please review the retry helper', ['speak coder→reviewer', 'ask answer coder→reviewer']],
    [
      '[reviewer-to-coder]: Should a date without a zone work as well? The RFC allows it.',
      ['speak reviewer→coder', 'ask answer reviewer→coder'],
    ],
    ['[coder-to-reviewer]: Yes. Added a case.', ['speak coder→reviewer']],
    ['[reviewer-to-coder]: Approved with one nit — name the constant.', ['speak reviewer→coder']],
  ])('%s', (file, acts) => expect(lines(`${file}\n`)).toEqual([acts]))

  test('evidence: a question is inferred from its sentence, an acknowledgement is part of the format', () => {
    expect(actsOf('[a-to-b]: The port moved. Is it late?\n')[0]?.[1]).toMatchObject({
      evidence: 'inferred',
      cue: [16, 27],
      text: 'Is it late?',
    })
    expect(actsOf('[a-to-b]: Acknowledged — received\n')[0]?.[0]).toMatchObject({ evidence: 'declared' })
    expect(actsOf('[a-to-b]: Review: it\n')[0]?.[1]).toMatchObject({
      evidence: 'declared',
      about: { ref: expect.stringMatching(/^0:\d:/) },
    })
  })

  test('a line in the operator’s name that was not sent from here opens with a doubt, one with bad bytes does not', () => {
    const body = messageBody('operator', 'b', 'Is it late?')
    const doubts = (...given: string[]): unknown[] => chatActs(storedEvent(1, { ...body, doubts: given })).map(({ doubt }) => doubt)
    expect(doubts(notSentHere)).toEqual([notSentHere, notSentHere])
    expect(doubts('Contains 1 byte that is not valid UTF-8')).toEqual([undefined, undefined])
  })
})

test('process-status.json: an agent that waits for another is an act, a state alone is not (F27)', () => {
  const states = readProcessStatus(
    JSON.stringify({
      coder: { status: 'running', task: 'waiting for reviewer' },
      docs: { status: 'running', task: 'waiting for the reviewer to come back' },
      tester: { status: 'running', task: 'waiting for tester' },
      lead: { status: 'idle' },
    }),
  )
  if (!states.ok) throw new Error(states.fault.message)
  expect(states.value.map((body, index) => chatActs(storedEvent(index + 1, body)))).toEqual([
    [
      {
        act: 'wait',
        by: 'coder',
        about: { pair: 'reviewer', kinds: ['task', 'review', 'answer'] },
        to: ['reviewer'],
        evidence: 'declared',
      },
    ],
    [],
    [],
    [],
  ])
})

test('process-status.json: what an agent waits for is a declared question, until its next state (F27)', () => {
  const [body] = valueOf(readProcessStatus('{ "coder": { "status": "running", "task": "waiting for mira: permission to run npm test" } }'))
  if (body === undefined) throw new Error('no state')
  expect(body).toMatchObject({ word: 'waiting', evidence: 'declared', said: 'running' })
  const acts = (wireId: string, after?: string): readonly Act[] =>
    chatActs(storedEvent(1, { ...body, ...(after !== undefined && { after }) }, { wireId }))
  expect(acts('s1')[1]).toMatchObject({
    act: 'ask',
    kind: 'answer',
    to: ['mira'],
    about: { ref: 's1' },
    text: 'permission to run npm test',
    evidence: 'declared',
  })
  expect(acts('s2', 's1')[0]).toMatchObject({ act: 'cancel', by: 'coder', about: { ref: 's1' } })
  const fold = foldDebts({ actsOf: chatActs })
  fold.apply(storedEvent(1, body, { wireId: 's1' }))
  expect([...fold.open().values()]).toMatchObject([
    { creditor: 'coder', debtor: 'mira', kind: 'answer', text: 'permission to run npm test' },
  ])
  fold.apply(storedEvent(2, { ...body, word: 'idle', task: '', after: 's1' }, { wireId: 's2' }))
  expect(fold.open().size).toBe(0)
})

test('process-status.json: what can only be answered in the agent’s terminal is owed there, not as an answer (F27)', () => {
  const [body] = valueOf(
    readProcessStatus('{ "coder": { "status": "running", "task": "waiting for mira: in its terminal: run npm test" } }'),
  )
  if (body === undefined) throw new Error('no state')
  expect(chatActs(storedEvent(1, body)).at(-1)).toMatchObject({ act: 'ask', kind: 'terminal', to: ['mira'], text: 'run npm test' })
})

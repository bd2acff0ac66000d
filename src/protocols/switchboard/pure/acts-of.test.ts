import { describe, expect, it } from 'vitest'
import type { Act } from '../../../core/acts.ts'
import type { Event } from '../../../core/event.ts'
import { storedEvent } from '../../../../test/fakes/events.ts'
import { switchboardActs } from './acts-of.ts'
import { claimWords, isForged, notFromItsSession } from './claim.ts'
import { agentBodies, mailEvent, receiptEvent } from './events.ts'
import { movedByOther } from './mark.ts'
import { parseMessageFile } from './message.ts'
import { runEvent } from './run-event.ts'

const now = Date.UTC(2026, 0, 2)

/** A message as the link reads it from its file. */
function mail(from: string, to: string, action: string, payload: string, more: object = {}, doubts: readonly string[] = []): Event {
  const text = JSON.stringify({ id: 'msg_1', action, sender: from, recipient: to, payload, createdAt: '2026-01-01T00:00:00Z', ...more })
  const read = parseMessageFile('msg_1.json', text)
  if (!read.ok) throw new Error(read.fault.message)
  const event = mailEvent({ mailbox: to, message: read.value, text, path: `.switchboard/inbox/${to}/msg_1.json`, doubts, now })
  return storedEvent(1, event.body, { wireId: event.wireId, raw: event.raw })
}
function proof(
  stage: 'delivered' | 'acked' | 'answered' | 'failed' | 'archived',
  text: string,
  file: string,
  by?: string,
  of = 'coder/msg_1',
  asked?: string,
): Event {
  const event = receiptEvent({
    of,
    stage,
    text,
    path: file,
    raw: '{}',
    ...(by !== undefined && { by }),
    ...(asked !== undefined && { asked }),
  })
  return storedEvent(1, event.body, { wireId: event.wireId, raw: event.raw })
}
function status(said: string, statusMessage: string): Event {
  const [body] = agentBodies('planner', { status: said, statusMessage, rest: new Map() }, true, now)
  if (body === undefined) throw new Error('no body')
  return storedEvent(1, body)
}
/** An act in one line: `answer reviewer task/…`. */
function line({ act, by, about, kind, to, parent, again, evidence }: Act): string {
  const what =
    'ref' in about
      ? about.ref + (about.kinds === undefined ? '' : `:${about.kinds.join('+')}`)
      : 'pair' in about
        ? `~${about.pair}:${about.kinds.join('+')}`
        : `@${about.turn}`
  return [again === true ? 'again' : act, by, what, kind, to && `→${to.join()}`, parent && `^${parent}`, evidence].filter(Boolean).join(' ')
}
/** The doubts about the acts of a result that only a file says is by this author. */
function doubtsOfClaim(from: string, text = claimWords): (string | undefined)[] {
  const { body } = mail(from, 'planner', 'submit_result', 'Done', { replyTo: 'm0' })
  const claimed = storedEvent(1, { ...body, doubts: [{ severity: 'warning', text }] } as Event['body'])
  return switchboardActs(claimed, 'operator').map(({ doubt }) => doubt)
}
const refs = (event: Event): string[] => switchboardActs(event, 'operator').flatMap(({ about }) => ('ref' in about ? [about.ref] : []))
const acts = (event: Event): string[] => switchboardActs(event, 'operator').map(line)
const result = '.switchboard/inbox/coder/msg_1.result.json'

describe('acts of Switchboard events', () => {
  it.each<readonly [string, Event, readonly string[]]>([
    ['work for one', mail('planner', 'coder', 'delegate_task', 'Step 1'), ['ask planner coder/msg_1 task →coder declared']],
    ['a review', mail('coder', 'operator', 'request_review', 'May I?'), ['ask coder operator/msg_1 review →operator declared']],
    ['a command line', mail('planner', 'build', 'execute', 'npm test'), ['ask planner build/msg_1 task →build declared']],
    [
      'a result that names its task',
      mail('coder', 'planner', 'submit_result', 'Done', { replyTo: 'm0' }),
      ['answer coder coder/m0 declared'],
    ],
    [
      'a result that names nothing',
      mail('coder', 'planner', 'submit_result', 'Step 1 is done: all green.'),
      ['answer coder ~planner:task+review inferred', 'speak coder @planner inferred'],
    ],
    [
      'a question back about a review',
      mail('reviewer', 'coder', 'status_update', 'One question: should a date work too?', { replyTo: 'm0' }),
      ['report reviewer reviewer/m0:task+review declared', 'ask reviewer @coder answer →coder ^reviewer/m0 inferred'],
    ],
    [
      'the operator’s reply, which answers a review too',
      mail('operator', 'coder', 'status_update', 'Steps 1 and 3 are fine.', { replyTo: 'm0' }),
      ['report operator operator/m0:task+review declared', 'answer operator operator/m0:answer+review declared'],
    ],
    [
      'an acknowledgement of the operator, which answers no review',
      mail('operator', 'coder', 'status_update', 'Received.', { replyTo: 'm0' }),
      ['report operator operator/m0:task+review declared', 'answer operator operator/m0:answer declared'],
    ],
    [
      'a question of the operator about a review, which does not',
      mail('operator', 'coder', 'status_update', 'What does step 2 change?', { replyTo: 'm0' }),
      ['report operator operator/m0:task+review declared', 'ask operator @coder answer →coder ^operator/m0 inferred'],
    ],
    [
      'an answer that goes on to ask',
      mail('coder', 'docs', 'status_update', 'The table is updated. Which one is next?', { replyTo: 'm0' }),
      ['report coder coder/m0:task+review declared', 'answer coder coder/m0:answer declared', 'ask coder @docs answer →docs inferred'],
    ],
    [
      'word about a message: news of work, or the answer to a question',
      mail('coder', 'docs', 'status_update', 'The code: 1 s since the last release.', { replyTo: 'm0' }),
      ['report coder coder/m0:task+review declared', 'answer coder coder/m0:answer declared'],
    ],
    [
      'news that name nothing',
      mail('tester', 'planner', 'status_update', 'Running. 120 of 500, no failure yet.'),
      ['report tester ~planner:task+review inferred', 'speak tester @planner inferred'],
    ],
    [
      'a question',
      mail('docs', 'coder', 'status_update', 'The handbook says that `--poll` is 2 s. Which is right?'),
      ['report docs ~coder:task+review inferred', 'speak docs @coder inferred', 'ask docs @coder answer →coder inferred'],
    ],
    [
      'a reminder in words',
      mail('planner', 'coder', 'status_update', 'Any news?'),
      ['report planner ~coder:task+review inferred', 'speak planner @coder inferred', 'again planner ~coder:task+review+answer inferred'],
    ],
    [
      'a reminder in metadata: never a report',
      mail('operator', 'coder', 'status_update', 'Reminder: no news?', { replyTo: 'm0', metadata: { reminder: 1 } }),
      ['again operator coder/m0 →coder declared'],
    ],
    [
      'work handed over',
      mail('operator', 'coder', 'delegate_task', 'Take over', { metadata: { handedOverFrom: 'docs', original: 'm0' } }),
      ['pass operator docs/m0 →coder declared'],
    ],
    [
      'work that its debtor hands over',
      mail('Docs', 'coder', 'delegate_task', 'Take over', { metadata: { handedOverFrom: 'docs', original: 'm0' } }),
      ['pass Docs docs/m0 →coder declared'],
    ],
    [
      'work of somebody else that a stranger hands over: work of its own',
      mail('mallory', 'coder', 'delegate_task', 'Take over', { metadata: { handedOverFrom: 'operator', original: 'm0' } }),
      ['ask mallory coder/msg_1 task →coder declared'],
    ],
    ['mail to oneself, however it is spelled', mail('Coder', 'coder', 'delegate_task', 'x'), []],
    ['an action that is none', mail('planner', 'coder', 'shout', 'x?'), []],
    ['a result file: delivered', proof('delivered', 'delivered', result, 'coder'), ['ack coder coder/msg_1 receipt']],
    ['a result file: completed', proof('answered', 'completed', result, 'coder'), ['answer coder coder/msg_1 receipt']],
    ['a result file: executed', proof('answered', 'executed', result, 'coder'), ['answer coder coder/msg_1 receipt']],
    ['a result file: failed', proof('failed', 'no key', result, 'coder'), ['fail coder coder/msg_1 receipt']],
    ['a result file: needs clarification', proof('answered', 'needs_clarification', result, 'coder'), ['wait coder coder/msg_1 receipt']],
    [
      'a result file: asks the author of the message back',
      proof('acked', 'needs_clarification', result, 'coder', 'coder/msg_1', 'Operator'),
      ['wait coder coder/msg_1 →operator receipt', 'ask coder @operator answer →operator ^coder/msg_1 receipt'],
    ],
    [
      'a result file: asks itself back',
      proof('acked', 'needs_clarification', result, 'coder', 'coder/msg_1', 'Coder'),
      ['wait coder coder/msg_1 receipt'],
    ],
    ['a reply proves a step only', proof('answered', 'status_update', '.switchboard/inbox/planner/m2.json', 'coder'), []],
    ['a delivery receipt is a step only', proof('delivered', 'ok', '.switchboard/outbox/planner/receipt_msg_1.json'), []],
    ['a mark: acknowledged', proof('acked', 'acknowledged', 'ledger/coder/m1.acknowledged.json'), ['ack coder coder/msg_1 receipt']],
    ['an agent archives: a step only', proof('archived', 'archived', '.switchboard/archive/coder/m1.json'), []],
    [
      'the operator archives his own mail: nothing more is wanted',
      proof('archived', 'archived', '.switchboard/archive/operator/m1.json', undefined, 'operator/msg_1'),
      ['cancel operator operator/msg_1 receipt'],
    ],
    [
      'somebody else moves it there',
      proof('archived', movedByOther, '.switchboard/archive/operator/m1.json', undefined, 'operator/msg_1'),
      [],
    ],
    ['waits for somebody', status('waiting', 'waiting for coder'), ['wait planner ~coder:task+review+answer →coder declared']],
    ['blocked by somebody', status('blocked', 'for coder'), ['wait planner ~coder:task+review+answer →coder declared']],
    ['works on something for somebody', status('working', 'for coder'), []],
    ['waits for itself', status('waiting', 'for planner'), []],
  ])('%s', (_what, event, expected) => {
    expect(acts(event)).toEqual(expected)
  })

  it('the operator is addressed in any case, and is an author only as written', () => {
    expect(acts(mail('coder', 'Operator', 'request_review', 'May I?'))).toEqual(['ask coder operator/msg_1 review →operator declared'])
    expect(acts(mail('Operator', 'coder', 'submit_result', 'ok', { replyTo: 'm0' }))).toEqual(['answer Operator operator/m0 declared'])
  })

  it('a file in the name of the operator, in any case, proves nothing that the operator did', () => {
    expect(['operator', 'Operator', 'coder'].map((from) => doubtsOfClaim(from))).toEqual([[claimWords], [claimWords], [undefined]])
    expect(acts(proof('answered', 'completed', '.switchboard/inbox/operator/m1.result.json', undefined, 'operator/m1'))).toEqual([])
  })

  it('a file in the name of an agent that is registered over MCP proves nothing that it did, nor does a result file for it (F27)', () => {
    expect(doubtsOfClaim('coder', notFromItsSession)).toEqual([notFromItsSession])
    expect([notFromItsSession, claimWords].map((text) => isForged({ doubts: [{ severity: 'warning', text }] }))).toEqual([true, false])
    for (const stage of ['answered', 'failed', 'delivered'] as const) {
      const { body, raw } = proof(stage, 'completed', result, 'coder')
      const claimed = storedEvent(1, { ...body, doubts: [notFromItsSession] } as Event['body'], { raw })
      expect(switchboardActs(claimed, 'operator').map(({ doubt }) => doubt)).toEqual([notFromItsSession])
    }
  })

  it('no name makes mail be about a run of a workflow (F27)', () => {
    const run = { run: 'run_1', name: 'handoff', phase: 1, of: 2, owner: 'coder', by: 'planner', is: 'active', isFirst: true } as const
    const opened = runEvent(run, '.switchboard/state.json')
    const [ref] = refs(storedEvent(1, opened.body, { wireId: opened.wireId, raw: opened.raw }))
    for (const event of [
      mail('workflow', 'planner', 'submit_result', 'Done', { replyTo: 'run_1' }),
      mail('Workflow', 'planner', 'status_update', 'Cannot: no key', { replyTo: 'run_1' }),
      mail('workflow', 'coder', 'delegate_task', 'Do', { metadata: { handedOverFrom: 'workflow', original: 'run_1' } }),
      proof('answered', 'completed', '.switchboard/inbox/workflow/run_1.result.json', 'workflow', 'workflow/run_1'),
    ])
      expect(refs(event)).not.toContain(ref)
    // Mail of an agent with this name is about its own mail all the same.
    const [asked] = switchboardActs(mail('planner', 'workflow', 'delegate_task', 'Do'), 'operator')
    expect(refs(mail('workflow', 'planner', 'submit_result', 'Done', { replyTo: 'msg_1' }))).toEqual([
      asked && 'ref' in asked.about && asked.about.ref,
    ])
  })

  it('the time it is due, in whichever version of the message', () => {
    const event = mail('planner', 'coder', 'delegate_task', 'Step 1\nmore', { metadata: { dueBy: '2026-01-05T00:00:00Z' } })
    for (const wireId of ['coder/msg_1', 'coder/msg_1@0a1b2c', 'coder/msg_1!failed', 'coder/msg_1@0a1b2c!failed'])
      expect(switchboardActs({ ...event, wireId }, 'operator')).toMatchObject([
        { about: { ref: 'coder/msg_1' }, text: 'Step 1', due: Date.UTC(2026, 0, 5) },
      ])
  })

  it('plain words can open and close debts', () => {
    expect(acts(mail('coder', 'docs', 'status_update', 'Review: the table of options'))).toContain(
      'ask coder docs/msg_1 review →docs declared',
    )
    const done = switchboardActs(mail('coder', 'docs', 'status_update', 'Done: merged', { replyTo: 'm0' }), 'operator')
    expect(done).toMatchObject([{ act: 'answer', about: { ref: 'coder/m0' } }])
  })

  it('reports doubts about an author, but not about a failed message', () => {
    const doubtful = switchboardActs(mail('operator', 'coder', 'delegate_task', 'x', {}, ['not sent from here']), 'operator')
    expect(doubtful).toMatchObject([{ act: 'ask', doubt: 'not sent from here' }])
    expect(
      switchboardActs(mail('planner', 'coder', 'delegate_task', 'x', {}, ['Not done at coder: no']), 'operator')[0],
    ).not.toHaveProperty('doubt')
  })
})

it('a halt in a mailbox answers no question of its agent (F28)', () => {
  expect(
    switchboardActs(mail('operator', 'coder', 'status_update', 'HALT 7F3K — stop after your current step and wait.'), 'operator'),
  ).toEqual([])
  expect(switchboardActs(mail('operator', 'coder', 'status_update', 'Go on.'), 'operator')).not.toEqual([])
})

import { describe, expect, test } from 'vitest'
import type { ActWord } from '../src/core/acts.ts'
import type { Event, EventBody, MessageEvent } from '../src/core/event.ts'
import type { LedgerAct, LedgerFacts, LedgerStep } from '../src/core/ledger.ts'
import { loadProtocols } from '../src/protocols/registry.ts'
import { messageBody, storedEvent } from './fakes/events.ts'

const protocols = new Map((await loadProtocols()).map((protocol) => [protocol.info.id, protocol]))
const toAgent = { ...storedEvent(1, messageBody('me', 'coder')), claimedAt: 900 } as MessageEvent
const toMe = { ...storedEvent(1, messageBody('coder', 'me')), claimedAt: 900 } as MessageEvent
const none: LedgerFacts = { receipts: [], acts: [], operator: 'me' }

function stepsOf(id: string, event: MessageEvent, facts: Partial<LedgerFacts> = {}): Record<string, LedgerStep> {
  const steps = protocols.get(id)?.ledger(event, { ...none, ...facts }) ?? []
  return Object.fromEntries(steps.map((step) => [step.step, step]))
}
const shapes = { yes: '●', 'not yet': '○', 'cannot tell': '–' } as const
/** written, seen, delivered, read, acked, answered. */
function drawn(id: string, event: MessageEvent, facts?: Partial<LedgerFacts>): string {
  return Object.values(stepsOf(id, event, facts))
    .map(({ state }) => shapes[state])
    .join('')
}
function proofOf(cursor: number, word: ActWord, by: string): LedgerAct {
  return { word, by, evidence: 'inferred', at: 2_000 + cursor, event: `event-${cursor}` }
}
function receipt(stage: Extract<EventBody, { kind: 'receipt' }>['stage'], text: string = stage): Event {
  return storedEvent(5, { kind: 'receipt', of: 'wire-1', stage, text, by: 'coder' }, { at: 3_000 })
}

describe('the ledger of a message', () => {
  test.each<readonly [id: string, heard: string, own: string, came: string, mine: string, answered: string]>([
    // heard, our own, our own that came back, to the operator, answered
    ['chat', '●●––○○', '●●––○○', '●●––○○', '●●–○○○', '●●–●○●'],
    ['scuttlebot', '●●––○○', '●●○–○○', '●●●–○○', '●●–○○○', '●●–●○●'],
    ['switchboard', '●●○○○○', '●●○○○○', '●●○○○○', '●●○○○○', '●●○●○●'],
    ['jaibber', '●●––○○', '●●○–○○', '●●●–○○', '●●–○○○', '●●–●○●'],
    ['codingagent', '●●○○–○', '●●○○–○', '●●○○–○', '●●○○–○', '●●○●–●'],
  ])('%s shows what is known, and never guesses', (id, heard, own, came, mine, answered) => {
    expect([
      drawn(id, toAgent),
      drawn(id, toAgent, { own: { sentAt: 800 } }),
      drawn(id, toAgent, { own: { sentAt: 800, confirmedAt: 950 } }),
      drawn(id, toMe),
      drawn(id, toAgent, { acts: [proofOf(2, 'answer', 'coder')] }),
    ]).toEqual([heard, own, came, mine, answered])
    for (const step of Object.values(stepsOf(id, toAgent))) expect(step.how).not.toBe('')
  })

  test.each(['chat', 'scuttlebot', 'switchboard', 'jaibber'])(
    '%s: whoever takes it on has acknowledged it; its author’s statements prove nothing',
    (id) => {
      expect(stepsOf(id, toAgent, { acts: [proofOf(2, 'take', 'coder')] })['acked']).toMatchObject({
        state: 'yes',
        by: 'coder',
        at: 2_002,
        event: 'event-2',
      })
      expect(stepsOf(id, toAgent, { acts: [proofOf(2, 'take', 'me'), proofOf(3, 'answer', 'me')] })['answered']).toMatchObject({
        state: 'not yet',
      })
    },
  )

  test.each([...protocols.keys()])('%s: the earlier of two answers counts, and opening proves reading', (id) => {
    const two = { acts: [proofOf(3, 'answer', 'coder'), proofOf(2, 'answer', 'docs')] }
    expect(stepsOf(id, toAgent, two)['answered']).toMatchObject({ by: 'docs', at: 2_002 })
    expect(stepsOf(id, toMe, { openedAt: 1_234 })['read']).toMatchObject({ state: 'yes', at: 1_234, by: 'me' })
    expect(stepsOf(id, toAgent, { openedAt: 1_234 })['read']?.state).not.toBe('yes')
  })

  test('receipts of a mailbox and of a session prove their steps, and name the file', () => {
    const receipts = [receipt('delivered'), receipt('read'), receipt('acked'), receipt('failed', 'no key')]
    expect(drawn('switchboard', toAgent, { receipts })).toBe('●●●●●●')
    expect(stepsOf('switchboard', toAgent, { receipts })['answered']).toMatchObject({ how: 'a result file: no key', evidence: 'receipt' })
    const copied = stepsOf('codingagent', toAgent, { receipts: [receipt('delivered', 'copied')] })['delivered']
    expect(copied).toMatchObject({ state: 'yes', how: 'copied to the clipboard', at: 3_000 })
  })
})

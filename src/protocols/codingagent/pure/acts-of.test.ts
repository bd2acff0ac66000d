import { describe, expect, it } from 'vitest'
import type { Act } from '../../../core/acts.ts'
import type { NewEvent } from '../../../core/event.ts'
import { storedEvent } from '../../../../test/fakes/events.ts'
import { codingAgentActs } from './acts-of.ts'
import { parseReply } from './parse-reply.ts'
import { done } from './results.ts'
import { commandEvent, outboxEvent, receiptEvent, replyEvent, resultsEvent } from './session-events.ts'

const place = { session: 'a1b2c3d4', task: 'Make it', operator: 'ann', home: '.codingagent' }
const at = 1_000
const file = 'inbox/processed/r.txt'
const text = '[CREATE_FILE path="a"]\nx\n[/CREATE_FILE]\n[RUN_COMMAND]\nnpm test\n[/RUN_COMMAND]\n'
const parsed = parseReply(text)

function acts(event: NewEvent): readonly Act[] {
  return codingAgentActs(storedEvent(1, event.body, { wireId: event.wireId, raw: event.raw }))
}
function said(words: string): NewEvent {
  return commandEvent(place, { sequence: 3, at, index: 2, command: { type: 'MESSAGE', text: words, line: 1, lastLine: 3 }, file })
}
function line({ act, by, about, kind, to }: Act): string {
  return [act, by, 'ref' in about ? about.ref : '?', kind, to && `→${to.join()}`].filter(Boolean).join(' ')
}

describe('acts of a session', () => {
  it.each<readonly [string, NewEvent, readonly string[]]>([
    [
      'an outbox asks for a reply, and answers what the LLM asked',
      outboxEvent(place, { sequence: 3, version: 2, at, text: '', about: 'Outbox 3' }),
      ['ask a1b2c3d4 a1b2c3d4:3:outbox paste →ann', 'answer ann a1b2c3d4:2:message'],
    ],
    [
      'copied: the clock starts again',
      receiptEvent(place, { sequence: 3, at, of: 'outbox', done: 'copied' }),
      ['report ann a1b2c3d4:3:outbox'],
    ],
    [
      'a reply answers the outbox and asks for a decision',
      replyEvent(place, { sequence: 3, at, text, file, parsed }),
      ['answer ann a1b2c3d4:3:outbox', 'ask llm a1b2c3d4:3:reply:1 decide →ann'],
    ],
    [
      'discarded: nothing to decide, and another reply is needed',
      receiptEvent(place, { sequence: 3, at, of: 'reply', done: 'discarded' }),
      ['answer ann a1b2c3d4:3:reply:1', 'take ann a1b2c3d4:3:outbox'],
    ],
    [
      'rolled back',
      receiptEvent(place, { sequence: 3, version: 2, at, of: 'reply', done: 'rolled back' }),
      ['answer ann a1b2c3d4:3:reply:2'],
    ],
    ['results', resultsEvent(place, { sequence: 3, at, reply: 2, results: [done('CREATE_FILE', 'x')] }), ['answer ann a1b2c3d4:3:reply:2']],
    [
      'done answers what is open',
      commandEvent(place, { sequence: 3, at, index: 9, command: { type: 'DONE', text: 'ok', line: 9, lastLine: 9 }, file }),
      ['answer ann a1b2c3d4:3:outbox', 'answer ann a1b2c3d4:3:message'],
    ],
    ['a message that asks', said('Shall I keep the old format?'), ['ask llm a1b2c3d4:3:message answer →ann']],
    ['a message that asks nothing', said('I kept the old format.'), []],
  ])('%s', (_what, event, expected) => {
    expect(acts(event).map(line)).toEqual(expected)
  })

  it('names what is to be decided, and which characters need approval', () => {
    expect(acts(replyEvent(place, { sequence: 3, at, text, file, parsed }))[1]).toMatchObject({
      text: 'Round 3: 2 commands, 1 runs a program',
    })
    expect(acts(said('Hm. Shall I?'))).toMatchObject([{ cue: [4, 12], evidence: 'inferred' }])
  })

  it('replies are ordered by their numbers, not by their places in the journal', () => {
    const keys = [
      acts(outboxEvent(place, { sequence: 3, at, text: '', about: '' })),
      acts(replyEvent(place, { sequence: 3, at, text, file, parsed })),
      acts(receiptEvent(place, { sequence: 3, at, of: 'reply', done: 'discarded' })),
      acts(replyEvent(place, { sequence: 3, version: 2, at, text, file, parsed })),
    ].map((all) => all.find(({ about }) => 'ref' in about && about.ref.endsWith('outbox'))?.key ?? '')
    expect(keys).toEqual(keys.toSorted())
    expect(new Set(keys).size).toBe(4)
  })
})

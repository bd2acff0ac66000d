import { describe, expect, it } from 'vitest'
import { eventBodySchema, rawSchema } from '../../../core/event.ts'
import type { NewEvent } from '../../../core/event.ts'
import { limits } from '../../../core/limits.ts'
import { parseReply } from './parse-reply.ts'
import { done, failed } from './results.ts'
import { commandEvent, outboxEvent, outboxFileName, replyEvent, resultsEvent } from './session-events.ts'
import type { SessionPlace } from './session-events.ts'

const place: SessionPlace = { session: 'a1b2c3d4', task: 'Make it', operator: 'ann', home: '.codingagent' }
const reply =
  'I look.\n[READ_FILE path="a"]\n[EDIT_FILE path="b" start_line="1" end_line="2"]\n[/EDIT_FILE]\n[MESSAGE]\nhi\n[/MESSAGE]\n[DONE] x [/DONE]\n'
const parsed = parseReply(reply)
const [, , message] = parsed.commands
if (message === undefined) throw new Error('no message')

function checked(event: NewEvent): NewEvent {
  expect(eventBodySchema.parse(event.body)).toEqual(event.body)
  expect(rawSchema.parse(event.raw)).toEqual(event.raw)
  return event
}
function anchor(home: string | undefined): unknown {
  const { home: _home, ...rest } = place
  return outboxEvent(home === undefined ? rest : { ...rest, home }, { sequence: 1, at, text: '', about: 'x' }).raw.anchor
}
const at = 1_000

describe('session events', () => {
  it('one conversation for each session, between the operator and the LLM, with its proofs', () => {
    const file = 'inbox/processed/r.txt'
    const events = [
      outboxEvent(place, { sequence: 3, at, text: '=== HEADER ===', about: 'Outbox 3' }),
      replyEvent(place, { sequence: 3, at, text: reply, file, parsed }),
      commandEvent(place, { sequence: 3, at, index: 3, command: message, file }),
      commandEvent(place, { sequence: 3, at, index: 9, command: { type: 'DONE', text: '', line: 9, lastLine: 10 }, file }),
      resultsEvent(place, { sequence: 3, at, results: [done('READ_FILE', 'Queued'), failed('EDIT_FILE', 'no')] }),
    ].map(checked)
    expect(
      events.map(({ wireId, raw, body }) =>
        body.kind === 'message' ? [wireId, raw.anchor?.label, raw.anchor?.path, body.label, body.from, body.to[0], body.text] : [],
      ),
    ).toEqual([
      ['a1b2c3d4:3:outbox', 'a1b2c3d4_seq0003.txt', '.codingagent/outbox/a1b2c3d4_seq0003.txt', 'outbox', 'ann', 'llm', 'Outbox 3'],
      [
        'a1b2c3d4:3:reply',
        'r.txt',
        '.codingagent/inbox/processed/r.txt',
        'reply',
        'llm',
        'ann',
        'I look.\nREAD_FILE a\nEDIT_FILE b:1–2\nMESSAGE hi\nPARSE_ERROR: DONE on line 8 is not written as [DONE] alone on its line: [DONE] x [/DONE]',
      ],
      ['a1b2c3d4:3:message:3', 'r.txt:5', '.codingagent/inbox/processed/r.txt', 'message', 'llm', 'ann', 'hi'],
      ['a1b2c3d4:3:done:9', 'r.txt:9', '.codingagent/inbox/processed/r.txt', 'done', 'llm', 'ann', '(done, without text)'],
      [
        'a1b2c3d4:3:results',
        'a1b2c3d4.json',
        '.codingagent/sessions/a1b2c3d4.json',
        'results',
        'ann',
        'llm',
        '[OK] READ_FILE: Queued\n[FAILED] EDIT_FILE: no',
      ],
    ])
    for (const { body, claimedAt } of events) expect([body, claimedAt]).toMatchObject([{ conversation: 'a1b2c3d4', topic: 'Make it' }, at])
  })

  it('names a path only if the home is in the workspace, and a short one if it is the workspace', () => {
    expect(anchor(undefined)).toEqual({ label: 'a1b2c3d4_seq0001.txt' })
    expect(anchor('.')).toEqual({ label: 'a1b2c3d4_seq0001.txt', path: 'outbox/a1b2c3d4_seq0001.txt' })
  })

  it('a later version replaces the previous one', () => {
    const event = outboxEvent(place, { sequence: 1, version: 3, at, text: '', about: 'x' })
    expect([event.wireId, event.supersedes]).toEqual(['a1b2c3d4:1:outbox:3', 'a1b2c3d4:1:outbox:2'])
    expect(outboxEvent(place, { sequence: 1, version: 2, at, text: '', about: 'x' }).supersedes).toBe('a1b2c3d4:1:outbox')
  })

  it('is bounded, and valid UTF-8 (F18)', () => {
    const results = Array.from({ length: 10_000 }, () => done('X', 'y'))
    const event = checked(resultsEvent(place, { sequence: 1, at, results }))
    expect(event.body.kind === 'message' ? event.body.text.split('\n').length : 0).toBe(201)
    const text = '😀'.repeat(limits.message / 4)
    for (const said of [text, `${text}😀`.repeat(3)]) {
      const raw = checked(outboxEvent(place, { sequence: 1, at, text: `x${said}`, about: said })).raw
      expect(new TextEncoder().encode(raw.text).length).toBeLessThanOrEqual(limits.message)
      expect([raw.text.isWellFormed(), raw.truncated]).toEqual([true, true])
    }
  })
})

it('names outboxes as the specification does (Outbox File Naming)', () => {
  expect([outboxFileName('a1b2c3d4', 1), outboxFileName('a1b2c3d4', 9_999)]).toEqual(['a1b2c3d4_seq0001.txt', 'a1b2c3d4_seq9999.txt'])
})

import { describe, expect, it, test } from 'vitest'
import type { Draft, WirePreview } from '../../../core/command.ts'
import type { DeskIntent } from '../../../core/desk-draft.ts'
import type { Result } from '../../../core/fault.ts'
import type { MessageEvent } from '../../../core/event.ts'
import { receivedOf, miraThere, said, webProject } from '../../../../test/fakes/jaibber-messages.ts'
import { messageBody, storedEvent } from '../../../../test/fakes/events.ts'
import { acknowledgeOf, replyTo } from './replies.ts'
import { formatDraft, type Sender } from './draft.ts'
import { messageEvent } from './events.ts'
import { isUuid, messageIdOf, uuidOfUlid, wireIdOf } from './ids.ts'
import { parseMessage, type JaibberMessage } from './message.ts'
import { splitText } from './split.ts'
import { maxWireBytes, roomForText, wireSize } from './size.ts'
import { nameThere } from './identity.ts'

const id = '01HX9Z3V9N8Q7R6S5T4W3X2Y1Z'
const sender: Sender = {
  from: { userId: 'u1', username: 'mira' },
  id,
  projectOf: (where) => (where === 'Web' || where === 'p1' ? 'p1' : undefined),
  names: () => ['Coder', 'Reviewer', 'ben'],
  nameThere: (name) => nameThere(name, miraThere),
}
const draft = (text: string, more: Partial<Draft> = {}): Draft => ({ from: 'Mira', to: [], observers: [], where: 'p1', text, ...more })
const format = (text: string, more: Partial<Draft> = {}, by: Partial<Sender> = {}): Result<WirePreview> =>
  formatDraft(draft(text, more), { ...sender, ...by })
const about = (intent: DeskIntent): Partial<Draft> => ({ to: ['Coder'], about: { debt: 'l1|m1', ref: 'm1', intent } })
function message(made: Result<WirePreview>): JaibberMessage {
  if (!made.ok) throw new Error(made.fault.message)
  return JSON.parse(made.value.wire) as JaibberMessage
}

describe('a draft', () => {
  it('becomes the message of the specification, the same under the same id', () => {
    const made = format('hello')
    expect(message(made)).toEqual({
      from: 'u1',
      fromUsername: 'mira',
      projectId: 'p1',
      text: 'hello',
      messageId: uuidOfUlid(id),
      type: 'message',
    })
    expect(format('hello')).toEqual(made)
    expect(message(format('hello', { where: 'Web' })).projectId).toBe('p1')
  })

  it('that asks an agent again says first that it runs the agent once more', () => {
    expect(format('Which port?', about('nudge'))).toMatchObject({
      value: { warnings: ['If Coder is an agent, this runs it once more.'] },
    })
    expect(format('Which port?', about('answer'))).not.toHaveProperty('value.warnings')
    // The words are those of whoever asked, and the operator's own mention starts every agent in them.
    expect(format('@Coder which port, and @Reviewer deploy it?', about('nudge'))).toMatchObject({
      value: { warnings: [expect.stringContaining('If Coder is'), expect.stringContaining('If Reviewer is')] },
    })
  })

  it('mentions those in its text, and recipients missing there', () => {
    expect(message(format('@coder and a@ben.org'))).toMatchObject({ text: '@coder and a@ben.org', mentions: ['Coder'] })
    expect(message(format('please look', { to: ['Coder', '@Reviewer', 'Coder'] }))).toMatchObject({
      text: '@Coder @Reviewer please look',
      mentions: ['Coder', 'Reviewer'],
    })
    expect(message(format('hi @coder', { to: ['Coder', 'Nobody'] }))).toMatchObject({
      text: '@Nobody hi @coder',
      mentions: ['Coder', 'Nobody'],
    })
    expect(message(format('to myself', { to: ['Mira'] }))).toMatchObject({ text: '@mira to myself' })
    expect(message(format('to another', { to: ['Mira@jaibber'] }))).toMatchObject({ text: '@Mira to another' })
  })

  it('names what it answers', () => {
    expect(message(format('yes', {}, { answers: 'm1' }))).toMatchObject({ parentMessageId: 'm1' })
    expect(message(format('yes', {}, { answers: `${wireIdOf('a#b%c')}#error` }))).toMatchObject({ parentMessageId: 'a#b%c' })
  })

  it('is recognized when Ably sends it back', () => {
    const made = format('@Coder hello')
    const event = messageEvent(receivedOf(message(made)), message(made), webProject, miraThere)
    expect(event).toMatchObject({ wireId: uuidOfUlid(id), body: { from: 'Mira', to: ['Coder'], conversation: 'p1', topic: 'Web' } })
    expect(event.raw.text).toBe(made.ok ? made.value.wire : '')
    expect(event.body).not.toHaveProperty('doubts')
  })

  test.each([
    ['', {}, 'text'],
    [' \n', {}, 'text'],
    ['x', { observers: ['a'] }, 'observers'],
    ['x', { label: 'task.create' }, 'label'],
    ['x', { where: '' }, 'where'],
    ['x', { where: 'elsewhere' }, 'where'],
    ['x', { to: ['a\nb'] }, 'to'],
    ['x', { to: [' '] }, 'to'],
  ])('%j with %j is refused at its field', (text, more, field) => {
    expect(format(text, more)).toMatchObject({ ok: false, fault: { field } })
  })

  it('of an author without a name, or with an invalid id, is refused', () => {
    expect(format('x', {}, { from: { userId: '', username: '' } })).toMatchObject({ ok: false, fault: { field: 'from' } })
    expect(format('x', {}, { id: 'no ULID' })).toMatchObject({ ok: false, fault: { code: 'internal' } })
  })

  it('that is too long names both sizes, and fits in parts (F18)', () => {
    const room = roomForText(message(format('x')))
    expect(format('x'.repeat(room))).toMatchObject({ ok: true, value: { limit: maxWireBytes - 7, bytes: maxWireBytes - 7 } })
    const fault = {
      code: 'too-large',
      field: 'text',
      message: 'This message has 65,530 bytes; the limit is 65,529. Split it into several messages.',
    }
    expect(format('x'.repeat(room + 1))).toMatchObject({ ok: false, fault })
    const long = '"quoted" line\n'.repeat(12_000)
    const parts = splitText(long, room)
    expect(parts.join('')).toBe(long)
    for (const part of parts) expect(wireSize(message(format(part)))).toBeLessThanOrEqual(maxWireBytes)
    expect(parts).toHaveLength(4)
  })
})

describe('identities', () => {
  it('a ULID has one UUID, in the same order of time', () => {
    expect(uuidOfUlid('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe('01563e3a-b5d3-7676-8c61-efb99302bd5b')
    expect(isUuid(uuidOfUlid('7ZZZZZZZZZZZZZZZZZZZZZZZZZ') ?? '')).toBe(true)
    expect(uuidOfUlid('8ZZZZZZZZZZZZZZZZZZZZZZZZZ')).toBeUndefined()
    expect(uuidOfUlid('')).toBeUndefined()
  })

  it('no id of the wire is mistaken for a version of another message', () => {
    for (const each of ['a', 'a#typing', 'a%23typing', '#', '%', '%%23#'])
      expect([messageIdOf(wireIdOf(each)), wireIdOf(each).includes('#')]).toEqual([each, false])
    expect(messageIdOf(`${wireIdOf('a')}#40`)).toBe('a')
  })
})

function event(from: string, to: string): MessageEvent {
  return storedEvent(7, { ...messageBody(from, to), conversation: 'p1', topic: 'Web' }) as MessageEvent
}

describe('acts', () => {
  it('a reply mentions the sender, in its project; for our own message, those it mentioned', () => {
    expect(replyTo(event('Coder', 'Mira'), 'Mira')).toEqual({
      from: 'Mira',
      to: ['Coder'],
      observers: [],
      text: '',
      replyTo: 'event-7',
      where: 'p1',
    })
    expect(replyTo(event('Mira', 'Coder'), 'Mira')).toMatchObject({ to: ['Coder'] })
    const wire = message(formatDraft({ ...replyTo(event('Coder', 'Mira'), 'Mira'), text: 'thanks' }, { ...sender, answers: 'm1' }))
    expect(wire).toMatchObject({ text: '@Coder thanks', parentMessageId: 'm1', projectId: 'p1' })
  })

  it('an acknowledgement mentions nobody, so no agent answers it', () => {
    const made = acknowledgeOf(event('Coder', 'Mira'), 'Mira')
    expect(message(formatDraft(made, sender))).toMatchObject({ text: 'Acknowledged: received' })
    expect(message(formatDraft(made, sender))).not.toHaveProperty('mentions')
    expect(acknowledgeOf(event('Coder', 'Mira'), 'Mira', 'seen')).toMatchObject({ text: 'Acknowledged: seen' })
  })
})

it('parts end after paragraphs, lines or words, never inside a character', () => {
  expect(splitText('one two\n\nthree four\nfive', 14)).toEqual(['one two\n\n', 'three four\n', 'five'])
  expect(splitText('abcdefgh ijklmnop', 12)).toEqual(['abcdefgh ', 'ijklmnop'])
  expect(splitText('x'.repeat(30), 12)).toEqual(['x'.repeat(12), 'x'.repeat(12), 'x'.repeat(6)])
  expect(splitText('😀'.repeat(5), 9)).toEqual(['😀😀', '😀😀', '😀'])
  expect(splitText('', 12)).toEqual([])
  expect(parseMessage(said(splitText('a\u0000'.repeat(9), 14)[0] ?? ''))).toMatchObject({ ok: true })
})

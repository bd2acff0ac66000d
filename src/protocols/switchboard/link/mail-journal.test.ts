import { expect, test } from 'vitest'
import type { Event, NewEvent } from '../../../core/event.ts'
import type { MailboxChange } from '../files/mailbox-types.ts'
import { MailJournal, type MailJournalOptions } from './mail-journal.ts'

const no = (): boolean => false

function journalOf(emit: (events: readonly NewEvent[]) => void, stored: MailJournalOptions['stored'] = () => undefined): MailJournal {
  return new MailJournal(
    {
      inWorkspace: (file) => file,
      doubts: () => [],
      writesBySession: no,
      proves: no,
      isFirstRead: false,
      isArchivedByUs: no,
      stored,
      now: () => 1,
      emit,
    },
    [],
  )
}

const mark = (agent: string, id: string): MailboxChange => ({ kind: 'mark', agent, id, stage: 'read', file: `ledger/${agent}/${id}` })

function mail(id: string, agent = 'boss', payload = 'Look.'): MailboxChange {
  const message = { id, sender: 'coder', recipient: agent, action: 'message', payload, createdAt: '2026-11-28T12:00:00Z' }
  const stored = { box: 'inbox', agent, file: `inbox/${agent}/${id}.json`, text: id + payload, modifiedAt: 1, message }
  return { kind: 'message', earlier: false, stored } as unknown as MailboxChange
}

test('a mark that comes before its message counts with it, also after a flood of marks of messages that never come', () => {
  const events: NewEvent[] = []
  const journal = journalOf((some) => events.push(...some))
  for (let n = 0; n < 50_000; n++) journal.take(mark('mallory', `made-up-${n}`))
  journal.take(mark('boss', 'real'))
  journal.take(mail('real'))
  expect(events.map(({ body }) => (body.kind === 'receipt' ? body.stage : body.kind))).toEqual(['message', 'read'])
})

const result = (status: string, processedAt?: string): MailboxChange => ({
  kind: 'result',
  agent: 'boss',
  file: 'inbox/boss/m.result.json',
  result: { inReplyTo: 'm', status, processedAt },
  at: 1,
})

test('a result that asks back names whom it asks, and the result that follows is told, too', () => {
  const events: NewEvent[] = []
  const journal = journalOf((some) => events.push(...some))
  journal.take(result('needs_clarification'))
  journal.take(mail('m'))
  journal.take(result('completed'))
  expect(events.slice(1).map(({ body }) => body)).toMatchObject([
    { stage: 'acked', text: 'needs_clarification', asked: 'coder', by: 'boss' },
    { stage: 'answered', text: 'completed', by: 'boss' },
  ])
  expect(new Set(events.map(({ wireId }) => wireId)).size).toBe(3)
})

test('a result that asks back again is told each time that it is another one', () => {
  const events: NewEvent[] = []
  const stored = (wireId: string): Event | undefined => events.find((event) => event.wireId === wireId) as Event | undefined
  const journal = journalOf((some) => events.push(...some), stored)
  journal.take(mail('m'))
  for (const at of ['09:00', '09:00', '10:00', '11:00', '10:00', '09:00']) journal.take(result('needs_clarification', at))
  expect(events.slice(1).map(({ body, raw }) => [body.kind, raw.text.slice(-7, -2)])).toEqual([
    ['receipt', '09:00'],
    ['receipt', '10:00'],
    ['receipt', '11:00'],
  ])
  expect(new Set(events.map(({ wireId }) => wireId)).size).toBe(4)
})

test('a mark waits for the message of its mailbox: another mailbox has a message of the same id', () => {
  const events: NewEvent[] = []
  const journal = journalOf((some) => events.push(...some))
  journal.take(mark('boss', 'same'))
  journal.take(mail('same', 'mallory'))
  expect(events.map(({ body }) => body.kind)).toEqual(['message'])
  journal.take(mail('same'))
  expect(events.at(-1)?.body).toMatchObject({ kind: 'receipt', of: 'boss/same', stage: 'read' })
})

test('a message whose file was changed says what it said first, however often it is changed (F24)', () => {
  const events: NewEvent[] = []
  const find = (wireId: string): Event | undefined => events.findLast((event) => event.wireId === wireId) as Event | undefined
  const journal = journalOf((some) => events.push(...some), find)
  const said = ['May I run the tests?', 'May I delete the backup?', 'May I  delete it?', 'May I run the tests?']
  for (const payload of said) journal.take(mail('m', 'boss', payload))
  const changed = { severity: 'warning', text: 'The file was changed. First it said: “May I run the tests?”.' }
  expect(events.map(({ body }) => (body.kind === 'message' ? (body.doubts ?? []) : []))).toEqual([[], [changed], [changed], []])
})

test('a text that comes back a second time is told, too, and once (F24)', () => {
  const events: NewEvent[] = []
  const find = (wireId: string): Event | undefined => events.findLast((event) => event.wireId === wireId) as Event | undefined
  const journal = journalOf((some) => events.push(...some), find)
  for (const payload of ['a', 'b', 'a', 'b', 'b', 'a', 'a', 'b', 'b']) journal.take(mail('m', 'boss', payload))
  expect(events.map(({ body }) => (body.kind === 'message' ? body.text : ''))).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  expect(new Set(events.map(({ wireId }) => wireId)).size).toBe(6)
  expect(events.slice(1).map(({ supersedes }) => supersedes)).toEqual(events.slice(0, -1).map(({ wireId }) => wireId))
})

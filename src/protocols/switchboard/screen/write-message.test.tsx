import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail } from '../../../core/fault.ts'
import type { MessageDraft } from './slices.ts'
import { fixtureMessages, messageDetail, messageRow } from './inbox-fixtures.ts'
import type { Rendered } from '../../../renderer/features/testing/test-render.tsx'
import { forwardOf, replyTo, sendAgain } from './message-drafts.ts'
import { showInboxes } from './show-inboxes.tsx'
import { asked } from '../../../renderer/features/testing/link-calls.ts'
import { switchboardOf } from './slices.ts'

afterEach(cleanup)

async function write(draft: MessageDraft = {}, answers = {}): Promise<Rendered> {
  let ids = 0
  const rendered = await showInboxes({ answers, env: { newId: () => `01KEY${String(++ids).padStart(20, '0')}` } })
  switchboardOf(rendered.store.getState()).writeMessage(draft)
  await screen.findByRole('dialog')
  return rendered
}
const type = (name: string, value: string): boolean => fireEvent.change(screen.getByLabelText(name), { target: { value } })
/** The preview waits until the operator rests. */
const send = (): boolean => fireEvent.click(screen.getByRole('button', { name: /^Send/ }))

describe('a new message', () => {
  test('shows the exact file, and is sent once', async () => {
    const { client, store } = await write()
    // Its buttons stay in place when the preview arrives.
    expect(screen.getByRole('dialog').classList).toContain('steady')
    type('Agent', 'reviewer')
    type('Text', 'Look at\u202E src/auth.rs')
    fireEvent.change(screen.getByRole('combobox', { name: 'Action' }), { target: { value: 'request_review' } })
    const file = await screen.findByLabelText('File as written')
    await waitFor(() => expect(file.textContent).toContain('src/auth.rs'))
    expect(file.querySelector('.ctrl')?.textContent).toBe('U+202E')
    expect(asked(client, 'send')).toEqual([])
    send()
    await waitFor(() => expect(store.getState().overlay).toBeUndefined())
    expect(asked(client, 'send')).toEqual([
      {
        action: 'request_review',
        target: { kind: 'agent', name: 'reviewer' },
        payload: 'Look at\u202E src/auth.rs',
        key: expect.stringMatching(/^01KEY\d{20}$/),
      },
    ])
  })

  test('shows missing values at their fields, and sends nothing', async () => {
    const { client } = await write()
    send()
    expect(screen.getByText('Choose a recipient.')).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Agent' }).getAttribute('aria-invalid')).toBe('true')
    type('Agent', 'reviewer')
    send()
    expect(screen.getByText('Enter a message.')).toBeTruthy()
    expect(asked(client, 'send')).toEqual([])
  })

  test('keeps its key while the text is unchanged, so a retry is one message', async () => {
    const { client } = await write(
      { target: { kind: 'agent', name: 'reviewer' }, payload: 'x' },
      { send: () => fail('unavailable', 'The disk is full.') },
    )
    send()
    await screen.findByText('The disk is full.')
    send()
    await waitFor(() => expect(asked(client, 'send').length).toBe(2))
    await screen.findByText('The disk is full.')
    type('Text', 'y')
    send()
    await waitFor(() => expect(asked(client, 'send').length).toBe(3))
    const keys = asked(client, 'send').map((input) => (input as { key: string }).key)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('is sent to a team or to everybody with a role; recipients who did not get it are named', async () => {
    const { client } = await write(
      {},
      {
        send: () => ({
          sent: [{ id: 'm1', recipient: 'coder' }],
          failed: [{ recipient: 'reviewer', fault: { code: 'unavailable', message: 'No room.' } }],
        }),
      },
    )
    fireEvent.change(screen.getByRole('combobox', { name: 'Kind of recipient' }), { target: { value: 'role' } })
    expect(screen.getByRole('combobox', { name: 'Role' })).toHaveProperty('value', 'coder 1')
    fireEvent.change(screen.getByRole('combobox', { name: 'Kind of recipient' }), { target: { value: 'team' } })
    type('Text', 'all of you')
    send()
    await screen.findByText('reviewer: No room.')
    expect(screen.getByText(/Sent to 1 other\./)).toBeTruthy()
    expect(asked(client, 'send')[0]).toMatchObject({ target: { kind: 'team', name: 'team_1' } })
  })

  test('suggests the intended name, and shows the persona sent along', async () => {
    await write(
      { target: { kind: 'agent', name: 'revewer' }, payload: 'x' },
      {
        preview: () => ({
          messages: [{ recipient: 'revewer', json: '{}', bytes: 2, persona: '.agent/personas/reviewer.md' }],
          limit: 100,
          warnings: ['Did you mean “reviewer”?'],
        }),
        personas: () => ({ personas: [{ file: '.agent/personas/reviewer.md', role: 'reviewer', title: 'R', text: 'You re\u200Bview.' }] }),
        send: () => fail('invalid', 'Nobody of this name.', { field: 'recipient', fix: 'reviewer' }),
      },
    )
    await screen.findByText('Did you mean “reviewer”?')
    expect((await screen.findByLabelText('Persona')).textContent).toBe('You reU+200Bview.')
    send()
    fireEvent.click(await screen.findByRole('button', { name: 'Use “reviewer”' }))
    expect(screen.getByRole('combobox', { name: 'Agent' })).toHaveProperty('value', 'reviewer')
  })

  test('is sent with its key-value pairs', async () => {
    const { client } = await write({ target: { kind: 'agent', name: 'coder' }, payload: 'x' })
    fireEvent.click(screen.getByRole('button', { name: 'Add entry' }))
    type('Name of entry 1', 'due')
    type('Value of entry 1', '2026-11-22')
    fireEvent.click(screen.getByRole('button', { name: 'Add entry' }))
    send()
    await waitFor(() => expect(asked(client, 'send')[0]).toMatchObject({ metadata: [{ label: 'due', value: '2026-11-22' }] }))
  })
})

describe('an answer', () => {
  const review = messageDetail(fixtureMessages[1] ?? messageRow(1))

  test('sends the result to whoever asked, and names what it answers', () => {
    expect(replyTo(review, 'operator')).toMatchObject({
      action: 'submit_result',
      target: { kind: 'agent', name: 'coder' },
      replyTo: review.row.id,
    })
    const told = messageDetail(messageRow(1, { action: 'status_update' }))
    expect(replyTo(told, 'operator')).toMatchObject({ action: 'status_update' })
  })

  test('to a message of the operator is sent to its recipient', () => {
    const own = messageDetail(messageRow(1, { sender: 'Operator' }))
    expect(replyTo(own, 'operator')).toMatchObject({ action: 'status_update', target: { kind: 'agent', name: 'reviewer' } })
  })

  test('forwarding and sending again include the text but not the thread', () => {
    expect(forwardOf(review)).toMatchObject({ payload: review.payload, target: { kind: 'agent', name: '' } })
    expect(sendAgain(review)).toMatchObject({
      payload: review.payload,
      target: { kind: 'agent', name: 'reviewer' },
      action: 'request_review',
    })
    expect(sendAgain(review)).not.toHaveProperty('replyTo')
  })
})

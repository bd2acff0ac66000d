import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { messageGroups } from '../pure/api.ts'
import { claimWords } from '../pure/claim.ts'
import { listedFields } from '../pure/message.ts'
import { fail } from '../../../core/fault.ts'
import { fixtureSwitchboard, fixtureMessages, messageDetail, messageRow } from './inbox-fixtures.ts'
import { openTab, type Rendered } from '../../../renderer/features/testing/test-render.tsx'
import { showInboxes } from './show-inboxes.tsx'
import { asked } from '../../../renderer/features/testing/link-calls.ts'
import { mailboxInSight } from './open-switchboard.ts'
import { switchboardOf } from './slices.ts'

afterEach(cleanup)

const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: 'any' })
const list = () => within(screen.getByRole('list', { name: 'Messages of reviewer' }))
const rowOf = (text: RegExp) => screen.getByRole('button', { name: text })

async function shown(options: Parameters<typeof showInboxes>[0] = {}): Promise<Rendered> {
  const rendered = await showInboxes({ place: { kind: 'mailbox', name: 'reviewer' }, ...options })
  await screen.findByRole('list', { name: 'Messages of reviewer' })
  return rendered
}

/** A value that the schema of a field accepts. */
function fitting(field: string, schema: z.ZodType): unknown {
  const value = [...(z.toJSONSchema(schema).enum ?? []), 77, `its ${field}`].findLast((one) => schema.safeParse(one).success)
  if (value === undefined) throw new Error(`No value is known that fits the field “${field}”.`)
  return value
}

describe('a mailbox', () => {
  test('a row whose text is cut shows it whole under the pointer', async () => {
    await shown({ messages: [messageRow(7, { text: 'Refresh tokens on reuse, then the rest' })] })
    expect(screen.getByTitle('Refresh tokens on reuse, then the rest')).toBeTruthy()
  })

  test('shows its messages by state, each with its progress, and its dead letters below', async () => {
    await shown()
    const heads = list()
      .getAllByRole('button', { expanded: true })
      .map((head) => head.textContent)
    expect(heads).toEqual(['New 1', 'Read, not acknowledged 2', 'Acknowledged 1', 'Answered, archived 1'])
    const overdue = rowOf(/JWT validation/)
    expect(within(overdue).getByRole('img').getAttribute('aria-label')).toBe(
      'written yes, delivered yes, read yes, acked not yet, answered overdue, archived not yet',
    )
    expect(overdue.textContent).toContain('overdue')
    expect(list().getByText('It ends early, at byte 412.')).toBeTruthy()
    expect(screen.queryByText('No agent is registered as “revewer”.')).toBeNull()
  })

  test('marks a sender named only by a file as a claim, next to the name and not as a doubt', async () => {
    await shown({ messages: fixtureMessages.map((row) => (row.isClaim ? { ...row, doubts: [claimWords] } : row)) })
    expect(rowOf(/Remove unsafe block/).querySelector('.doubt')).toBeNull()
    expect(
      rowOf(/Remove unsafe block/)
        .querySelector('.claim')
        ?.getAttribute('title'),
    ).toMatch(/Sender not verified/)
    expect(rowOf(/JWT validation/).querySelector('.claim')).toBeNull()
  })

  test('shows nothing hidden: hostile senders, actions, texts and doubts are named', async () => {
    const evil = messageRow(1, { sender: 'co\u202Eder', action: 'do\u200B_it', text: 'rm\u0007 -rf <b>x</b>', doubts: ['odd\u2066 thing'] })
    await shown({ messages: [evil] })
    const names = [...rowOf(/rm/).querySelectorAll('.ctrl')].map((chip) => chip.textContent)
    expect(names).toEqual(expect.arrayContaining(['U+202E', 'U+200B', 'U+2066']))
    expect(rowOf(/rm/).querySelector('b')).toBeNull()
  })

  test('folds its parts', async () => {
    await shown()
    fireEvent.click(screen.getByRole('button', { name: /^New 1/ }))
    expect(screen.queryByText(/Confirm the skew window/)).toBeNull()
    expect(screen.getByRole('button', { name: /^New 1/ }).getAttribute('aria-expanded')).toBe('false')
  })

  test('shows that the part to which it is filtered is empty', async () => {
    await shown({ place: { kind: 'mailbox', name: 'reviewer', group: 'failed' } })
    expect(list().getByRole('button', { expanded: true }).textContent).toBe('Refused or failed 0')
  })

  test('is reloaded when its counts change', async () => {
    const { client } = await shown()
    const before = asked(client, 'messages').length
    const [first, ...others] = fixtureSwitchboard.mailboxes
    if (first === undefined) throw new Error('no mailbox')
    act(() => client.setState({ views: [{ link: 'l7', view: { ...fixtureSwitchboard, mailboxes: [{ ...first, new: 2 }, ...others] } }] }))
    await waitFor(() => expect(asked(client, 'messages').length).toBe(before + messageGroups.length))
  })

  test('says when it is empty what would appear', async () => {
    await showInboxes({ place: { kind: 'mailbox', name: 'coder' } })
    await screen.findByText('No messages')
    fireEvent.click(screen.getByRole('button', { name: 'New message' }))
    await screen.findByRole('dialog', { name: 'New message' })
    expect(screen.getByRole('combobox', { name: 'Agent' })).toHaveProperty('value', 'coder')
  })
})

describe('the keyboard', () => {
  test('moves through the messages of all parts, and shows each on the right', async () => {
    const { store } = await shown()
    press('j')
    expect(switchboardOf(store.getState()).inbox.message?.id).toBe(fixtureMessages[0]?.id)
    press('j')
    press('j')
    expect(switchboardOf(store.getState()).inbox.message?.id).toBe(fixtureMessages[2]?.id)
    press('k')
    await screen.findByText('Overdue at reviewer')
    expect(rowOf(/JWT validation/).getAttribute('aria-current')).toBe('true')
    fireEvent.keyDown(document.body, { key: 'Enter', code: 'any' })
    expect(store.getState().drawer).toBe('inspector')
  })

  test('acknowledges and archives, and a fault is shown at the message', async () => {
    const { client } = await shown({ answers: { archive: () => fail('unavailable', 'The disk is full.') } })
    press('j')
    press('a')
    await waitFor(() => expect(asked(client, 'acknowledge')).toEqual([{ mailbox: 'reviewer', id: fixtureMessages[0]?.id }]))
    press('e')
    await screen.findByText('The disk is full.')
    expect(asked(client, 'archive')).toEqual([{ mailbox: 'reviewer', id: fixtureMessages[0]?.id }])
  })

  test('is in sight, and the server is no conversation', async () => {
    const { store } = await shown()
    expect(mailboxInSight(switchboardOf(store.getState()))).toMatch(/\|inbox\/reviewer$/)
    act(() => switchboardOf(store.getState()).openInbox({ kind: 'server' }))
    expect(mailboxInSight(switchboardOf(store.getState()))).toBeUndefined()
  })

  test('changes nothing while another Patchbay keeps the folder', async () => {
    const fault = { code: 'conflict', message: 'Process 4711 keeps it.' } as const
    const { client } = await shown({ switchboard: { ...fixtureSwitchboard, keeper: { is: 'other', pid: 4_711 }, readOnly: fault } })
    expect(screen.getAllByRole('status')[0]?.textContent).toContain('Another Patchbay (process 4711) manages this folder')
    press('j')
    await screen.findByText('New for reviewer')
    press('a')
    press('e')
    press('r')
    expect(asked(client, 'acknowledge').length + asked(client, 'archive').length).toBe(0)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: /^Reply/ })).toHaveProperty('disabled', true)
  })
})

async function opened(text: RegExp, answers = {}): Promise<Rendered> {
  const rendered = await shown({ answers })
  fireEvent.click(rowOf(text))
  await screen.findByText('Viewing is read-only. Nothing changed on disk.')
  return rendered
}
describe('the inspector', () => {
  test('viewing calls nothing that changes anything', async () => {
    const { client } = await opened(/JWT validation/)
    const methods = client.calls.flatMap((call) => (call.method === 'links.call' ? [(call.input as { method: string }).method] : []))
    expect([...new Set(methods)].toSorted()).toEqual(['message', 'messages'])
  })

  test('says what the message waits for, and explains its ledger', async () => {
    await opened(/JWT validation/)
    expect(screen.getByText('Overdue at reviewer')).toBeTruthy()
    const steps = [...document.querySelectorAll('.ledger li')].map((step) => step.textContent)
    expect(steps[2]).toMatch(/^read.*MCP, reviewer$/)
    expect(steps[3]).toBe('ackednot yet')
    expect(steps[4]).toBe('answeredoverdue')
  })

  test('shows hostile metadata, payload, receipt and raw text with nothing hidden', async () => {
    const row = fixtureMessages[1] ?? messageRow(1)
    await opened(/JWT validation/, {
      message: () =>
        messageDetail(row, {
          payload: 'a\u202Eb',
          metadata: [{ label: '__proto__', value: 'c\u200Bd' }],
          raw: 'e\u2067f',
          receipt: { file: 'out\u202Abox', status: 'deli\u200Evered' },
        }),
    })
    const chips = [...document.querySelectorAll('aside .ctrl')].map((chip) => chip.textContent)
    expect(chips).toEqual(expect.arrayContaining(['U+202E', 'U+200B', 'U+2067', 'U+202A', 'U+200E']))
    expect(screen.getByText('__proto__')).toBeTruthy()
  })

  test('shows its text formatted, as in the feed, and asks before it opens a link', async () => {
    const payload = 'Look at `src/auth.rs`:\n\n- the first\n- [the second](https://example.org/b)'
    const { store } = await opened(/JWT validation/, { message: () => messageDetail(fixtureMessages[1] ?? messageRow(1), { payload }) })
    expect((await screen.findByText('src/auth.rs')).tagName).toBe('CODE')
    fireEvent.click(within(screen.getByText('the first').closest('ul') ?? document.body).getByRole('button', { name: 'the second' }))
    expect(store.getState().overlay).toMatchObject({ url: 'https://example.org/b', text: 'the second' })
  })

  test('shows every field that lists have of a message', async () => {
    const listed = Object.fromEntries(Object.entries(listedFields).map(([field, schema]) => [field, fitting(field, schema)]))
    await opened(/JWT validation/, { message: () => messageDetail({ ...(fixtureMessages[1] ?? messageRow(1)), ...listed }) })
    for (const value of Object.values(listed)) expect(document.querySelector('aside')?.textContent).toContain(String(value))
  })

  test('has the exact file, the ledger with its files, lint and thread', async () => {
    const [answer, asked] = [
      messageRow(20, { mailbox: 'coder', sender: 'reviewer', text: 'Two remarks' }),
      fixtureMessages[1] ?? messageRow(1),
    ]
    const { store } = await opened(/JWT validation/, {
      message: () =>
        messageDetail(asked, {
          lint: [{ rule: 'SW005', line: 1, severity: 'warning', message: 'An odd direction.' }],
          thread: [asked, answer],
        }),
    })
    openTab(/Raw/)
    expect((await screen.findByLabelText('Raw text')).textContent).toContain('"action": "request_review"')
    openTab(/Ledger/)
    await screen.findByText(/Dash: unknown/)
    openTab(/Lint 1/)
    await screen.findByText('An odd direction.')
    openTab(/Thread 2/)
    fireEvent.click(await screen.findByText('Two remarks'))
    expect(switchboardOf(store.getState()).inbox.place).toEqual({ kind: 'mailbox', name: 'coder' })
    expect(switchboardOf(store.getState()).inbox.message).toEqual({ mailbox: 'coder', id: answer.id })
  })

  test('an unreadable message gives the reason', async () => {
    await shown({ answers: { message: () => fail('not-found', 'It was moved away.') } })
    fireEvent.click(rowOf(/JWT validation/))
    await screen.findByText('It was moved away.')
  })
})

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { needCommands } from '../needs/need-commands.ts'
import { NeedsView } from '../needs/needs-view.tsx'
import { draftOf } from '../state/draft.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureDebt, fixtureDesk, fixtureNeeds, fixtureRow } from '../testing/desk-fixtures.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { TestKeys } from '../testing/screen-parts.tsx'
import { openTab, renderApp, type Rendered } from '../testing/test-render.tsx'
import { FeedInspector } from './feed-inspector.tsx'

afterEach(cleanup)

const [question, approval] = fixtureNeeds
if (question?.row === undefined || approval === undefined) throw new Error('no question')
const key = question.id

async function shown(
  client: MockClient = createMockClient({ state: { ...fixtureState, desk: fixtureDesk } }),
  more?: Parameters<typeof renderApp>[2],
): Promise<Rendered> {
  const rendered = await renderApp(
    <>
      <TestKeys commands={needCommands} />
      <NeedsView />
      <FeedInspector />
    </>,
    client,
    more,
  )
  await screen.findByRole('list', { name: 'Needs me' })
  await waitFor(() => expect(rendered.store.getState().feed.rows.length).toBeGreaterThan(0))
  return rendered
}

const press = (name: string, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, code: 'any', ...more })
const asked = (client: MockClient, method: string): unknown[] =>
  client.calls.filter((call) => call.method === method).map(({ input }) => input)

test('the answer is written where the question is read: r, the exact text, Ctrl Enter, the next item', async () => {
  const { store, client } = await shown()
  press('n')
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Answer')
  expect(screen.getByText(/^Open /).textContent).toMatch(/ in chat\.md:\d+$/) // a full stop after the link could stand on a line of its own
  press('r')
  const field = await within(await screen.findByRole('form', { name: 'Your answer' })).findByRole('textbox', { name: 'Message' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(store.getState().view).toBe('needs')
  expect(asked(client, 'desk.draft')).toEqual([{ workspace: 'w1', key, intent: 'answer' }])
  fireEvent.change(field, { target: { value: 'Match it.' } })
  expect((await screen.findByLabelText('Text that will be written')).textContent).toBe('[operator-to-reviewer]: Match it.')
  expect(screen.getByRole('heading', { name: /On the wire/ }).textContent).toMatch(/chat\.md, \d+\sB$/)
  const previewed = (asked(client, 'messages.preview').at(-1) as { draft: object }).draft
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(asked(client, 'messages.send')).toHaveLength(1))
  const [sent] = asked(client, 'messages.send') as [{ draft: object; source: string }]
  expect(sent.draft).toEqual(previewed)
  expect(sent).toMatchObject({ source: 'l1', draft: { text: 'Match it.', to: ['reviewer'], about: { debt: key, intent: 'answer' } } })
  await waitFor(() => expect(store.getState().need).toBe(approval.id))
})

test('Escape leaves the field for the row, so that the next keys go on from there', async () => {
  await shown()
  press('n')
  press('r')
  const field = await within(await screen.findByRole('form', { name: 'Your answer' })).findByRole('textbox', { name: 'Message' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  press('Escape')
  expect(document.activeElement?.getAttribute('aria-current')).toBe('true')
  expect(document.activeElement?.getAttribute('data-need')).toBe(key)
})

test('the focus stays on the first tab when the question closes elsewhere', async () => {
  const { store, client } = await shown()
  press('n')
  const tab = await screen.findByRole('tab', { name: 'Answer' })
  act(() => tab.focus())
  act(() => client.setState({ desk: { ...fixtureDesk, needs: fixtureDesk.needs.filter(({ id }) => id !== key) } }))
  const details = await screen.findByRole('tab', { name: 'Details' })
  expect(store.getState().selection).toBe(question?.event)
  expect(document.activeElement).toBe(details)
})

test('an answer that was begun is kept apart from the others and from the composer', async () => {
  const { store } = await shown()
  act(() => store.getState().setView('feed'))
  act(() => store.getState().editDraft({ text: 'in the composer' }))
  act(() => store.getState().setView('needs'))
  press('n')
  press('r')
  await screen.findByRole('form', { name: 'Your answer' })
  act(() => store.getState().editDraft({ text: 'Half of an' }))
  act(() => store.getState().setView('feed'))
  expect(draftOf(store.getState()).text).toBe('in the composer')
  act(() => store.getState().nextNeed(1))
  act(() => store.getState().selectNeed(key))
  expect(((await screen.findByRole('textbox', { name: 'Message' })) as HTMLTextAreaElement).value).toBe('Half of an')
})

test('a double click on Send does not send the answer that was begun for the next row', async () => {
  const other = { ...question, id: 'l1|other' }
  const client = createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, needs: [{ ...question, id: key }, other] } } })
  let now = fixtureNow
  const { store } = await shown(client, { now: () => now })
  act(() => store.getState().selectNeed(other.id))
  await waitFor(() => expect(store.getState().answer).toMatchObject({ debt: other.id, step: 'ready' }))
  act(() => store.getState().editDraft({ text: 'Half of an' }))
  act(() => store.getState().selectNeed(key))
  await waitFor(() => expect(store.getState().answer).toMatchObject({ debt: key, step: 'ready' }))
  act(() => store.getState().editDraft({ text: 'Match it.' }))
  await act(() => store.getState().sendAnswer())
  await waitFor(() => expect(store.getState().answer).toMatchObject({ debt: other.id, step: 'ready' }))
  await act(() => store.getState().sendAnswer())
  expect(asked(client, 'messages.send')).toMatchObject([{ draft: { text: 'Match it.' } }])
  now -= 86_400_000 // the clock was set back: that is no double click any more
  await act(() => store.getState().sendAnswer())
  expect(asked(client, 'messages.send')).toHaveLength(2)
})

test('what the protocol has no answer for, and what the core refuses, is said in its place, and the text stays', async () => {
  const { store, client } = await shown()
  client.on('messages.send', () => fail('refused', 'The file is read-only.'))
  press('n')
  press('r')
  await screen.findByRole('form', { name: 'Your answer' })
  act(() => store.getState().editDraft({ text: 'Match it.' }))
  fireEvent.click(screen.getByRole('button', { name: /^Send and next/ }))
  await screen.findByText('The file is read-only.')
  expect(((await screen.findByRole('textbox', { name: 'Message' })) as HTMLTextAreaElement).value).toBe('Match it.')
  const unread = { ...question, id: 'l1|unread' }
  const draft = { from: 'operator', to: ['reviewer'], observers: [], text: '', replyTo: 'gone' }
  client.on('desk.draft', () => ok({ source: 'l1', draft, also: [], closes: 1, frees: [] }))
  act(() => client.setState({ desk: { ...fixtureDesk, needs: [unread] } }))
  act(() => store.getState().selectNeed(unread.id))
  await waitFor(() => expect(store.getState().answer).toMatchObject({ debt: unread.id, fault: { code: 'not-found' } }))
  client.on('desk.draft', () => fail('unsupported', 'A session takes no messages.'))
  const other = { ...question, id: 'l1|other' }
  act(() => client.setState({ desk: { ...fixtureDesk, needs: [other] } }))
  act(() => store.getState().selectNeed(other.id))
  await screen.findByText('A session takes no messages.')
  expect(screen.getByRole('button', { name: /^Send and next/ }).hasAttribute('disabled')).toBe(true)
})

test('who waits is a tree, with the evidence in the outline and the age at the end', async () => {
  const client = createMockClient({ state: { ...fixtureState, desk: fixtureDesk } })
  const row = question.row ?? fixtureRow(fixtureDebt(8))
  const review = fixtureRow(fixtureDebt(6, { kind: 'review', creditor: 'coder', debtor: 'reviewer', text: 'JWT validation' }))
  const task = fixtureRow(fixtureDebt(1, { kind: 'task', creditor: 'orchestrator', debtor: 'coder', text: 'Rotate tokens' }))
  const waiting = [
    { row: review, depth: 1, evidence: 'declared' as const },
    { row: task, depth: 2, evidence: 'inferred' as const },
  ]
  client.on('desk.get', () => ok({ row, events: [], waiting, awaited: [{ row: review, depth: 1, evidence: 'declared' as const }] }))
  client.on('desk.ofEvent', () => ok({ rows: [row], ledger: [] }))
  await shown(client)
  press('n')
  openTab('Waits')
  const tree = await screen.findByRole('list', { name: 'Who waits' })
  const lines = within(tree).getAllByRole('listitem')
  expect(lines.map((line) => line.querySelector('p')?.textContent)).toEqual([
    expect.stringMatching(/^reviewerwaits foryou12\sm overdue$/),
    expect.stringMatching(/^coderwaits forreviewer12\sm$/),
    expect.stringMatching(/^orchestratorwaits forcoder12\sm$/),
  ])
  expect(lines.map((line) => line.style.getPropertyValue('--depth'))).toEqual(['0', '1', '2'])
  expect(lines.map((line) => line.querySelector('.g')?.innerHTML.includes('stroke-dasharray'))).toEqual([true, false, true])
  expect(within(screen.getByRole('list', { name: 'What it waits for' })).getAllByRole('listitem')).toHaveLength(1)
  fireEvent.click(within(tree).getByRole('button', { name: 'Result: Rotate tokens' }))
  await waitFor(() => expect(client.calls.some(({ method }) => method === 'events.get' || method === 'feed.page')).toBe(true))
})

test('several questions that one message answered are not called open', async () => {
  const debt = fixtureDebt(8, { state: 'settled' })
  const row = fixtureRow(debt, { spoke: { questions: 2, until: Number.MAX_SAFE_INTEGER } })
  const { store } = await shown(createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, needs: [{ ...question!, row }] } } }))
  act(() => store.getState().selectNeed(key))
  openTab('Answer')
  expect((await screen.findByRole('heading', { name: /^Needs you/ })).nextElementSibling?.textContent).toMatch(/^2 questions, one answer/)
})

test('the keys at the foot of the inspector work, also where the item itself has no such verb', async () => {
  const decision = { ...question, id: 'decide|d1', source: 'decide' as const, row: undefined }
  const { store, client } = await shown(createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, needs: [decision] } } }))
  press('n')
  await waitFor(() => expect(store.getState().selectedEvent()?.id).toBe(decision.event))
  expect(screen.getByRole('button', { name: 'Reply r' })).toBeTruthy()
  press('a')
  await waitFor(() => expect(asked(client, 'messages.draft')).toEqual([{ event: decision.event, intent: 'acknowledge' }]))
  press('r')
  await waitFor(() => expect(draftOf(store.getState()).replyTo?.id).toBe(decision.event))
})

test('an answer that was begun stays when its item closes elsewhere, and is sent only after the operator was told (F27)', async () => {
  const { store, client } = await shown()
  press('n')
  press('r')
  const field = await within(await screen.findByRole('form', { name: 'Your answer' })).findByRole('textbox', { name: 'Message' })
  fireEvent.change(field, { target: { value: 'Match it.' } })
  act(() => client.setState({ desk: { ...fixtureDesk, needs: fixtureNeeds.filter(({ id }) => id !== key) } }))
  await screen.findByRole('heading', { name: /No longer needs you/ })
  expect((screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement).value).toBe('Match it.')
  const why = 'You said about it: “Leave it.”. Send again to say yours all the same.'
  client.on('messages.send', ({ id, source, draft }) =>
    draft.about?.known === undefined
      ? ok({ id, workspace: 'w1', source, draft, wire: '', state: 'accepted', at: 1 })
      : fail('conflict', why, { field: 'about' }),
  )
  act(() => store.getState().editDraft({ about: { debt: key, ref: key, intent: 'answer', known: { said: 0, isOpen: true } } }))
  press('Enter', { ctrlKey: true })
  await screen.findByText(why)
  await act(async () => void press('Enter', { ctrlKey: true }))
  expect(asked(client, 'messages.send')).toHaveLength(1)
  expect(screen.getByText(why)).toBeTruthy()
})

test('a text for an item that is not selected is not sent by the keys (F27)', async () => {
  const { store, client } = await shown()
  press('n')
  press('r')
  await screen.findByRole('form', { name: 'Your answer' })
  act(() => store.getState().editDraft({ text: 'Match it.' }))
  act(() => store.getState().selectNeed(approval.id))
  await act(async () => void press('Enter', { ctrlKey: true }))
  // What is sent next comes after it.
  act(() => store.getState().selectNeed(key))
  act(() => store.getState().editDraft({ text: 'Match it now.' }))
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(asked(client, 'messages.send')).toMatchObject([{ draft: { text: 'Match it now.' } }]))
})

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import type { Command } from '../../../core/command.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { bodyEvent, fixtureEvents, fixtureLink, fixtureState, messageEvent } from '../testing/fixtures.ts'
import type { Owing } from '../../../api/desk.ts'
import type { DebtRow } from '../../../core/debt.ts'
import type { Need } from '../../../core/need.ts'
import { fixtureDesk, fixtureNeeds, fixtureStuck } from '../testing/desk-fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { FeedView } from './feed-view.tsx'

afterEach(cleanup)

const articles = (): HTMLElement[] => screen.getAllByRole('article')
const rowOf = (text: string): HTMLElement => {
  const row = articles().find((one) => one.textContent.includes(text))
  if (row === undefined) throw new Error(`No row with ${text}`)
  return row
}
/** Texts of what the attribute of a row refers to. */
const parts = (row: HTMLElement, attribute: string): readonly (string | null | undefined)[] =>
  (row.getAttribute(attribute) ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

test('draws every kind of row: messages, a restart, doubts, hidden characters, the new marker', async () => {
  await renderApp(<FeedView />)
  const feed = await screen.findByRole('feed', { name: 'Messages' })
  expect(within(feed).getAllByRole('article')).toHaveLength(fixtureEvents.length)
  expect(rowOf('Keep 15, or match it?').textContent).toContain('reviewer')
  expect(rowOf('Keep 15, or match it?').textContent).toContain('you')
  expect(rowOf('Match the gateway').querySelector('.who b')?.textContent).toBe('you')
  expect(rowOf('restarted').querySelector('.rule.gap')).not.toBeNull()
  expect(rowOf('listing done').querySelector('.doubt')?.textContent).toContain('Contains 1 byte that is not valid UTF-8')
  expect(rowOf('hidden').querySelector('.ctrl')?.textContent).toBe('U+202E')
  expect(screen.getByText('3 new')).toBeTruthy()
  expect(screen.getByText(/^Saturday 21 November/)).toBeTruthy()
})

test('a row is named by who, to whom and when, and described by what it says', async () => {
  const { client } = await renderApp(<FeedView />)
  await screen.findByRole('feed')
  const asks = rowOf('Keep 15')
  expect(parts(asks, 'aria-labelledby')).toEqual([expect.stringMatching(/^reviewer.*to you\+2$/u), '09:56:40'])
  expect(parts(asks, 'aria-describedby')).toEqual([expect.stringContaining('Keep 15, or match it?')])
  expect(rowOf('restarted').getAttribute('aria-label')).toMatch(/^chat\.md restarted/)
  act(() => client.add(bodyEvent(20, { kind: 'fault', fault: { code: 'invalid', message: 'No brackets.' } })))
  await screen.findByText('No brackets.')
  expect(parts(rowOf('No brackets.'), 'aria-labelledby')[0]).toContain('not usable')
  expect(parts(rowOf('No brackets.'), 'aria-describedby')).toEqual(['No brackets.'])
})

test('a message that somebody still owes an answer for shows how far it got; one that asks the operator says so first', async () => {
  const [first, second] = [fixtureNeeds[0], fixtureEvents.find(({ id }) => id === 'e000006')]
  const { store, client } = await renderApp(<FeedView />)
  await screen.findByRole('feed')
  act(() => client.setState({ desk: { ...fixtureDesk, needs: [first as Need] } }))
  const steps: Owing['steps'] = ['yes', 'yes', 'cannot tell', 'yes', 'not yet', 'not yet']
  const owing = (event: string, isMine: boolean, isOverdue: boolean) => [event, { event, steps, isMine, isOverdue }] as const
  act(() => store.setState({ owing: new Map([owing('e000008', true, false), owing('e000006', false, true)]) }))
  const mine = rowOf('Keep 15, or match it?')
  expect(mine.querySelector('.body')?.textContent).toMatch(/^needs you: +question Clock/)
  const isGuess = () => mine.querySelector('.ask [stroke-dasharray]') !== null
  expect(isGuess()).toBe(true)
  const row = first?.row as DebtRow
  const declared: Need = { ...(first as Need), row: { ...row, debt: { ...row.debt, evidence: 'declared' } } }
  act(() => client.setState({ desk: { ...fixtureDesk, needs: [declared] } }))
  await waitFor(() => expect(isGuess()).toBe(false))
  expect(within(mine).getByRole('img').getAttribute('aria-label')).toBe(
    'written yes, seen yes, delivered unknown, read yes, acked not yet, answered owed by you',
  )
  expect([...mine.querySelectorAll('.strip i')].map(({ className }) => className)).toEqual(['y', 'y', 'n', 'y', '', 'd'])
  const others = document.getElementById(`row-${second?.id}`) as HTMLElement
  expect(within(others).getByRole('img').getAttribute('aria-label')).toMatch(/answered owed, overdue$/)
  expect(others.querySelector('.ask')).toBeNull()
  act(() => store.setState({ owing: new Map() }))
  expect(within(mine).queryByRole('img')).toBeNull()
})

test('agents that say the same again and again are marked under their newest line', async () => {
  const { client } = await renderApp(<FeedView />)
  await screen.findByRole('feed')
  const stuck = fixtureStuck('loop', {
    text: 'coder and tester said the same 6 times',
    events: ['e000006', 'e000008'],
    texts: [{ by: 'coder', text: 'Thanks!' }],
  })
  const need: Need = { ...(fixtureNeeds[0] as Need), source: 'loop', stuck }
  const counts = { ...fixtureDesk.counts, stuck: 1 }
  act(() => client.setState({ desk: { ...fixtureDesk, counts, needs: [need] } }))
  const marker = await screen.findByText('coder and tester said the same 6 times')
  const newest = document.getElementById('row-e000008') as HTMLElement
  expect(newest.compareDocumentPosition(marker)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(marker.closest('[data-index]')).toBe(newest.closest('[data-index]'))
  act(() => client.setState({ desk: { ...fixtureDesk, needs: [] } }))
  await waitFor(() => expect(screen.queryByText(/said the same/)).toBeNull())
})

test('outside names are text, complete in the tooltip, with nothing hidden', async () => {
  const name = '<img src=x onerror=alert(1)>\u202Egnp'
  const events = [messageEvent(1, name, 'coder', 'hi', { observers: ['a', 'b'] })]
  const { container } = await renderApp(<FeedView />, createMockClient({ events }))
  await screen.findByRole('feed')
  const who = rowOf('hi').querySelector('.who')
  expect(who?.getAttribute('title')).toBe('<img src=x onerror=alert(1)>[U+202E]gnp → coder, seen by a, b')
  expect(who?.textContent).toContain('+2')
  expect(container.querySelector('img')).toBeNull()
  expect(who?.textContent).not.toContain('\u202E')
})

test('a long message is clipped and shown in full on request', async () => {
  const events = [messageEvent(1, 'coder', 'tester', `${'word '.repeat(2_000)}END`)]
  await renderApp(<FeedView />, createMockClient({ events }))
  await screen.findByRole('feed')
  expect(rowOf('word').textContent).not.toContain('END')
  fireEvent.click(screen.getByRole('button', { name: 'Show all (10\u00a0KB)' }))
  expect(rowOf('word').textContent).toContain('END')
})

test('a row that cannot be drawn shows its raw text, and the others stay (F23)', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const broken = messageEvent(2, 'coder', 'tester', 'never drawn', { to: undefined as unknown as string[] })
  const { store } = await renderApp(<FeedView />, createMockClient({ events: [messageEvent(1, 'coder', 'tester', 'before'), broken] }))
  await screen.findByRole('feed')
  said.mockRestore()
  expect(rowOf('before')).toBeTruthy()
  const row = articles().at(-1)
  expect(row?.textContent).toContain(broken.raw.text)
  fireEvent.click(row as HTMLElement)
  expect(store.getState().selection).toBe(broken.id)
})

test('a very long message is shown in portions, and thousands of hidden characters without a chip for each', async () => {
  const events = [messageEvent(1, 'coder', 'tester', `${'a\u200b'.repeat(75_000)}END`)]
  const { container } = await renderApp(<FeedView />, createMockClient({ events }))
  await screen.findByRole('feed')
  fireEvent.click(screen.getByRole('button', { name: /^Show more/ }))
  expect(container.textContent).not.toContain('END')
  expect(container.querySelectorAll('.ctrl').length).toBeLessThanOrEqual(1_000)
  expect(container.textContent).toContain('a[U+200B]a[U+200B]')
  expect(container.textContent).not.toContain('\u200b')
  fireEvent.click(screen.getByRole('button', { name: /^Show all/ }))
  expect(container.textContent).toContain('END')
  fireEvent.click(screen.getByRole('button', { name: 'Show less' }))
  expect(container.textContent?.length).toBeLessThan(20_000)
})

test('a row that is drawn and visible becomes read, whenever it is drawn', async () => {
  const heights = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const { itemIndex } = this.dataset
    return itemIndex === undefined ? new DOMRect(0, 0, 500, 600) : new DOMRect(0, 30 * (Number(itemIndex) % 1_000), 500, 30)
  })
  const { client } = await renderApp(<FeedView />)
  const read = (): unknown => client.calls.findLast(({ method }) => method === 'conversations.markRead')?.input
  await waitFor(() => expect(read()).toMatchObject({ upTo: fixtureEvents.at(-1)?.ord }))
  heights.mockRestore()
})

test('a click selects a row, also for assistive technology', async () => {
  const { store } = await renderApp(<FeedView />)
  await screen.findByRole('feed')
  fireEvent.click(rowOf('Keep 15'))
  expect(store.getState().selection).toBe('e000008')
  expect(rowOf('Keep 15').getAttribute('aria-current')).toBe('true')
  expect(articles().filter((row) => row.tabIndex === 0)).toHaveLength(1)
})

test('the actions of a row work, and a fault is shown in the row', async () => {
  const { client } = await renderApp(<FeedView />)
  await screen.findByRole('feed')
  client.on('messages.send', () => fail('unavailable', 'chat.md cannot be written.'))
  fireEvent.click(within(rowOf('Keep 15')).getByRole('button', { name: /Acknowledge/ }))
  await waitFor(() => expect(rowOf('Keep 15').textContent).toContain('chat.md cannot be written.'))
  fireEvent.click(within(rowOf('Keep 15')).getByRole('button', { name: /Reply/ }))
  await screen.findByText('Reply to')
  fireEvent.click(within(rowOf('Keep 15')).getByRole('button', { name: 'chat.md:8' }))
  await waitFor(() => expect(client.calls.at(-1)).toEqual({ method: 'events.open', input: { id: 'e000008' } }))
})

test('a pause shows how much is new and leads back', async () => {
  const { client, store } = await renderApp(<FeedView />)
  await screen.findByRole('feed')
  fireEvent.click(screen.getByRole('button', { name: 'Following' }))
  expect(store.getState().following).toBe(false)
  act(() => client.add(messageEvent(15, 'coder', 'tester', 'fresh')))
  fireEvent.click(await screen.findByRole('button', { name: /1 new/ }))
  expect(store.getState().following).toBe(true)
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
})

test('raw lines are shown with the toggle', async () => {
  const events = [
    ...fixtureEvents,
    bodyEvent(15, { kind: 'comment', text: '# a comment' }),
    bodyEvent(16, { kind: 'presence', agent: 'coder', word: 'idle', evidence: 'declared', said: 'waiting for work' }),
    bodyEvent(17, { kind: 'profile', agent: 'coder', role: 'writes code' }),
    bodyEvent(19, { kind: 'receipt', of: 'm', stage: 'acked', by: 'coder', text: 'on it' }),
    bodyEvent(20, { kind: 'receipt', of: 'm', stage: 'delivered', text: 'msg_1.json' }),
    bodyEvent(18, { kind: 'fault', fault: { code: 'invalid', message: 'process-status.json is not valid JSON.', detail: 'line 1' } }),
  ]
  await renderApp(<FeedView />, createMockClient({ events }))
  await screen.findByRole('feed')
  expect(screen.queryByText('# a comment')).toBeNull()
  expect(rowOf('process-status.json is not valid JSON.').textContent).toContain('line 1')
  fireEvent.click(screen.getByRole('button', { name: 'Raw lines' }))
  await screen.findByText('# a comment')
  await screen.findAllByRole('article') // the list shows its rows once it has measured them
  expect(rowOf('waiting for work')).toBeTruthy()
  expect(rowOf('writes code')).toBeTruthy()
  expect(rowOf('on it').textContent).toMatch(/coder.*acknowledged on it/)
  expect(rowOf('msg_1.json').textContent).toMatch(/receipt.*delivered msg_1\.json/)
})

test('a feed emptied by a protocol switch says so, and one press brings the messages back', async () => {
  const client = createMockClient()
  const { store } = await renderApp(<FeedView />, client)
  await screen.findByRole('feed', { name: 'Messages' })
  client.on('feed.page', () => ok({ events: [], hasBefore: false, hasAfter: false }))
  act(() => store.getState().setFilter({ without: ['chat'] }))
  const heading = await screen.findByRole('heading', { name: /messages hidden$/ })
  const said = store.getState().state?.conversations.reduce((sum, one) => sum + one.count, 0)
  expect(heading.textContent).toBe(`${said} messages hidden`)
  fireEvent.click(screen.getByRole('button', { name: 'Show them' }))
  expect(store.getState().filter).toEqual({})
})

test('the heading counts unreadable lines; each row gives the reason and the correct form', async () => {
  const fault = { code: 'invalid', message: 'Line 3 is not a message.', detail: 'CH001', fix: '[coder-to-reviewer]: x' } as const
  const events = [...fixtureEvents, bodyEvent(15, { kind: 'fault', fault })]
  const { store } = await renderApp(<FeedView />, createMockClient({ events, state: { ...fixtureState, unusable: { l1: 1 } } }))
  fireEvent.click(await screen.findByRole('button', { name: '1 not usable' }))
  await screen.findByRole('heading', { name: 'Not usable' })
  expect(store.getState().filter).toEqual({ faults: true })
  await waitFor(() => expect(articles()).toHaveLength(1))
  expect(rowOf('Line 3 is not a message').querySelector('code')?.textContent).toBe(fault.fix)
})

test('the heading of a conversation counts what its link could not read', async () => {
  const state = { ...fixtureState, links: [fixtureLink, { ...fixtureLink, id: 'l2' }], unusable: { l1: 1, l2: 4 } }
  const { store } = await renderApp(<FeedView />, createMockClient({ state }))
  await screen.findByRole('button', { name: '5 not usable' })
  act(() => store.getState().setFilter({ conversation: 'l1|operator⇄tester' }))
  fireEvent.click(await screen.findByRole('button', { name: '1 not usable' }))
  expect(store.getState().filter).toEqual({ source: 'l1', faults: true })
})

test('a heading that has no room is whole under the pointer', async () => {
  const { store } = await renderApp(<FeedView />)
  const [conversation] = fixtureState.conversations
  act(() => store.getState().setFilter({ conversation: conversation?.id ?? '' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).title).toBe(conversation?.key))
})

test('the heading of *For you*, which has no count, leaves no gap for one', async () => {
  const { store } = await renderApp(<FeedView />)
  act(() => store.getState().setFilter({ forYou: true }))
  await screen.findByRole('heading', { name: 'For you' })
  expect(document.querySelector('.head .sub')).toBeNull()
})

test('an empty feed says what would appear and what to do', async () => {
  const { client } = await renderApp(<FeedView />, createMockClient({ events: [], state: { ...fixtureState, conversations: [] } }))
  await screen.findByRole('heading', { name: 'No messages yet' })
  expect(screen.getByText('.workplace/chat.md')).toBeTruthy()
  client.on('workspaces.demo', () => fail('unavailable', 'The demo could not start.'))
  fireEvent.click(screen.getByRole('button', { name: 'Try the demo' }))
  await screen.findByText('The demo could not start.')
})

test.each([
  ['no link', [], 'Add a link'],
  ['every link is off', [{ ...fixtureLink, enabled: false }], 'Show links'],
])('an empty feed with %s promises no messages, and leads to Links', async (_case, links, verb) => {
  const { store } = await renderApp(<FeedView />, createMockClient({ events: [], state: { ...fixtureState, links, conversations: [] } }))
  await screen.findByRole('heading', { name: 'Nothing is followed' })
  expect(screen.queryByRole('button', { name: 'Write the first message' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: verb }))
  expect(store.getState().view).toBe('links')
})

test('a link that is down is shown above the rows with its reason and an action', async () => {
  const reason = { code: 'unavailable' as const, message: 'The file cannot be read.', detail: 'EACCES: permission denied' }
  const link = { ...fixtureLink, status: { lamp: 'down' as const, text: 'not read', since: 0, reason } }
  const { client } = await renderApp(<FeedView />, createMockClient({ state: { ...fixtureState, links: [link] } }))
  expect(await screen.findByText('EACCES: permission denied')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(client.calls.at(-1)).toEqual({ method: 'links.act', input: { link: 'l1', act: 'retry' } })
})

test('loading history is counted in the heading and can be cancelled', async () => {
  const progress = { done: 12_400, total: 200_000, unit: 'lines', cancellable: true }
  const link = { ...fixtureLink, status: { ...fixtureLink.status, progress } }
  const { client } = await renderApp(<FeedView />, createMockClient({ state: { ...fixtureState, links: [link] } }))
  await screen.findByText('reading 12,400 of 200,000 lines')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('12400')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(client.calls.at(-1)).toEqual({ method: 'links.act', input: { link: 'l1', act: 'cancel' } })
})

test('the progress of rebuilding lists is shown', async () => {
  await renderApp(<FeedView />, createMockClient({ state: { ...fixtureState, rebuilding: { done: 411, total: 1_000 } } }))
  const bar = await screen.findByRole('progressbar', { name: 'Rebuilding the lists from the journal' })
  expect(bar.getAttribute('aria-valuenow')).toBe('411')
  expect(bar.textContent).toContain('41 %')
})

test('pending messages: refused ones keep their text and offer three actions', async () => {
  const draft = { from: 'operator', to: ['coder'], observers: [], text: 'do it' }
  const base: Command = { id: '01K0000000000000000000000A', workspace: 'w1', source: 'l1', draft, wire: '', state: 'failed', at: 0 }
  const commands: Command[] = [
    { ...base, fault: { code: 'unavailable', message: 'The disk is full.', detail: 'ENOSPC' } },
    { ...base, id: '01K0000000000000000000000B', state: 'unsent', draft: { ...draft, text: 'lost one' } },
    { ...base, id: '01K0000000000000000000000C', state: 'confirmed', draft: { ...draft, text: 'done one' } },
  ]
  const { client } = await renderApp(<FeedView />, createMockClient({ state: { ...fixtureState, commands } }))
  const list = await screen.findByRole('list', { name: 'Unconfirmed messages' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(list.textContent).toContain('The disk is full.')
  expect(list.textContent).toContain('Delivery was not confirmed')
  client.on('messages.retry', () => fail('unavailable', 'Still full.'))
  fireEvent.click(within(list).getAllByRole('button', { name: 'Send again' })[0] as HTMLElement)
  await within(list).findByText('Still full.')
  client.on('messages.discard', () => ok(base))
  fireEvent.click(within(list).getAllByRole('button', { name: 'Edit' })[0] as HTMLElement)
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('do it'))
})

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Output } from '../../../api/contract.ts'
import { fail, ok, type Result } from '../../../core/fault.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureEvents, messageEvent } from '../testing/fixtures.ts'
import { pastAt, pastMoment } from '../testing/past-fixtures.ts'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { Search } from './search.tsx'

afterEach(cleanup)

const show = (client?: MockClient): Promise<Rendered> => renderApp(<Search />, client)
const field = (): HTMLElement => screen.getByRole('combobox', { name: 'Search messages' })
const type = (value: string): boolean => fireEvent.change(field(), { target: { value } })

const page = (from: number, hasMore: boolean): Result<Output<'feed.search'>> =>
  ok({
    hits: [{ event: messageEvent(from, 'coder', 'tester', `hit ${from}`), matches: [[0, 3]] }],
    total: 2,
    totalIsExact: true,
    hasMore,
    ms: 1,
  })
const hit = (text: string): Result<Output<'feed.search'>> =>
  ok({ hits: [{ event: messageEvent(1, 'coder', 'tester', text), matches: [] }], total: 1, totalIsExact: true, hasMore: false, ms: 1 })

test('Enter opens the marked match in its context', async () => {
  const { store } = await show()
  type('clock')
  await screen.findAllByRole('option')
  expect(screen.getByText('5 found in 9 ms')).toBeTruthy()
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  expect(screen.getAllByRole('option')[1]?.getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(field(), { key: 'Enter' })
  await waitFor(() => expect(store.getState().highlight).toBe('e000010'))
})
test('problems of a message are shown at its match, too: a line in the operator’s name that was not sent from here (F24)', async () => {
  const client = createMockClient()
  const forged = messageEvent(1, 'operator', 'coder', 'delete it all', { doubts: ['not sent from here'] })
  client.on('feed.search', () => ok({ hits: [{ event: forged, matches: [] }], total: 1, totalIsExact: true, hasMore: false, ms: 1 }))
  await show(client)
  type('delete')
  const row = await screen.findByRole('option')
  expect(row.querySelector('.doubts')?.textContent).toContain('not sent from here')
  expect(row.querySelector('.says')?.textContent.trim()).toBe('delete it all') // the doubt does not read as a part of it
})
test('code in a match is shown as code, with the match marked in it', async () => {
  const client = createMockClient()
  const found = messageEvent(1, 'coder', 'tester', 'run `npm test` again')
  client.on('feed.search', () => ok({ hits: [{ event: found, matches: [[0, 8]] }], total: 1, totalIsExact: true, hasMore: false, ms: 1 }))
  await show(client)
  type('npm')
  const row = await screen.findByRole('option')
  expect(row.querySelector('.says')?.textContent).toContain('run npm test again')
  expect(row.querySelector('code')?.textContent).toBe('npm test')
  expect([...row.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['run ', 'npm'])
})
test('in the past it says that messages changed since are left out', async () => {
  const words = /changed after the moment you look at are left out/
  const { store } = await show()
  type('clock')
  await screen.findAllByRole('option')
  expect(screen.queryByText(words)).toBeNull()
  act(() => store.setState({ past: pastAt(pastMoment) }))
  expect(screen.getByText(words)).toBeTruthy()
})
test('an invalid query is reported at the field; the last matches stay', async () => {
  const client = createMockClient()
  await show(client)
  type('clock')
  await screen.findAllByRole('option')
  client.on('feed.search', () => fail('invalid', 'before: needs a date, for example 2026-11-21.', { fix: 'clock before:today' }))
  type('clock before:')
  expect((await screen.findByRole('alert')).textContent).toContain('before: needs a date')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByRole('option').length).toBe(5)
  fireEvent.click(screen.getByRole('button', { name: /^Use/ }))
  expect(field()).toHaveProperty('value', 'clock before:today')
})
test('a suggested word is appended to the query', async () => {
  await show()
  type('clock')
  fireEvent.click(screen.getByRole('button', { name: 'from:' }))
  expect(field()).toHaveProperty('value', 'clock from:')
  expect(document.activeElement).toBe(field())
})
test('the next page continues below the last match', async () => {
  const client = createMockClient()
  client.on('feed.search', ({ before }) => (before === undefined ? page(8, true) : page(before - 1, false)))
  await show(client)
  type('hit')
  fireEvent.click(await screen.findByRole('button', { name: 'Show more, 1 left' }))
  await waitFor(() => expect(screen.getAllByRole('option').length).toBe(2))
  expect(client.calls.filter((call) => call.method === 'feed.search').at(-1)?.input).toMatchObject({ before: 8 })
  expect(screen.queryByRole('button', { name: /Show more/ })).toBeNull()
})
test('more than can be counted is shown as such', async () => {
  const client = createMockClient()
  client.on('feed.search', () =>
    ok({
      hits: [{ event: messageEvent(1, 'coder', 'tester', 'hit'), matches: [] }],
      total: 1_000,
      totalIsExact: false,
      hasMore: true,
      ms: 1,
    }),
  )
  await show(client)
  type('hit')
  await screen.findByRole('button', { name: 'Show more, 999+ left' })
  expect(screen.getByText('1,000+ found in 1 ms')).toBeTruthy()
})
test('an answer to an older query is dropped', async () => {
  const waiting = new Map<string, () => void>()
  const client = createMockClient()
  client.on('feed.search', ({ query }) => new Promise((resolve) => waiting.set(query, () => resolve(hit(`answer to ${query}`)))))
  await show(client)
  type('old')
  await waitFor(() => expect(waiting.has('old')).toBe(true))
  type('new')
  await waitFor(() => expect(waiting.has('new')).toBe(true))
  waiting.get('new')?.()
  await screen.findByText('answer to new')
  waiting.get('old')?.()
  await Promise.resolve()
  expect(screen.queryByText('answer to old')).toBeNull()
})
test('hidden characters of a match are shown', async () => {
  expect(fixtureEvents.some((event) => event.body.kind === 'message' && event.body.text.includes('\u202E'))).toBe(true)
  await show()
  type('hidden')
  expect((await screen.findByText('U+202E')).className).toBe('ctrl')
})
test('without matches, says what may help', async () => {
  await show()
  type('zzzz')
  expect(await screen.findByText(/No messages found/)).toBeTruthy()
})
test('the matching words are also marked in names, including those not shown otherwise', async () => {
  const client = createMockClient()
  const event = messageEvent(1, 'reviewer', 'tester', 'done', { observers: ['docs', 'review-bot'] })
  client.on('feed.search', () => ok({ hits: [{ event, matches: [] }], total: 1, totalIsExact: true, hasMore: false, ms: 1 }))
  await show(client)
  type('revi')
  const option = await screen.findByRole('option')
  expect([...option.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['reviewer', 'review'])
  expect(option.textContent).toContain('cc review-bot')
})

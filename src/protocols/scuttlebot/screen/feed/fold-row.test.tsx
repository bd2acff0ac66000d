import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Event, NoticeBody } from '../../../../core/event.ts'
import { defaultChannelSettings } from '../../pure/api.ts'
import { scuttlebotInfo } from '../../pure/config.ts'
import { fixtureNetwork } from '../board/board-fixtures.ts'
import { feedCommands } from '../../../../renderer/features/feed/feed-commands.ts'
import { TestKeys } from '../../../../renderer/features/testing/screen-parts.tsx'
import { bodyEvent, fixtureProtocol } from '../../../../renderer/features/testing/fixtures.ts'
import type { Rendered } from '../../../../renderer/features/testing/test-render.tsx'
import { renderApp } from '../testing.ts'
import { FeedView } from '../../../../renderer/features/feed/feed-view.tsx'
import { foldWords } from '../../../../renderer/features/feed/fold-words.ts'
import { createLinkClient, type LinkClient } from '../../../../renderer/features/testing/link-client.ts'

afterEach(cleanup)

const irc = (event: Event): Event => ({ ...event, source: 'l5', protocol: 'scuttlebot' })
const notice = (ord: number, from: string, text: string, tone: NoticeBody['tone'], tool?: string): Event =>
  irc(bodyEvent(ord, { kind: 'notice', conversation: '#general', from, text, tone, ...(tool !== undefined && { tool }) }, text))
const chatter = [
  notice(101, 'coder', '› go test ./...', 'tool', 'run'),
  notice(102, 'coder', 'edit \u202Esrc/<b>a.ts', 'tool', 'edit'),
  notice(103, 'coder', 'edit src/b.ts', 'tool', 'edit'),
]

async function show(events: readonly Event[], client: LinkClient = createLinkClient(fixtureNetwork('l5', 'libera'))): Promise<Rendered> {
  const rendered = await renderApp(
    <>
      <TestKeys commands={feedCommands} />
      <FeedView />
    </>,
    client,
  )
  act(() => rendered.store.getState().setView('feed'))
  await screen.findByRole('feed')
  act(() => client.add(...events))
  return rendered
}
const fold = (): Promise<HTMLElement> => screen.findByRole('button', { name: '3 tool lines' })

const key = (name: string): boolean => fireEvent.keyDown(window, { key: name, code: name.length === 1 ? `Key${name.toUpperCase()}` : name })

test('tool lines of one sender are one row with count, tools and time; it opens into its lines with nothing hidden', async () => {
  await show(chatter)
  const row = (await fold()).closest('article')
  expect(row?.textContent).toContain('edit ×2 · run ×1')
  expect(row?.querySelector('.anchor')?.textContent).toBe('1\u00a0m\u00a020\u00a0s')
  expect(screen.queryByText('edit src/b.ts')).toBeNull()
  fireEvent.click(await fold())
  const line = (await screen.findByText('edit src/b.ts')).closest('article')
  expect(line?.className).toContain('inner')
  expect(document.querySelector('.inner .ctrl')?.textContent).toBe('U+202E')
  expect((await fold()).getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(await fold())
  await waitFor(() => expect(screen.queryByText('edit src/b.ts')).toBeNull())
})

test('works with keys: k treats the fold as one row, Enter opens it, f closes it again', async () => {
  const { store } = await show([...chatter, notice(104, 'relay', 'ready', 'status')])
  await fold()
  key('k')
  expect(store.getState().selection).toBe('e000104')
  key('k')
  expect(store.getState().selection).toBe('e000101')
  expect((await fold()).closest('article')?.getAttribute('aria-current')).toBe('true')
  key('k')
  expect(store.getState().selection).toBe('e000014')
  key('j')
  key('Enter')
  await screen.findByText('edit src/b.ts')
  key('j')
  expect(store.getState().selection).toBe('e000102')
  key('f')
  await waitFor(() => expect(screen.queryByText('edit src/b.ts')).toBeNull())
  expect(store.getState().selection).toBe('e000101')
})

test('jumping to a row opens its fold', async () => {
  const { store } = await show(chatter)
  await fold()
  await act(() => store.getState().jumpTo('e000103'))
  await screen.findByText('edit src/b.ts')
})

test('a channel that folds nothing shows every line; raw lines are never folded', async () => {
  const settings = { ...defaultChannelSettings, fold: 'none' } as const
  const channels = [{ name: '#General', members: 2, isJoined: true, settings }]
  await show(chatter, createLinkClient(fixtureNetwork('l5', 'libera', { channels })))
  await screen.findByText('edit src/b.ts')
  cleanup()
  await show(chatter)
  await fold()
  fireEvent.click(screen.getByRole('button', { name: /Raw lines/ }))
  await screen.findByText('edit src/b.ts')
})

test('protocols are hidden and shown with their chips', async () => {
  const client = createLinkClient(fixtureNetwork('l5', 'libera'))
  client.on('protocols.list', () => ({ ok: true, value: [fixtureProtocol, scuttlebotInfo] }))
  const { store } = await show([notice(104, 'relay', 'ready', 'status')], client)
  await screen.findByText('ready')
  fireEvent.click(screen.getByRole('button', { name: 'IR IRC' }))
  expect(store.getState().filter).toEqual({ without: ['scuttlebot'] })
  await waitFor(() => expect(screen.queryByText('ready')).toBeNull())
  expect(screen.getByRole('button', { name: 'IR IRC' }).getAttribute('aria-pressed')).toBe('false')
  await screen.findByText(/Keep 15/)
  fireEvent.click(screen.getByRole('button', { name: 'IR IRC' }))
  await screen.findByText('ready')
  expect(store.getState().filter).toEqual({})
})

test('joins and leaves are counted by kind', () => {
  const events = ['joined', 'joined', 'left: bye', 'is now x', 'quit: ping timeout'].map((text, index) =>
    notice(index + 1, `n${index}`, text, 'presence'),
  )
  expect(foldWords(events)).toEqual({
    noun: 'presence line',
    parts: 'joined ×2 · left ×1 · is now ×1 · quit ×1',
    names: ['n0', 'n1', 'n2', 'n3', 'n4'],
  })
})

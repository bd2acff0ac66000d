import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { defaultNoticeSettings, type NoticeSettings } from '../../../core/notice.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { NoticePermission, SystemNotices } from '../../ui/system-notices.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureInfo, fixtureNow, fixtureSettings } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { noticeCommands } from './notice-commands.ts'
import { NoticeSettingsSection } from './notice-settings.tsx'

afterEach(cleanup)

function system(permission: NoticePermission): SystemNotices {
  let now = permission
  return { permission: () => now, ask: async () => (now = 'granted'), show: () => false, close: () => undefined }
}

test('each kind has its own channels, and a change keeps what another page changed meanwhile (F27)', async () => {
  const { client, store } = await renderApp(<NoticeSettingsSection />)
  const row = within(screen.getByRole('row', { name: /^Asks you/ }))
  fireEvent.click(row.getByRole('checkbox', { name: 'Asks you: Sound' }))
  await waitFor(() => expect(store.getState().settings.notices.kinds.asks.sound).toBe(true))
  const other: NoticeSettings = { ...defaultNoticeSettings, mutedUntil: fixtureNow + 60_000 }
  client.on('settings.get', () => ok({ ...fixtureSettings, notices: other }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Link down: Notify' }))
  await waitFor(() =>
    expect(store.getState().settings.notices).toMatchObject({ mutedUntil: fixtureNow + 60_000, kinds: { link: { notify: false } } }),
  )
  expect(screen.getByRole('checkbox', { name: 'Link down: Sound' })).toHaveProperty('disabled', true)
})

test('quiet hours and the text are set; a refusal stands there', async () => {
  const { client, store } = await renderApp(<NoticeSettingsSection />)
  const now = (): NoticeSettings => store.getState().settings.notices
  fireEvent.click(within(screen.getByRole('group', { name: 'Quiet hours' })).getByRole('checkbox'))
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '21:30' } })
  await waitFor(() => expect(now().quiet).toEqual({ from: '21:30', to: '07:00' }))
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Show the text' }), { target: { value: 'name' } })
  await waitFor(() => expect(now()).toMatchObject({ text: 'name', quiet: { from: '21:30', to: '07:00' } }))
  client.on('settings.set', () => fail('unavailable', 'The disk is full.'))
  fireEvent.click(within(screen.getByRole('group', { name: 'Quiet hours' })).getByRole('checkbox'))
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.')
})

/** A full hour near that of the fixtures, in local time. */
const hour = (after: number): string => `${String((new Date(fixtureNow).getHours() + after + 24) % 24).padStart(2, '0')}:00`

test('quiet hours say that they hold now', async () => {
  const { store } = await renderApp(<NoticeSettingsSection />)
  const group = within(screen.getByRole('group', { name: 'Quiet hours' }))
  const quiet = (from: string, to: string): Promise<unknown> =>
    act(() => store.getState().changeNotices((settings) => ({ ...settings, quiet: { from, to } })))
  await quiet(hour(-1), hour(2))
  expect(group.getByText(`Quiet now, until ${hour(2)}`)).toBeTruthy()
  await quiet(hour(2), hour(4))
  expect(group.queryByText(/Quiet now/)).toBeNull()
})

test('permission is asked for by the button only', async () => {
  let asked = 0
  const notices = system('default')
  await renderApp(<NoticeSettingsSection />, createMockClient(), {
    notices: { ...notices, ask: async () => ((asked += 1), notices.ask()) },
  })
  expect(asked).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: 'Allow notifications' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Allow notifications' })).toBeNull())
  expect(asked).toBe(1)
})

test.each(['denied', 'none'] as const)('says where the system shows none (%s), and tests it', async (permission) => {
  await renderApp(<NoticeSettingsSection />, createMockClient(), { notices: system(permission) })
  const group = within(screen.getByRole('group', { name: 'Notifications' }))
  expect(group.getByText('The system shows none')).toBeTruthy()
  fireEvent.click(group.getByRole('button', { name: 'Test' }))
  await waitFor(() => expect(group.getByRole('status').textContent).toContain('this window'))
})

test('a shell that notifies itself needs no permission of the page', async () => {
  const client = createMockClient({ handlers: { 'app.info': () => ok({ ...fixtureInfo, canNotify: true }) } })
  await renderApp(<NoticeSettingsSection />, client, { notices: system('denied') })
  expect(screen.queryByText('The system shows none')).toBeNull()
})

test('agent, conversation and everything are muted by commands, listed, and unmuted', async () => {
  const { store } = await renderApp(<NoticeSettingsSection />)
  const run = async (id: string): Promise<void> => {
    const command = noticeCommands.find((one) => one.id === id)
    expect(command?.when?.(store.getState())).toBe(true)
    await act(async () => void (await command?.run(store.getState())))
  }
  act(() => store.getState().setView('agents', 'coder'))
  await run('notices.mute-agent-hour')
  const conversation = store.getState().state?.conversations[0]
  act(() => {
    store.getState().setView('feed')
    store.getState().setFilter({ conversation: conversation?.id ?? '' })
  })
  await run('notices.mute-conversation')
  await run('notices.mute-all')
  expect(store.getState().settings.notices.muted).toEqual([
    { workspace: 'w1', agent: 'coder', until: fixtureNow + 3_600_000 },
    { workspace: 'w1', source: conversation?.source, conversation: conversation?.id },
  ])
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Everythinguntil 11:18/),
    expect.stringMatching(/^coderuntil 11:18/),
    expect.stringMatching(/always/),
  ])
  const [, agent, place] = screen.getAllByRole('listitem')
  expect(agent?.querySelector('.bar')?.classList[1]).toMatch(/^a\d$/)
  expect(place?.querySelector('.chip')?.textContent).toBe('CH')
  for (const left of [2, 1, 0]) {
    fireEvent.click(screen.getAllByRole('button', { name: /^Unmute/ })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(left))
  }
  expect(store.getState().settings.notices.mutedUntil).toBeUndefined()
})

test('a muted agent that is called like everything else stands in quotes, and what its name hides is shown', async () => {
  const muted = [{ workspace: 'w1', agent: 'Everything\u202E' }]
  const notices: NoticeSettings = { ...defaultNoticeSettings, muted }
  const client = createMockClient({ handlers: { 'settings.get': () => ok({ ...fixtureSettings, notices }) } })
  await renderApp(<NoticeSettingsSection />, client)
  expect((await screen.findByRole('listitem')).textContent).toContain('“Everything')
  expect(screen.getByRole('button', { name: /^Unmute “Everything.*U\+202E/ })).toBeTruthy()
})

import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { HomeView, SessionRow } from '../pure/api.ts'
import type { MockClient } from '../../../renderer/features/testing/client-mock.ts'
import { fixtureLink, fixtureNow, fixtureState } from '../../../renderer/features/testing/fixtures.ts'
import { createHomeClient, fixtureHome, fixtureSession } from './session-fixtures.ts'
import type { Rendered } from '../../../renderer/features/testing/test-render.tsx'
import { renderApp } from './testing.ts'
import { PasteList } from '../../../renderer/features/paste/paste-list.tsx'
import { codingAgentOf } from './slices.ts'

afterEach(cleanup)

type Rounds = SessionRow['rounds']
const rounds = (count: number, last: Partial<Rounds[number]> = {}): Rounds =>
  Array.from({ length: count }, (_, at) => ({
    sequence: at + 1,
    state: 'applied' as const,
    failed: 0,
    copiedAt: fixtureNow,
    ...(at === count - 1 ? last : {}),
  }))
const session = (id: string, task: string, more: Partial<SessionRow> = {}): SessionRow => ({ ...fixtureSession, id, task, ...more })
const fixtureView: HomeView = {
  ...fixtureHome,
  sessions: [
    fixtureSession,
    session('0000000a', 'Invoices\nsecond line', { sequence: 2, rounds: rounds(2, { state: 'open' }) }),
    session('0000000b', 'evil \u202Etask', { sequence: 24, rounds: rounds(24, { state: 'interrupted' }) }),
    session('0000000c', 'Taken back', {
      sequence: 2,
      rounds: [...rounds(1, { state: 'rolled back' }), { sequence: 2, state: 'open', failed: 0 }],
    }),
    session('0000000d', 'Typos', { isComplete: true, sequence: 1, rounds: rounds(1) }),
  ],
}

async function show(client: MockClient = createHomeClient({}, fixtureView)): Promise<Rendered> {
  const rendered = await renderApp(<PasteList />, client)
  await screen.findAllByRole('region')
  return rendered
}
const group = (name: string) => within(screen.getByRole('group', { name }))
const words = (name: string): (string | null)[] =>
  group(name)
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.word')?.textContent ?? null)

describe('the sessions', () => {
  test('are listed under open and done, each with what it waits for', async () => {
    await show()
    expect(words('Open')).toEqual(['review', 'no reply', 'interrupted', 'rolled back 1'])
    expect(words('Done')).toEqual([null])
    expect(group('Open').getByText('review').className).toContain('needs')
    expect(group('Open').getByText('no reply').className).not.toContain('needs')
  })

  test('show one line of the task, with nothing in it hidden', async () => {
    await show()
    expect(screen.getByRole('button', { name: /^Invoices/ }).querySelector('.name')?.textContent).toBe('Invoices')
    expect(screen.getByText('U+202E').className).toBe('ctrl')
  })

  test('open at their newest round, or at any other', async () => {
    const { store } = await show()
    fireEvent.click(screen.getByRole('button', { name: /^Invoices/ }))
    expect(store.getState().pasteItem).toEqual({ link: 'l9', id: '0000000a' })
    fireEvent.click(group('Done').getByRole('button', { name: 'Round 1: applied' }))
    expect(store.getState().pasteItem).toEqual({ link: 'l9', id: '0000000d' })
    const first = within(group('Open').getAllByRole('listitem')[0] ?? document.body)
    fireEvent.click(first.getByRole('button', { name: 'Round 2: applied, 1 failed' }))
    expect(store.getState().pasteItem).toEqual({ link: 'l9', id: '9f2c41d0' })
    expect(codingAgentOf(store.getState()).session).toEqual({ sequence: 2 })
    expect(first.getByRole('button', { name: /^Round 2/ }).getAttribute('aria-current')).toBe('step')
  })

  test('of many rounds show the newest, with the number of the others', async () => {
    await show()
    const long = within(group('Open').getAllByRole('listitem')[2] ?? document.body)
    expect(long.getByText('+19')).toBeTruthy()
    expect(long.getAllByRole('button', { name: /^Round/ }).map((button) => button.textContent)).toEqual(['20', '21', '22', '23', '24'])
  })

  test('are filtered by task and id', async () => {
    await show()
    fireEvent.click(screen.getByRole('button', { name: 'Filter the list' }))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'INVO' } })
    expect(group('Open').getAllByRole('listitem').length).toBe(1)
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '0000000d' } })
    expect(screen.queryByRole('group', { name: 'Open' })).toBeNull()
    expect(group('Done').getAllByRole('listitem').length).toBe(1)
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } })
    expect(screen.getByText('No matching sessions.')).toBeTruthy()
  })
})

describe('a session home', () => {
  test('names unreadable files; the others stay', async () => {
    const damaged = [{ file: 'sessions/dead\u202Ebeef.json', fault: { code: 'invalid' as const, message: 'It ends in the middle.' } }]
    await show(createHomeClient({}, { ...fixtureView, damaged, more: 1_200 }))
    expect(group('Damaged files').getByText('U+202E')).toBeTruthy()
    expect(group('Damaged files').getByText('It ends in the middle.')).toBeTruthy()
    expect(group('Open').getAllByRole('listitem').length).toBe(4)
    expect(screen.getByText('1,200 older sessions not shown.')).toBeTruthy()
  })

  test('is named if there are several, and gives the reason if it shows nothing', async () => {
    const client = createHomeClient({}, fixtureView)
    const { store } = await show(client)
    expect(screen.queryByRole('region', { name: 'second home' })).toBeNull()
    const status = { ...fixtureLink.status, lamp: 'down' as const, text: 'The folder is gone.' }
    const home = { ...fixtureLink, id: 'l8', protocol: 'codingagent', name: 'second home', status }
    client.setState({ links: [...(store.getState().state?.links ?? fixtureState.links), home] })
    const region = within(await screen.findByRole('region', { name: 'second home' }))
    expect(region.getByText('The folder is gone.')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: '.codingagent' })).getAllByRole('listitem').length).toBe(5)
  })
})

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { createSwitchboardClient, fixtureSwitchboard, rosterRow } from './inbox-fixtures.ts'
import type { MockClient } from '../../../renderer/features/testing/client-mock.ts'
import type { Rendered } from '../../../renderer/features/testing/test-render.tsx'
import { renderApp } from './testing.ts'
import { InboxList } from './inbox-list.tsx'
import { switchboardOf } from './slices.ts'

afterEach(cleanup)

async function show(client: MockClient = createSwitchboardClient()): Promise<Rendered> {
  const rendered = await renderApp(<InboxList />, client)
  await screen.findByRole('region', { name: 'MCP server' })
  return rendered
}
const section = (name: string) => within(screen.getByRole('region', { name }))

describe('the list', () => {
  test('counts new, read, acknowledged and overdue messages; a number opens exactly these', async () => {
    const { store } = await show()
    fireEvent.click(screen.getByRole('button', { name: '2 read, not acknowledged for reviewer' }))
    expect(switchboardOf(store.getState()).inbox.place).toEqual({ kind: 'mailbox', name: 'reviewer', group: 'read' })
    fireEvent.click(screen.getByRole('button', { name: '1 overdue for reviewer' }))
    expect(switchboardOf(store.getState()).inbox.place).toEqual({ kind: 'mailbox', name: 'reviewer', group: 'overdue' })
    fireEvent.click(section('Mailboxes').getByRole('button', { name: 'reviewer' }))
    expect(switchboardOf(store.getState()).inbox.place).toEqual({ kind: 'mailbox', name: 'reviewer' })
  })

  test('names the other spellings of a mailbox, and hides nothing in names', async () => {
    const evil = { ...fixtureSwitchboard.mailboxes[1], name: 'co\u202Eder', twins: [] } as (typeof fixtureSwitchboard.mailboxes)[number]
    await show(createSwitchboardClient({}, { ...fixtureSwitchboard, mailboxes: [...fixtureSwitchboard.mailboxes, evil] }))
    expect(section('Mailboxes').getByText('+ Coder')).toBeTruthy()
    expect(section('Mailboxes').getByText('U+202E').className).toBe('ctrl')
  })

  test('is filtered by name', async () => {
    await show()
    fireEvent.click(screen.getByRole('button', { name: 'Filter the list' }))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'REV' } })
    expect(section('Mailboxes').getAllByRole('listitem').length).toBe(1)
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } })
    expect(section('Mailboxes').getByText('No matching mailboxes.')).toBeTruthy()
  })

  test('opens teams, dead letters by reason, workflows, terminals, the server', async () => {
    const { store } = await show()
    const place = (): unknown => switchboardOf(store.getState()).inbox.place
    fireEvent.click(section('Roster').getByText('auth-crew'))
    expect(place()).toEqual({ kind: 'roster', team: 'team_1' })
    fireEvent.click(section('Dead letters').getByText('No such agent'))
    expect(place()).toEqual({ kind: 'dead', reason: 'no such agent' })
    fireEvent.click(section('Workflows').getByText('accuracy'))
    expect(place()).toEqual({ kind: 'workflows' })
    fireEvent.click(section('Terminals').getByText('build'))
    expect(place()).toEqual({ kind: 'terminal', name: 'build' })
    fireEvent.click(section('MCP server').getByText('On'))
    expect(place()).toEqual({ kind: 'server' })
    expect(section('MCP server').getByTitle('claude-code 2.1').textContent).toBe('claude-code 2.1')
  })

  test('a single dead letter is one', async () => {
    await show(createSwitchboardClient({}, { ...fixtureSwitchboard, deadLetterCount: 1 }))
    expect(section('Dead letters').getByRole('button', { name: '1 dead letter' })).toBeTruthy()
  })

  test('a terminal with a waiting text says so, and only that is amber', async () => {
    const waiting = [{ id: 'm1', from: 'coder', terminal: 'build', at: 0 }]
    await show(
      createSwitchboardClient(
        {},
        { ...fixtureSwitchboard, waiting, roster: [...fixtureSwitchboard.roster, rosterRow('idle', { kind: 'terminal' })] },
      ),
    )
    expect(section('Terminals').getByText('1 question').className).toContain('needs')
    expect(document.querySelectorAll('.needs').length).toBe(1)
  })

  test('without the core the server and connections are unknown', async () => {
    const { client } = await show()
    act(() => client.setConnection('closed', 'Patchbay does not run any more.'))
    expect(section('MCP server').getByText('Unknown')).toBeTruthy()
    expect(section('MCP server').queryByText(/client/)).toBeNull()
  })

  test('shows only the server while the folder has no mailboxes', async () => {
    const server = { ...fixtureSwitchboard.server, state: 'off' as const, clients: [], calls: [], callCount: 0 }
    await show(createSwitchboardClient({}, { ...fixtureSwitchboard, exists: false, server }))
    expect(screen.queryByRole('region', { name: 'Mailboxes' })).toBeNull()
    expect(section('MCP server').getByText('Off')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New message' })).toBeNull()
  })

  test('lets the operator choose between several Switchboards', async () => {
    const { client, store } = await show()
    const links = store.getState().state?.links ?? []
    const [own] = links.filter((link) => link.id === 'l7')
    if (own === undefined) throw new Error('no link')
    const second = { ...own, id: 'l8', name: 'second' }
    const views = [
      { link: 'l7', view: fixtureSwitchboard },
      { link: 'l8', view: { ...fixtureSwitchboard, mailboxes: fixtureSwitchboard.mailboxes.slice(1) } },
    ]
    act(() => client.setState({ links: [...links, second], views }))
    fireEvent.change(await screen.findByRole('combobox', { name: 'Switchboard' }), { target: { value: 'l8' } })
    expect(switchboardOf(store.getState()).inbox).toMatchObject({ link: 'l8', place: { kind: 'mailbox', name: 'coder' } })
  })
})

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Agent } from '../../../../core/agent.ts'
import { fail } from '../../../../core/fault.ts'
import type { FleetAgent } from '../../pure/agents.ts'
import { busyNetwork, fixtureNetwork } from '../board/board-fixtures.ts'
import { fixtureAgents, fixtureNow } from '../../../../renderer/features/testing/fixtures.ts'
import type { Rendered } from '../../../../renderer/features/testing/test-render.tsx'
import { renderApp } from '../testing.ts'
import { AgentPane } from '../../../../renderer/features/agents/agent-pane.tsx'
import { AgentsView } from '../../../../renderer/features/agents/agents-view.tsx'
import { createLinkClient, type LinkClient } from '../../../../renderer/features/testing/link-client.ts'

afterEach(cleanup)

const coder: FleetAgent = {
  nick: 'coder',
  type: 'worker',
  typeBy: 'hello',
  runtime: 'claude-code \u202E<b>',
  version: '1.2.3',
  channels: ['#general', '#ops'],
  isOnline: true,
  seenBy: 'hello',
  lastSeen: fixtureNow - 16_000,
}
const withIrcName = (): Agent[] =>
  fixtureAgents.map((agent) =>
    agent.id === 'coder'
      ? { ...agent, names: [...agent.names, { source: 'l5', protocol: 'scuttlebot', name: 'coder', by: 'operator' }] }
      : agent,
  )

async function show(client: LinkClient): Promise<Rendered> {
  client.setState({ agents: withIrcName() })
  const rendered = await renderApp(
    <>
      <AgentsView />
      <AgentPane />
    </>,
    client,
  )
  rendered.store.getState().setDetail('agents', 'coder')
  return rendered
}
const setTypes = (client: LinkClient): unknown[] =>
  client.calls.flatMap(({ input }) =>
    typeof input === 'object' && input !== null && 'method' in input && input.method === 'setType' ? [input] : [],
  )

test('an agent has its type, runtime, channels and last sign of life, besides its names on other protocols', async () => {
  const client = createLinkClient(fixtureNetwork('l5', 'libera', { fleet: [{ ...coder, channels: [...coder.channels] }] }))
  await show(client)
  await screen.findByText(/On libera/)
  const words = document.querySelector('.insp')?.textContent ?? ''
  expect(words).toContain('claude-code U+202E<b> 1.2.3')
  expect(words).toContain('#general #ops')
  expect(words).toContain('ago, announced itself')
  expect(words).toContain('2 names')
  expect(screen.getByRole('columnheader', { name: 'Runtime, machine' })).toBeTruthy()
})

test('the operator’s type is set and reset; a refusal is shown next to it', async () => {
  const fleet = [{ ...coder, channels: [], type: 'observer', typeBy: 'operator' }] as const
  const client = createLinkClient(fixtureNetwork('l5', 'libera', { fleet: [...fleet].map((one) => ({ ...one, channels: [] })) }))
  client.answer('setType', () => fail('unavailable', 'Not now.'))
  await show(client)
  const select = await screen.findByLabelText('Type of coder')
  expect(select).toHaveProperty('value', 'observer')
  fireEvent.change(select, { target: { value: 'orchestrator' } })
  await screen.findByText('Not now.')
  client.answer('setType', () => ({}))
  fireEvent.change(select, { target: { value: '' } })
  await waitFor(() => expect(screen.queryByText('Not now.')).toBeNull())
  expect(setTypes(client)).toEqual([
    { link: 'l5', method: 'setType', input: { nick: 'coder', type: 'orchestrator' } },
    { link: 'l5', method: 'setType', input: { nick: 'coder', type: null } },
  ])
})

/** What the field of a type says, and what stands beside it. */
async function typed(more: Partial<FleetAgent>): Promise<string> {
  cleanup()
  const { type: _type, typeBy: _typeBy, ...rest } = coder
  await show(createLinkClient(fixtureNetwork('l5', 'libera', { fleet: [{ ...rest, ...more, channels: [] }] })))
  const select = await screen.findByLabelText<HTMLSelectElement>('Type of coder')
  return `${select.selectedOptions[0]?.textContent ?? ''} | ${select.nextElementSibling?.textContent ?? ''}`
}

test('who said its type is told once, and without one, what that means', async () => {
  expect(await typed({ type: 'worker', typeBy: 'hello' })).toBe('worker, as reported | ')
  expect(await typed({ type: 'worker', typeBy: 'configuration' })).toBe('worker, from link settings | ')
  expect(await typed({ type: 'worker', typeBy: 'operator' })).toBe('worker | set by you')
  expect(await typed({})).toBe('not reported | only @all reaches it')
})

test('its tasks link to their cards on the board', async () => {
  const { store } = await show(createLinkClient(busyNetwork()))
  fireEvent.click(await screen.findByRole('button', { name: 'Map every caller of verify() in the gateway' }))
  expect(store.getState().view).toBe('board')
  expect(store.getState().board.selected).toMatchObject({ link: 'l5' })
})

test('an agent that the view does not list is requested', async () => {
  const client = createLinkClient(fixtureNetwork('l5', 'libera', { fleet: [], more: 3 }))
  client.answer('roster', () => ({ agents: [{ ...coder, runtime: 'codex' }], total: 1 }))
  await show(client)
  await screen.findByText('codex 1.2.3')
})

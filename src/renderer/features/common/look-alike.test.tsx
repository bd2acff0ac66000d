import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Approval } from '../../../core/approval.ts'
import type { Event, MessageBody } from '../../../core/event.ts'
import { Approvals } from '../approvals/approvals.tsx'
import { twinOf } from './twin.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureAgents, fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import type { AppState } from '../screen.ts'
import { Who } from '../feed/who.tsx'
import { LaneHead, type LaneWords } from '../flow/lane-head.tsx'
import { AgentName } from './agent-name.tsx'

afterEach(cleanup)

const [, lead] = fixtureAgents
if (lead === undefined) throw new Error('no agent')
const named = (...names: readonly string[]): (typeof fixtureAgents)[number] => ({
  ...lead,
  id: names[0] ?? '',
  name: names[0] ?? '',
  names: names.map((name) => ({ source: 'l1', protocol: 'chat', name, by: 'itself' })),
})
const withNames = (...agents: readonly (readonly string[])[]): Pick<AppState, 'state'> => ({
  state: { ...fixtureState, agents: [...fixtureAgents, ...agents.map((names) => named(...names))] },
})
const twin = (names: readonly (readonly string[])[], name: string): unknown => twinOf(withNames(...names) as AppState, name)

test('a name that looks like another is found, the one of common letters is not suspected (F24)', () => {
  expect(twin([['painter'], ['раinter']], 'раinter')).toEqual({ name: 'painter', isOperator: false, agent: 'painter' })
  expect(twin([['painter'], ['раinter']], 'painter')).toBeUndefined()
  expect(twin([['painter']], 'pаinter')).toMatchObject({ name: 'painter' }) // not known itself
  expect(twin([['robot'], ['r0bot']], 'robot')).toMatchObject({ name: 'r0bot' }) // nobody can tell which
})

test('names that the operator joined to one agent are not told apart', () => {
  expect(twin([['painter', 'раinter']], 'раinter')).toBeUndefined()
})

test('the operator’s name comes first, and is never suspected', () => {
  const { operator } = fixtureState.info
  const fake = operator.replace('o', 'о')
  expect(fake).not.toBe(operator)
  expect(twin([[fake]], fake)).toMatchObject({ name: operator, isOperator: true })
  expect(twin([[fake]], operator)).toBeUndefined()
})

test('it is said next to the name, and where the operator decides', async () => {
  const approval: Approval = {
    id: 'a1',
    actor: { kind: 'agent', name: 'tеster', registration: 'r1' },
    effect: { kind: 'spawn', target: 'ls', exact: 'ls' },
    question: 'asks to run a command',
    at: fixtureNow,
    hidden: [],
    digest: 'd1',
  }
  const body: MessageBody = { kind: 'message', conversation: 'c', from: 'lead', to: ['tеster'], observers: [], text: 'Hello' }
  const event = { source: 'l1', body } as unknown as Event
  const words: LaneWords = { ...lead, name: 'tеster', owes: 0, protocols: [], isThen: false }
  const client = createMockClient({ state: { ...fixtureState, approvals: [approval] } })
  await renderApp(
    <>
      <p data-testid="name">
        <AgentName source="l1" name="tеster" />
      </p>
      <p data-testid="row">
        <Who id="who" event={event} body={body} />
      </p>
      <p data-testid="lane">
        <LaneHead words={words} isLine now={fixtureNow} />
      </p>
      <Approvals />
    </>,
    client,
  )
  expect(screen.getByTestId('name').textContent).toBe('tеsternot tester')
  expect(screen.getByTestId('row').textContent).toContain('tеsternot tester')
  expect(screen.getByTestId('lane').textContent).toContain('tеsternot tester')
  await screen.findByRole('dialog')
  expect(screen.getByText('“tеster” looks like “tester” but is another name: е is U+0435.')).toBeTruthy()
})

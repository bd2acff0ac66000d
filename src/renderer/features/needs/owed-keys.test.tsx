import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../core/fault.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureDebt, fixtureDesk, fixtureNeeds, fixtureOwed, fixtureRow } from '../testing/desk-fixtures.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { TestKeys } from '../testing/screen-parts.tsx'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { needCommands } from './need-commands.ts'
import { NeedsView } from './needs-view.tsx'

afterEach(cleanup)

async function shown(client?: MockClient): Promise<Rendered> {
  const used = client ?? createMockClient({ state: { ...fixtureState, desk: fixtureDesk } })
  const rendered = await renderApp(
    <>
      <TestKeys commands={needCommands} />
      <NeedsView />
    </>,
    used,
  )
  act(() => rendered.store.getState().setView('needs'))
  await waitFor(() => expect(owed()).toHaveLength(2))
  return rendered
}

const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: 'any', ...more })
const owed = (): HTMLElement[] => within(screen.getByRole('list', { name: 'Owed by others' })).getAllByRole('listitem')
const asked = (client: MockClient, method: string): unknown[] =>
  client.calls.filter((call) => call.method === method).map(({ input }) => input)
const lastNeed = fixtureNeeds.at(-1)?.id
const [, overdue] = fixtureOwed

test('the keys go on from the last row that needs the operator to what others owe, and back; n leads to what needs the operator', async () => {
  const { store } = await shown()
  for (const _need of fixtureNeeds) press('j')
  expect(store.getState().need).toBe(lastNeed)
  press('j')
  expect(owed()[0]?.getAttribute('aria-current')).toBe('true')
  expect(document.activeElement).toBe(owed()[0])
  // The inspector shows its message.
  expect(store.getState().selection).toBe(overdue?.debt.ask)
  press('j')
  press('j')
  expect(document.activeElement).toBe(owed()[1])
  expect(owed()[0]?.hasAttribute('aria-current')).toBe(false)
  press('k')
  press('k')
  expect(store.getState().need).toBe(lastNeed)
  press('j')
  press('n')
  expect(store.getState().need).toBe(fixtureNeeds[0]?.id)
  press('k')
  expect(store.getState().need).toBe(fixtureNeeds[0]?.id)
})

test('the keys of a row act on what somebody owes: to remind, to hand over, to let it go', async () => {
  const { client, store } = await shown()
  for (const _row of [...fixtureNeeds, overdue]) press('j')
  press('g')
  await waitFor(() => expect(asked(client, 'desk.draft')).toMatchObject([{ key: overdue?.debt.key, intent: 'nudge' }]))
  act(() => store.getState().setView('needs'))
  press('h')
  expect(store.getState().overlay).toMatchObject({ kind: 'hand over', verb: 'Reassign' })
  act(() => store.getState().setOverlay(undefined))
  press('e')
  await waitFor(() => expect(asked(client, 'desk.mark')).toMatchObject([{ keys: [overdue?.debt.key], verb: 'waive' }]))
  // It is not overdue by the operator's own limit, so it cannot be snoozed, and the operator does not owe the answer.
  press('z')
  expect(screen.queryByRole('menu')).toBeNull()
})

test('no key reminds the operator of what they owe themselves and does not need them yet', async () => {
  const { client, store } = await shown()
  const own = fixtureRow(fixtureDebt(9, { creditor: 'tester', debtor: 'operator' }))
  client.on('desk.page', () => ok({ rows: [own], total: 1, hasMore: false }))
  act(() => store.getState().showOwed('all'))
  await screen.findByRole('listitem', { name: /^you owe tester/ })
  for (const _row of [...fixtureNeeds, own]) press('j')
  expect(store.getState().need).toBe(own.debt.key)
  press('g')
  press('h')
  press('e')
  expect(store.getState().overlay).toBeUndefined()
  expect([...asked(client, 'desk.draft'), ...asked(client, 'desk.mark')]).toEqual([])
})

test('with nothing that needs the operator, the keys begin with what others owe', async () => {
  const desk = { ...fixtureDesk, needs: [], counts: { ...fixtureDesk.counts, needs: 0 } }
  await shown(createMockClient({ state: { ...fixtureState, desk } }))
  press('j')
  expect(document.activeElement).toBe(owed()[0])
})

test('what is in both lists is one stop for the keys, where it needs the operator', async () => {
  const client = createMockClient({ state: { ...fixtureState, desk: fixtureDesk } })
  const both = fixtureNeeds[0]?.row
  if (both === undefined) throw new Error('no row')
  client.on('desk.page', ({ list }) => ok({ rows: list === 'owed' ? [both, ...fixtureOwed.slice(1)] : [], total: 2, hasMore: false }))
  const { store } = await shown(client)
  press('j')
  expect(store.getState().need).toBe(both.debt.key)
  expect(document.activeElement?.tagName).toBe('ARTICLE')
  for (const _row of fixtureNeeds) press('j')
  expect(store.getState().need).toBe(overdue?.debt.key)
})

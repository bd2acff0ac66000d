import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { columnTitle } from '../../../core/task-columns.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureLink, fixtureState } from '../testing/fixtures.ts'
import { TestKeys } from '../testing/screen-parts.tsx'
import { testingWith } from '../testing/test-render.tsx'
import { boardCommands } from './board-commands.ts'
import { cardKey } from './board-columns.ts'
import { BoardInspector } from './board-inspector.tsx'
import { BoardView } from './board-view.tsx'
import type { Task, TaskAct, TaskSource } from './task-source.ts'

afterEach(cleanup)

const debt: Task = {
  id: 'd1',
  column: 'assigned',
  title: 'Answer ana',
  owner: 'ana',
  isDone: false,
  isKnown: true,
  firstAt: 1,
  lastAt: 2,
  changes: 1,
}

/** A protocol whose tasks can be completed, and nothing else. */
function debts(sent: TaskAct[]): TaskSource {
  return {
    version: (view) => (view === undefined ? undefined : 1),
    page: async () => ok({ columns: [{ id: debt.column, count: 1, cards: [debt] }], version: 1, owners: ['ana'] }),
    detail: async () => ok({ task: debt, history: [], more: 0 }),
    preview: async () => fail('unsupported', 'Nothing to show.'),
    send: async (_client, _link, given) => {
      sent.push(given)
      return ok({ id: 'x' })
    },
    cannot: {
      move: 'Only its owner moves a debt.',
      create: 'A debt is made by a message.',
      assign: 'A debt stays.',
      comment: 'Reply to it.',
    },
    places: () => [],
    words: { link: 'Post', place: 'Box', unseen: '', create: '', act: '', noPlace: '' },
  }
}

const press = (key: string): boolean => fireEvent.keyDown(document.body, { key, code: 'any' })

test('tasks of any protocol are cards; an unsupported verb is absent, with the reason', async () => {
  const sent: TaskAct[] = []
  const { renderApp } = testingWith([{ id: 'post', hue: 'teal', tasks: debts(sent) }])
  const links = [fixtureLink, { ...fixtureLink, id: 'p1', protocol: 'post', name: 'letters' }]
  const client = createMockClient({ state: { ...fixtureState, links, views: [{ link: 'p1', view: {} }] } })
  const { store } = await renderApp(
    <>
      <BoardView />
      <BoardInspector />
      <TestKeys commands={boardCommands} />
    </>,
    client,
  )
  act(() => store.getState().setView('board'))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Answer ana' }).closest('[data-column]')).toBeTruthy())
  const card = screen.getByRole('button', { name: 'Answer ana' })
  expect(card.closest<HTMLElement>('[data-column]')?.dataset['column']).toBe('assigned')
  expect(card.closest('[data-card]')?.getAttribute('draggable')).toBe('false')
  expect(screen.queryByRole('button', { name: /^Task/ })).toBeNull()

  act(() => store.getState().selectTask({ link: 'p1', task: 'd1' }))
  const select = await screen.findByRole('combobox', { name: 'Column' })
  expect(select).toHaveProperty('disabled', true)
  expect(select.textContent).toContain(columnTitle('assigned'))
  expect(screen.getByRole('contentinfo').textContent).toContain('Reply to it.')
  expect(screen.queryByRole('button', { name: /^Comment/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Complete/ })).toBeTruthy()
  const open = boardCommands.filter((command) => command.when?.(store.getState()) !== false).map(({ id }) => id)
  expect(open).toContain('board.complete')
  for (const id of ['board.new', 'board.assign', 'board.comment']) expect(open).not.toContain(id)

  const beside = (): string | undefined => store.getState().board.faults.get(cardKey('p1', 'd1'))?.message
  press('c')
  expect(beside()).toBe('Comment: Reply to it.')
  press('a')
  expect(beside()).toBe('Assign: A debt stays.')
  expect(screen.getByRole('button', { name: 'Dismiss the error on Answer ana' })).toBeTruthy()

  await act(() => store.getState().moveTask(cardKey('p1', 'd1'), 'done'))
  expect(beside()).toBe('Only its owner moves a debt.')
  expect(sent).toEqual([])
})

test('without a task that is selected, the keys of a card say so', async () => {
  const { renderApp } = testingWith([{ id: 'post', hue: 'teal', tasks: debts([]) }])
  const { store } = await renderApp(<TestKeys commands={boardCommands} />)
  press('d')
  expect(store.getState().toasts).toEqual([])
  act(() => store.getState().setView('board'))
  for (const key of ['h', 'd']) press(key)
  const said = { text: 'Not done', detail: 'Select a task first, with j and k.', isFault: true }
  expect(store.getState().toasts).toMatchObject([said, said])
})

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail } from '../../../core/fault.ts'
import { busyTasks, fixtureTasks, renderApp } from './board-fixtures.ts'
import { asked } from '../testing/link-calls.ts'
import type { Rendered } from '../testing/test-render.tsx'
import { BoardView } from './board-view.tsx'
import { NewTask } from './new-task.tsx'
import { TaskActDialog } from './task-act.tsx'
import { limitsOverlay, newTaskOverlay, taskActOverlay } from '../overlays.ts'
import { createLinkClient } from '../testing/link-client.ts'

afterEach(cleanup)

async function ask(client: ReturnType<typeof createLinkClient>): Promise<Rendered> {
  const rendered = await renderApp(<NewTask />, client)
  rendered.store.getState().setOverlay(newTaskOverlay({}))
  await screen.findByRole('dialog')
  return rendered
}
const title = (): HTMLElement => screen.getByRole('textbox', { name: 'Title' })
const refusedAt = (): string | undefined => screen.getByText(/512 bytes; 398 fit/).closest<HTMLElement>('[data-field]')?.dataset['field']
const create = (): boolean => fireEvent.click(screen.getByRole('button', { name: 'Create' }))

test('a task needs a title: the field says so and takes the focus, and nothing is sent', async () => {
  const client = createLinkClient(busyTasks())
  await ask(client)
  create()
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a title.')
  await waitFor(() => expect(document.activeElement).toBe(title()))
  expect(asked(client, 'create')).toEqual([])
})

test('sends title, details, owner, recipients and place to the chosen link, and selects the new task', async () => {
  const client = createLinkClient(busyTasks(), fixtureTasks('l6', 'local'))
  const { store } = await ask(client)
  fireEvent.change(screen.getByRole('combobox', { name: 'Post' }), { target: { value: 'l6' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Box' }), { target: { value: '#ops' } })
  fireEvent.change(title(), { target: { value: '  Run the suite ' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Details' }), { target: { value: 'On staging.' } })
  for (const [name, value] of [
    ['Owner', 'coder'],
    ['To', '@workers'],
  ] as const) {
    const field = screen.getByRole('combobox', { name })
    fireEvent.change(field, { target: { value } })
    fireEvent.keyDown(field, { key: 'Enter' })
  }
  create()
  await waitFor(() => expect(store.getState().board.selected).toEqual({ link: 'l6', task: 'l6-000001' }))
  expect(asked(client, 'create')).toEqual([
    { title: 'Run the suite', description: 'On staging.', owner: 'coder', to: ['@workers'], place: '#ops', id: 'l6-kept' },
  ])
  expect(store.getState().overlay).toBeUndefined()
  expect(store.getState().view).toBe('board')
})

test('a task that is created after its dialog was closed leaves the dialog that was opened since, and the view', async () => {
  const client = createLinkClient(busyTasks())
  const created = Promise.withResolvers<unknown>()
  client.answer('create', () => created.promise)
  const { store } = await ask(client)
  fireEvent.change(title(), { target: { value: 'Run the suite' } })
  create()
  await waitFor(() => expect(asked(client, 'create')).toHaveLength(1))
  const { view } = store.getState()
  act(() => store.getState().setOverlay(undefined))
  act(() => store.getState().setOverlay(limitsOverlay({})))
  created.resolve({ id: 'l5-000001' })
  await waitFor(() => expect(store.getState().board.selected?.task).toBe('l5-000001'))
  expect(store.getState().overlay?.kind).toBe(limitsOverlay.kind)
  expect(store.getState().view).toBe(view)
})

test('refuses a message that is too long with both sizes, and keeps the input', async () => {
  const client = createLinkClient(busyTasks())
  client.answer('preview', () => fail('too-large', 'This envelope has 512 bytes; 398 fit on one line.', { field: 'text' }))
  await ask(client)
  fireEvent.change(title(), { target: { value: 'x'.repeat(400) } })
  await waitFor(() => expect(refusedAt()).toBe('title'))
  expect(title().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true)
  expect(asked(client, 'create')).toEqual([])
  expect(title()).toHaveProperty('value', 'x'.repeat(400))
  // What can be shortened most is where it says so.
  fireEvent.change(screen.getByRole('textbox', { name: 'Details' }), { target: { value: 'y'.repeat(900) } })
  await waitFor(() => expect(refusedAt()).toBe('description'))
})

test('a refusal is shown at its field, and Create is disabled until it is fixed', async () => {
  const client = createLinkClient(busyTasks())
  client.answer('preview', ({ act: { to = [] } }: { act: { to?: string[] } }) =>
    to.length > 0 ? fail('invalid', '“@wor” is not a valid nick or group.', { field: 'to' }) : undefined,
  )
  await ask(client)
  fireEvent.change(title(), { target: { value: 'x' } })
  const field = screen.getByRole('combobox', { name: 'To' })
  fireEvent.change(field, { target: { value: '@wor' } })
  fireEvent.keyDown(field, { key: ',' })
  expect((await screen.findByText(/is not a valid nick or group/)).closest('[data-field]')?.getAttribute('data-field')).toBe('to')
  expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Remove @wor' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', false))
})

test('a line that has changed since its preview is not sent, but shown again', async () => {
  const client = createLinkClient(busyTasks())
  client.answer('create', () => fail('conflict', 'This is not what was shown any more.'))
  await ask(client)
  fireEvent.change(title(), { target: { value: 'x' } })
  await screen.findByText(/"create"/)
  const before = asked(client, 'preview').length
  create()
  await screen.findByText(/not what was shown/)
  await waitFor(() => expect(asked(client, 'preview').length).toBeGreaterThan(before))
  expect(asked(client, 'preview').at(-1)).not.toHaveProperty('id')
})

test('without a place, the link’s first step is shown, until it has one', async () => {
  const client = createLinkClient(fixtureTasks('l5', 'libera', { hasPlaces: false }))
  await ask(client)
  fireEvent.change(title(), { target: { value: 'x' } })
  create()
  expect((await screen.findByRole('alert')).textContent).toContain('Open a box first')
  expect(asked(client, 'create')).toEqual([])
  act(() => client.setState({ views: [{ link: 'l5', view: fixtureTasks('l5', 'libera').view() }] }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test.each([
  ['comment', 'Comment', { task: 'l5-000005', text: 'nine of fourteen', id: 'l5-kept' }],
  ['complete', 'Summary', { task: 'l5-000005', summary: 'nine of fourteen', id: 'l5-kept' }],
] as const)('%s: what is written goes out once, and the board shows it', async (kind, label, input) => {
  const client = createLinkClient(busyTasks())
  const { store } = await renderApp(
    <>
      <BoardView />
      <TaskActDialog />
    </>,
    client,
  )
  await waitFor(() => expect(store.getState().board.pages.size).toBe(1))
  act(() => store.getState().setOverlay(taskActOverlay({ act: kind, link: 'l5', task: 'l5-000005' })))
  const field = await screen.findByRole('textbox', { name: label })
  if (kind === 'comment') {
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a comment.')
  }
  fireEvent.change(field, { target: { value: ' nine of fourteen\n' } })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(store.getState().overlay).toBeUndefined())
  expect(asked(client, kind)).toEqual([input])
})

test('assign: starts with the current owner, and an empty field unassigns the task', async () => {
  const client = createLinkClient(busyTasks())
  const { store } = await renderApp(<TaskActDialog />, client)
  act(() => store.getState().setOverlay(taskActOverlay({ act: 'assign', link: 'l5', task: 'l5-000005' })))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove coder' }))
  fireEvent.click(screen.getByRole('button', { name: 'Assign' }))
  await waitFor(() => expect(asked(client, 'assign')).toEqual([{ task: 'l5-000005', owner: '', id: 'l5-kept' }]))
})

test('keeps the dialog and its input when the link refuses', async () => {
  const client = createLinkClient(busyTasks())
  client.answer('complete', () => fail('unavailable', 'The link is not connected.'))
  const { store } = await renderApp(<TaskActDialog />, client)
  act(() => store.getState().setOverlay(taskActOverlay({ act: 'complete', link: 'l5', task: 'l5-000005' })))
  const field = await screen.findByRole('textbox', { name: 'Summary' })
  fireEvent.change(field, { target: { value: 'done' } })
  fireEvent.click(screen.getByRole('button', { name: 'Complete' }))
  await screen.findByText('The link is not connected.')
  expect(field).toHaveProperty('value', 'done')
})

test.each([
  ['assign', 'Assign', { owner: 'scout' }, 'The task was assigned to scout meanwhile. Press again to do it anyway.'],
  ['complete', 'Complete', { summary: 'it is there' }, 'The task was completed meanwhile. Press again to do it anyway.'],
] as const)(
  '%s: what happened to the task since the dialog was opened is said before anything is sent',
  async (kind, verb, change, words) => {
    const tasks = busyTasks()
    const client = createLinkClient(tasks)
    const { store } = await renderApp(<TaskActDialog />, client)
    act(() => store.getState().setOverlay(taskActOverlay({ act: kind, link: 'l5', task: 'l5-000005' })))
    const button = await screen.findByRole('button', { name: verb })
    await waitFor(() => expect(asked(client, 'card')).toHaveLength(1))
    act(() => {
      tasks.change('l5-000005', change, 'scout')
      client.show()
    })
    await waitFor(() => expect(asked(client, 'card')).toHaveLength(2))
    fireEvent.click(button)
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(asked(client, kind)).toEqual([])
    fireEvent.click(button)
    await waitFor(() => expect(asked(client, kind)).toHaveLength(1))
  },
)

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail } from '../../../../core/fault.ts'
import { teamCommands } from '../team-commands.ts'
import { createTeamClient, fixtureMembers, fixtureProjects, teamMessage, type TeamClient } from '../team-fixtures.ts'
import type { Rendered } from '../../../../renderer/features/testing/test-render.tsx'
import { renderApp } from '../testing.ts'
import type { Project } from '../../pure/api.ts'
import { ConversationList } from '../../../../renderer/features/conversations/conversation-list.tsx'
import { FeedHead } from '../../../../renderer/features/feed/feed-head.tsx'
import { FeedInspector } from '../../../../renderer/features/inspector/feed-inspector.tsx'
import { EarlierMessages } from './earlier-messages.tsx'
import { NewProjectTask } from './new-project-task.tsx'

afterEach(cleanup)

const hostile = '<img src=x onerror=alert(1)>\u202E'
const project = (more: Partial<Project>): Project => {
  const [web] = fixtureProjects
  if (web === undefined) throw new Error('no project')
  return { ...web, ...more }
}
async function show(ui: React.ReactNode, client: TeamClient = createTeamClient()): Promise<Rendered> {
  client.answer('tasks', () => ({ tasks: [] }))
  const rendered = await renderApp(ui, client)
  act(() => rendered.store.getState().setFilter({ conversation: 'l7|p-web' }))
  return rendered
}
const membersOf = async (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Members' })

test('with nothing selected the inspector shows the project; its members expand to machine and instructions', async () => {
  const client = createTeamClient()
  client.answer('members', () => ({ members: fixtureMembers, total: 3 }))
  await show(<FeedInspector />, client)
  const members = await membersOf()
  expect(
    within(members)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['Coderagent, this machine on dev-server', 'Docsagent on jons-laptop', 'jonperson on jons-laptop'])
  fireEvent.click(within(members).getByRole('button', { name: /Docs/ }))
  expect(within(members).getByLabelText('Instructions').textContent).toBe('Explain in plain words.')
  expect(members.textContent).toContain('User idu2')
})

test('members’ own data is text, and a doubt is shown next to it (F16)', async () => {
  const member = {
    userId: hostile,
    username: hostile,
    agentName: hostile,
    instructions: hostile,
    machine: hostile,
    isOurs: false,
    since: 0,
  }
  await show(
    <FeedInspector />,
    createTeamClient([], { projects: [project({ name: hostile, reason: hostile, members: [{ ...member, doubt: hostile }] })] }),
  )
  const members = await membersOf()
  fireEvent.click(within(members).getByRole('button'))
  expect(document.querySelector('img')).toBeNull()
  expect(document.body.textContent).not.toContain('\u202E')
  expect(document.querySelector('.about .doubt')?.textContent).toContain('<img src=x onerror=alert(1)>U+202E')
})

test('more members than listed are requested by the typed text', async () => {
  const [coder] = fixtureMembers
  const client = createTeamClient([], { projects: [project({ more: 700 })] })
  client.answer('members', ({ text }: { text?: string }) => ({
    members: text === 'zed' ? [{ ...coder, agentName: 'Zed' }] : fixtureMembers,
    total: 703,
  }))
  await show(<FeedInspector />, client)
  const members = await membersOf()
  expect(members.textContent).toContain('Members 703')
  fireEvent.change(within(members).getByRole('searchbox'), { target: { value: 'zed' } })
  await within(members).findByText('Zed')
  expect(client.asked('members')).toContainEqual({ project: 'p-web', text: 'zed', limit: 50 })
})

test('tasks are those of the server; a status is changed there, and a refusal is shown at the task', async () => {
  const client = createTeamClient()
  await show(<FeedInspector />, client)
  client.answer('tasks', () => ({ tasks: [{ id: 't1', title: hostile, status: 'odd', assignee: 'Coder' }] }))
  client.answer('moveTask', () => fail('refused', 'Only its owner may.'))
  act(() => client.add(teamMessage(3, 'Docs', 'Task created')))
  const status = await screen.findByRole('combobox', { name: /^Status of <img/ })
  expect((status as HTMLSelectElement).value).toBe('odd')
  fireEvent.change(status, { target: { value: 'completed' } })
  await screen.findByText('Only its owner may.')
  expect(client.asked('moveTask')).toEqual([{ project: 'p-web', task: 't1', status: 'completed' }])
  expect(document.querySelector('img')).toBeNull()
})

test('a new task has title, details and an assignee', async () => {
  const client = createTeamClient()
  const { store } = await show(<NewProjectTask />, client)
  const command = teamCommands.find((one) => one.id === 'project.task')
  expect(command?.when?.(store.getState())).toBe(true)
  act(() => void command?.run(store.getState()))
  const dialog = await screen.findByRole('dialog', { name: 'New task in web-console' })
  expect(within(dialog).getByRole('button', { name: 'Create' }).hasAttribute('disabled')).toBe(true)
  fireEvent.change(within(dialog).getByLabelText('Title'), { target: { value: ' Rotate tokens ' } })
  fireEvent.change(within(dialog).getByLabelText('Assignee'), { target: { value: 'Coder' } })
  client.answer('createTask', () => fail('unavailable', 'The server is away.'))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
  await within(dialog).findByText('The server is away.')
  client.answer('createTask', () => ({ id: 't', title: 'Rotate tokens', status: 'submitted' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(store.getState().overlay).toBeUndefined())
  expect(client.asked('createTask').at(-1)).toEqual({ project: 'p-web', title: 'Rotate tokens', assignee: 'Coder' })
})

test('mute and leave; a project that is not joined gives the reason and can be joined again', async () => {
  const client = createTeamClient([], { projects: [project({ isAttached: false, reason: 'this key may not' })], server: undefined })
  for (const method of ['project', 'leaveProject', 'addProject']) client.answer(method, () => ({}))
  await show(<FeedInspector />, client)
  expect(screen.queryByRole('region', { name: 'Tasks' })).toBeNull()
  expect((await screen.findByText('this key may not')).closest('dd')?.textContent).toContain('not joined')
  fireEvent.click(screen.getByRole('checkbox', { name: /Mute/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Join again' }))
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(client.asked('leaveProject')).toEqual([{ project: 'p-web' }]))
  expect(client.asked('project')).toEqual([{ project: 'p-web', settings: { mute: true } }])
  expect(client.asked('addProject')).toEqual([{ project: 'p-web' }])
})

test('a project’s heading links to its members, and the list marks where somebody is writing', async () => {
  const client = createTeamClient([], { projects: [project({ writing: 2 }), ...fixtureProjects.slice(1)] })
  const { store } = await show(
    <>
      <FeedHead />
      <ConversationList />
      <FeedInspector />
    </>,
    client,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('web-console')
  expect(document.querySelector('header.head h1')?.parentElement?.textContent).toContain('2 writing')
  expect(screen.getByRole('treeitem', { name: /web-console/ }).textContent).toContain('an answer is being written')
  fireEvent.click(screen.getByRole('treeitem', { name: /\bapi\b/ }))
  expect(store.getState().filter).toEqual({ conversation: 'l7|p-api' })
  act(() => store.getState().setFilter({ conversation: 'l7|p-web' }))
  fireEvent.click(screen.getByRole('button', { name: /3 ?members/ }))
  expect(store.getState()).toMatchObject({ inspectorTab: 'place', drawer: 'inspector' })
})

test('earlier messages are loaded on request, until none is left', async () => {
  const client = createTeamClient([teamMessage(100, 'mira', 'first known')])
  const { store } = await show(<EarlierMessages link="l7" place="p-web" />, client)
  client.answer('older', () => fail('unavailable', 'Not connected.'))
  fireEvent.click(await screen.findByRole('button', { name: 'Load earlier messages' }))
  await screen.findByText('Not connected.')
  client.answer('older', () => {
    client.add(teamMessage(50, 'mira', 'older one'))
    return { found: 1, hasMore: false }
  })
  fireEvent.click(screen.getByRole('button', { name: 'Load earlier messages' }))
  await waitFor(() => expect(store.getState().feed.rows.map((row) => row.ord)).toEqual([50, 100]))
  await screen.findByText('No earlier messages.')
})

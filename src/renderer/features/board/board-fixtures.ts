import type { Output } from '../../../api/contract.ts'
import { fail, ok, type Result } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import { columnOf, doneColumn, statusOf, taskColumns } from '../../../core/task-columns.ts'
import { fixtureLink, fixtureNow } from '../testing/fixtures.ts'
import type { MockClient } from '../testing/client-mock.ts'
import { asked } from '../testing/link-calls.ts'
import { testingWith } from '../testing/test-render.tsx'
import { orders } from './board-columns.ts'
import type { TaskAct, TaskChange, TaskDetail, TaskPage, TaskQuery, TaskSource } from './task-source.ts'

/** What can change about a task of the fixture. */
interface Change {
  readonly title?: string
  readonly description?: string
  readonly owner?: string
  readonly status?: string
  readonly comment?: string
  readonly summary?: string
}

/** A link in memory whose protocol has tasks. */
export interface FixtureTasks {
  readonly link: Link
  /** Somebody creates a task. @returns its id. */
  create(task: Change, by?: string, minutesAgo?: number): string
  /** Somebody changes a task. A summary completes it. @returns the id of the change. */
  change(task: string, change: Change, by?: string, minutesAgo?: number): string
  view(): unknown
  call(method: string, input: never): unknown
}

interface View {
  readonly version: number
  readonly places: readonly { readonly name: string; readonly isOpen: boolean }[]
}

/** A link with this id and name and no tasks. Ids of its messages count up: `l5-000001`. */
export function fixtureTasks(id: string, name: string, { hasPlaces = true } = {}): FixtureTasks {
  const tasks = new Map<string, TaskDetail>()
  let said = 0
  const link: Link = { ...fixtureLink, id, protocol: 'post', name, place: name, config: {} }

  function change(task: string, given: Change, by = 'operator', minutesAgo = 0): string {
    const at = fixtureNow - minutesAgo * 60_000 + ++said
    const before = tasks.get(task)
    const changeId = `${id}-${String(said).padStart(6, '0')}`
    const taskId = before === undefined ? changeId : task
    const { title, description = before?.description, owner = before?.task.owner, summary = before?.summary } = given
    const status = given.status ?? before?.task.status
    const isComplete = given.status === undefined ? summary !== undefined : given.status === statusOf(doneColumn)
    const words = before === undefined ? `created, assigned to ${owner ?? 'nobody'}` : (given.status ?? `“${given.comment ?? ''}”`)
    const entry: TaskChange = { id: changeId, label: 'task', words, by, at, wireId: `${id}:${said}` }
    tasks.set(taskId, {
      task: {
        firstAt: at,
        isKnown: true,
        createdBy: by,
        to: [],
        place: '#general',
        ...before?.task,
        ...(title !== undefined && { title }),
        ...(owner !== undefined && { owner }),
        ...(status !== undefined && { status }),
        id: taskId,
        column: columnOf({ status, assignee: owner, isComplete }),
        isDone: isComplete,
        lastAt: at,
        changes: (before?.task.changes ?? 0) + 1,
      },
      ...(description !== undefined && { description }),
      ...(summary !== undefined && { summary }),
      history: [...(before?.history ?? []), entry],
      more: 0,
    })
    return changeId
  }

  function page({ column, filter, sort, offset = 0, limit }: TaskQuery): TaskPage {
    const all = [...tasks.values()].map(({ task }) => task)
    const found = all.filter(
      (task) =>
        (filter.owner === undefined || (task.owner ?? '') === filter.owner) &&
        (task.title ?? '').toLowerCase().includes((filter.text ?? '').toLowerCase()),
    )
    const ids = new Set([...taskColumns.map((one) => one.id), ...found.map((task) => task.column)])
    const columns = [...ids]
      .filter((one) => column === undefined || one === column)
      .map((one) => {
        const cards = found.filter((task) => task.column === one).toSorted(orders[sort])
        return { id: one, count: cards.length, cards: cards.slice(offset, offset + limit) }
      })
    return { columns, version: said, owners: [...new Set(all.flatMap(({ owner }) => owner ?? []))] }
  }

  return {
    link,
    create: (task, by, minutesAgo) => change('', task, by, minutesAgo),
    change,
    view: (): View => ({ version: said, places: hasPlaces ? ['#general', '#ops'].map((place) => ({ name: place, isOpen: true })) : [] }),
    call(method, input: { readonly task: string; readonly column: string; readonly text?: string }) {
      if (method === 'board') return page(input as unknown as TaskQuery)
      if (method === 'card') return tasks.get(input.task) ?? fail('not-found', 'No such task was seen.')
      if (method === 'preview') {
        const wire = JSON.stringify((input as unknown as { readonly act: TaskAct }).act)
        return { id: `${id}-kept`, wire, bytes: wire.length, limit: 400 }
      }
      const { task, column, text, ...given } = input
      const sent: Change = {
        ...given,
        ...(column !== undefined && { status: statusOf(column) ?? '' }),
        ...(text !== undefined && { comment: text }),
      }
      return { id: change(method === 'create' ? '' : task, method === 'complete' ? { summary: '', ...sent } : sent) }
    },
  }
}

/** Tasks that the fixture's links keep; each call is one of `links.call`. */
const taskSource: TaskSource = {
  version: (view) => (view as View | undefined)?.version,
  page: async (client, link, query) => outputOf<TaskPage>(await client.call('links.call', { link, method: 'board', input: query })),
  detail: async (client, link, task) => outputOf(await client.call('links.call', { link, method: 'card', input: { task } })),
  preview: async (client, link, act, id) =>
    outputOf(await client.call('links.call', { link, method: 'preview', input: { act, ...(id !== undefined && { id }) } })),
  async send(client, link, { kind, ...given }, id) {
    return outputOf(await client.call('links.call', { link, method: kind, input: { ...given, ...(id !== undefined && { id }) } }))
  },
  ref: (task) => `task/${task}`,
  isAbout: ({ body }) => body.kind === 'message' && body.label === 'task',
  places: (view) => (view as View).places,
  owner: (_view, name) => (name === 'scout' ? { is: 'gone', since: fixtureNow - 14 * 60_000 } : { is: 'here' }),
  words: {
    link: 'Post',
    place: 'Box',
    recipients: 'everyone',
    unseen: 'Sent, but not confirmed by the post.',
    create: 'Everyone reads it.',
    act: 'Everyone reads it.',
    noPlace: 'Open a box first.',
  },
}

function outputOf<T>(answer: Result<Output<'links.call'>>): Result<T> {
  return answer.ok ? ok(answer.value.output as T) : answer
}

/** Test helpers with a screen whose protocol has tasks. */
export const { testStore, renderApp } = testingWith([{ id: 'post', hue: 'teal', tasks: taskSource }])

/** A link with a task in most columns; ids are `l5-000001`… in the order of the list. */
export function busyTasks(id = 'l5', name = 'north'): FixtureTasks {
  const tasks = fixtureTasks(id, name)
  const add = (title: string, minutesAgo: number, owner?: string): string =>
    tasks.create({ title, ...(owner !== undefined && { owner }) }, 'orchestrator', minutesAgo)
  add('Move session store to Redis streams', 120)
  add('Explain token reuse in the API guide', 22, 'docs')
  tasks.change(add('Port rate limiter to the new middleware stack', 60, 'scout'), { status: 'in_progress' }, 'scout', 41)
  tasks.change(add('Map every caller of verify() in the gateway', 30, 'coder'), { status: 'working' }, 'coder', 18)
  tasks.change(add('Gateway allow-list from config', 20, 'coder'), { status: 'review' }, 'coder', 8)
  tasks.change(add('Staging rollout', 15, 'coder'), { status: 'cooking' }, 'coder', 2)
  tasks.change(add('Count revoked families per day', 50, 'coder'), { summary: '31 per day' }, 'coder', 9)
  return tasks
}

/** Where a client was asked to move which task. */
export function movesOf(client: MockClient): readonly { readonly task: string; readonly column: string }[] {
  return asked(client, 'move').map((input) => {
    const { task, column } = input as Extract<TaskAct, { kind: 'move' }>
    return { task, column }
  })
}

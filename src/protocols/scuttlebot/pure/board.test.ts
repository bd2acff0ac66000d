import { describe, expect, test } from 'vitest'
import { columnOf, doneColumn, manyColumn, taskColumns } from '../../../core/task-columns.ts'
import { boardPage, cardOf, columnCounts, type BoardQuery } from './board.ts'
import type { Envelope } from './envelope.ts'
import { assignTask, commentTask, completeTask, createTask, moveTask, type TaskEnvelope } from './task-acts.ts'
import { taskChangeOf, type TaskChange } from './task-change.ts'
import { foldTasks, type Task } from './tasks.ts'

const task = (id: string, more: Partial<Task> = {}): Task => ({
  id,
  isComplete: false,
  isKnown: true,
  firstAt: 1,
  lastAt: 1,
  changes: 1,
  ...more,
})
const ids = (tasks: readonly Task[], query: Partial<BoardQuery> = {}): Record<string, string[]> =>
  Object.fromEntries(boardPage(tasks, { limit: 100, ...query }).columns.map(({ id, cards }) => [id, cards.map((card) => card.task)]))

test('columns: common ones are always there, custom ones come before done, and too many statuses share one', () => {
  const common = taskColumns.map(({ id }) => id)
  const first = columnCounts([task('a', { status: 'cooking' })]).map(({ id }) => id)
  expect(first).toEqual([...common.slice(0, -1), 'other:cooking', doneColumn])
  const many = Array.from({ length: 60 }, (_, at) => task(`t${at}`, { status: `own ${String(at).padStart(2, '0')}` }))
  const counts = columnCounts(many)
  expect(counts).toHaveLength(common.length + 40 + 1)
  expect(counts.find(({ id }) => id === manyColumn)?.count).toBe(20)
  expect(columnCounts(many.toReversed())).toEqual(counts)
})

describe('a page', () => {
  const tasks = [
    task('a', { title: 'Rotate', assignee: 'coder', place: '#Work', firstAt: 3, lastAt: 9 }),
    task('b', { description: 'rotation on reuse', firstAt: 1, lastAt: 2 }),
    task('c', { status: 'in_progress', assignee: 'tester', firstAt: 2, lastAt: 5, title: 'Áb' }),
  ]
  test('has the cards of each column, oldest first, and the owners', () => {
    expect(ids(tasks)).toMatchObject({ proposed: ['b'], assigned: ['a'], working: ['c'], done: [] })
    expect(boardPage(tasks, { limit: 1 })).toMatchObject({ total: 3, owners: ['coder', 'tester'] })
  })
  test.each([
    [{ owner: 'coder' }, ['a']],
    [{ owner: '' }, ['b']],
    [{ text: 'ROTAT' }, ['b', 'a']],
    [{ text: 'progress' }, ['c']],
    [{ place: '#work' }, ['a']],
  ])('filtered by %o', (filter, expected) => expect(Object.values(ids(tasks, { filter })).flat()).toEqual(expected))
  test.each([
    ['oldest', ['x', 'y', 'z']],
    ['newest', ['z', 'y', 'x']],
    ['stalest', ['z', 'y', 'x']],
    ['title', ['y', 'z', 'x']],
  ] as const)('sorted by %s', (sort, expected) => {
    const three = [
      task('x', { firstAt: 1, lastAt: 9, title: 'c' }),
      task('y', { firstAt: 2, lastAt: 8, title: 'a' }),
      task('z', { firstAt: 3, lastAt: 7, title: 'b' }),
    ]
    expect(ids(three, { sort })['proposed']).toEqual(expected)
  })
  test('of one column continues where the last one ended', () => {
    const many = Array.from({ length: 250 }, (_, at) => task(`t${String(at).padStart(3, '0')}`))
    const page = boardPage(many, { column: 'proposed', offset: 200, limit: 100 })
    expect(page.columns).toMatchObject([{ id: 'proposed', count: 250 }])
    expect(page.columns[0]?.cards.map((card) => card.task)).toEqual(many.slice(200).map(({ id }) => id))
  })
  test('a card without title and owner has neither', () => {
    expect(Object.keys(cardOf(task('a', { assignee: '' })))).toEqual([
      'task',
      'column',
      'isComplete',
      'isKnown',
      'firstAt',
      'lastAt',
      'changes',
    ])
  })
})

function after(...acts: readonly TaskEnvelope[]): Task | undefined {
  const fold = foldTasks()
  for (const [at, act] of [createTask({ title: 'Rotate', assignee: 'coder' }, ['@workers']), ...acts].entries()) {
    const envelope: Envelope = {
      v: 1,
      type: act.type,
      id: at === 0 ? 'T0' : `U${at}`,
      from: 'mira',
      to: act.to,
      ts: 0,
      payload: { ...act.payload },
    }
    const change = taskChangeOf(envelope, { by: 'mira', at, wireId: `w${at}`, place: '#work' })
    if (change !== undefined) fold.apply(change)
  }
  return fold.get('T0')
}

describe('an action of the operator on a task', () => {
  test('is what the board shows afterwards', () => {
    expect(after()).toMatchObject({ title: 'Rotate', assignee: 'coder', to: ['@workers'], place: '#work', createdBy: 'mira' })
    expect(after(assignTask('T0', 'tester'))).toMatchObject({ assignee: 'tester' })
    expect(columnOf(after(assignTask('T0', '')) ?? task('none'))).toBe('proposed')
    expect(after(commentTask('T0', 'half way'))).toMatchObject({ changes: 2, isComplete: false })
    expect(after(completeTask('T0', 'Tests pass.'))).toMatchObject({ isComplete: true, summary: 'Tests pass.' })
  })
  test.each([...taskColumns.map(({ id }) => id), 'other:cooking'])('a move to %s leads there, also from the end and back', (column) => {
    const moves = [moveTask('T0', doneColumn), moveTask('T0', column)].map((move) => (move.ok ? move.value : assignTask('T0', 'never')))
    expect(columnOf(after(...moves) ?? task('none'))).toBe(column)
  })
  test.each([manyColumn, 'none', 'other:', ''])('nothing is moved to “%s”: it stands for no single status', (column) => {
    expect(moveTask('T0', column)).toMatchObject({ ok: false, fault: { field: 'column' } })
  })
  test('fields that are not strings are ignored, and a task with an endless id is not a task (F18)', () => {
    const seen = { by: 'a', at: 1, wireId: 'w' }
    const envelope: Envelope = {
      v: 1,
      type: 'task.update',
      id: 'u',
      from: 'a',
      ts: 0,
      payload: { task_id: 't', status: null, assignee: 3, title: 'ok' },
    }
    expect(taskChangeOf(envelope, seen)).toEqual({
      id: 'u',
      kind: 'update',
      task: 't',
      by: 'a',
      at: 1,
      wireId: 'w',
      title: 'ok',
    })
    expect(taskChangeOf({ ...envelope, payload: { task_id: 3 } }, seen)).toBeUndefined()
    const [long, longer] = [200, 201].map((length) => ({ ...envelope, type: 'task.create', id: 'x'.repeat(length) }))
    expect(taskChangeOf(long ?? envelope, seen)?.task).toHaveLength(200)
    expect(taskChangeOf(longer ?? envelope, seen)).toBeUndefined()
    expect(taskChangeOf({ ...envelope, type: 'my.own' }, seen)).toBeUndefined()
  })
})

const said = (id: string, kind: TaskChange['kind'], more: Partial<TaskChange> = {}): TaskChange => ({
  id,
  kind,
  task: 'T',
  by: 'coder',
  at: Number(id),
  wireId: id,
  place: '#work',
  ...more,
})
const folded = (...changes: readonly TaskChange[]): Task => {
  const fold = foldTasks()
  for (const change of changes) fold.apply(change)
  return fold.get('T') ?? task('none')
}

describe('a change whose author is doubted', () => {
  const doubt = 'claims to be from coder, but was sent by mallory'
  const created = said('1', 'create', { title: 'Rotate', assignee: 'coder' })

  test('moves, assigns, names and ends nothing, and the card says so', () => {
    const forged = [
      said('2', 'update', { doubt, assignee: 'mallory', status: 'review', title: 'Ours', place: '#mallory' }),
      said('3', 'complete', { doubt, summary: 'Done.' }),
    ]
    const after = folded(created, ...forged)
    expect(after).toEqual({ ...folded(created), doubt })
    expect(cardOf(after)).toMatchObject({ column: 'assigned', assignee: 'coder', isComplete: false, doubt })
    expect(folded(...forged)).toMatchObject({ isComplete: false, isKnown: false, changes: 0 })
    const fold = foldTasks()
    for (const change of forged) fold.apply(change)
    expect([fold.all(), fold.size()]).toEqual([[], 0]) // nobody creates cards in another’s name
    expect(folded(...forged, said('4', 'update'))).toMatchObject({ place: '#work' })
  })
  test('does not reopen a finished task', () => {
    expect(folded(created, said('2', 'complete'), said('3', 'update', { doubt, status: 'in_progress' })).isComplete).toBe(true)
  })
  test('may begin a task, which its owner then continues', () => {
    const begun = folded({ ...created, doubt }, said('2', 'update', { status: 'in_progress' }))
    expect(begun).toMatchObject({ title: 'Rotate', status: 'in_progress', isKnown: true, doubt })
  })
  test('does not block the same envelope from its author', () => {
    const honest = said('2', 'complete')
    const both = [created, { ...honest, doubt }, honest] as const
    expect(folded(...both)).toEqual(folded(...both.toReversed()))
    expect(folded(...both).isComplete).toBe(true)
  })
})

import { expect, test } from 'vitest'
import { columnOf, columnTitle, statusOf, taskColumns } from './task-columns.ts'

test.each([
  [{}, 'proposed'],
  [{ assignee: 'coder' }, 'assigned'],
  [{ assignee: '' }, 'proposed'],
  [{ status: 'in_progress' }, 'working'],
  [{ status: ' In Progress ' }, 'working'],
  [{ status: 'input-required' }, 'waiting'],
  [{ status: 'merged' }, 'done'],
  [{ status: 'cooking' }, 'other:cooking'],
  [{ status: 'cooking', isComplete: true }, 'done'],
  [{ status: 'many' }, 'other:many'],
  [{ status: '__proto__' }, 'other:__proto__'],
])('a task with %o is in %s', (more, column) => expect(columnOf({ isComplete: false, ...more })).toBe(column))

test('every status leads to one column, the one whose status a move writes', () => {
  for (const { id, writes, also } of taskColumns) {
    expect(statusOf(id)).toBe(writes)
    for (const status of [writes, ...also]) expect(columnOf({ status, isComplete: false })).toBe(id)
  }
  const all = taskColumns.flatMap(({ writes, also }) => [writes, ...also])
  expect(new Set(all).size).toBe(all.length)
})

test('a custom status is its own title, whatever it is', () => {
  expect(columnTitle(columnOf({ status: 'cooking', isComplete: false }))).toBe('cooking')
  expect(columnTitle(columnOf({ status: 'other:x', isComplete: false }))).toBe('other:x')
})

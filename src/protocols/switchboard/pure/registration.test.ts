import { expect, test } from 'vitest'
import { writesBySession, type Registered } from './registration.ts'

test.each<readonly [string, Partial<Registered>, string, boolean]>([
  ['a session registered it', { hash: 'abc' }, 'coder', true],
  ['in another letter case', { hash: 'abc' }, 'CODER', true],
  ['the operator registered it, so it writes files', {}, 'coder', false],
  ['a terminal that the operator started', { kind: 'terminal' }, 'coder', true],
  ['somebody else is registered', { hash: 'abc' }, 'docs', false],
])('only our server writes for a name: %s (F27)', (_what, more, name, expected) => {
  expect(writesBySession([{ id: '1', name: 'coder', kind: 'chat', ...more }], name)).toBe(expected)
})

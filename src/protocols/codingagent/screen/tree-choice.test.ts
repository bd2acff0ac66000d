import { expect, test } from 'vitest'
import { isUnderOne, toggled, type Choice } from './tree-choice.ts'

const choice = (leaveOut: readonly string[], attach: readonly string[]): Choice => ({
  leaveOut: new Set(leaveOut),
  attach: new Set(attach),
})

test('a path is attached or left out, never both, and a second press undoes it', () => {
  const attached = toggled(choice([], []), 'attach', 'src/a.ts')
  expect(attached).toEqual(choice([], ['src/a.ts']))
  expect(toggled(attached, 'leaveOut', 'src/a.ts')).toEqual(choice(['src/a.ts'], []))
  expect(toggled(attached, 'attach', 'src/a.ts')).toEqual(choice([], []))
})

test('leaving out a folder drops the choices inside it, and no others', () => {
  const before = choice(['src/deep', 'srcs'], ['src/a.ts', 'src/deep/b.ts', 'src.ts'])
  expect(toggled(before, 'leaveOut', 'src')).toEqual(choice(['srcs', 'src'], ['src.ts']))
})

test('a path is in a folder only at a separator', () => {
  const leaveOut = new Set(['src', 'docs/old'])
  expect(['src/a.ts', 'src/deep/b.ts', 'docs/old/c.md'].map((path) => isUnderOne(path, leaveOut))).toEqual([true, true, true])
  expect(['src', 'srcs/a.ts', 'docs/new/c.md', 'src.ts'].map((path) => isUnderOne(path, leaveOut))).toEqual([false, false, false, false])
})

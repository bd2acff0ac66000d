import { expect, test } from 'vitest'
import { folderTwinOf } from './folder-twin.ts'
import type { Workspace } from './workspace.ts'

const folder = (path: string): Workspace => ({
  id: path,
  path,
  name: path.split(/[\\/]/).at(-1) ?? '',
  operator: 'operator',
  operatorAsked: true,
  openedAt: 1,
  demo: false,
})
const twin = (path: string, ...others: readonly string[]): unknown => {
  const all = [path, ...others].map(folder)
  return folderTwinOf(all, all[0] ?? folder(path))
}

test.each([
  ['/p/hаrbour', ['/p/harbour'], { own: 'hаrbour', other: 'harbour', isAbove: false }],
  ['/q/hаrbour', ['/p/harbour'], { own: 'hаrbour', other: 'harbour', isAbove: false }],
  ['/p/har\u202Ebour', ['/p/harbour'], { own: 'har\u202Ebour', other: 'harbour', isAbove: false }],
  ['/prоjects/harbour', ['/projects/harbour'], { own: 'prоjects', other: 'projects', isAbove: true }],
  ['C:\\prоjects\\harbour', ['C:\\projects\\harbour'], { own: 'prоjects', other: 'projects', isAbove: true }],
  ['/p/modem', ['/p/modern'], { own: 'modem', other: 'modern', isAbove: false }],
])('%s is another folder than it looks like', (path, others, expected) => {
  expect(twin(path, ...others)).toEqual(expected)
})

test.each([
  ['/p/harbour', ['/p/hаrbour']], // the one of common letters
  ['/p/harbour', ['/q/harbour']], // its path says so
  ['/p/harbour', ['/p/Harbour']], // everybody sees that
  ['/p/harbour', []],
])('%s has no mark beside %j', (path, others) => {
  expect(twin(path, ...others)).toBeUndefined()
})

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { aloneTests } from './alone-tests.ts'

const root = path.join(import.meta.dirname, '..')
const sharing = ['src/renderer/**', 'src/protocols/*/screen/**', 'test/chaos/**']
const mocks = new RegExp(['^vi', 'mock\\('].join('\\.'), 'm')

it('a test that mocks a module has a process of its own: others of its process have loaded the module already', () => {
  const alone = new Set(globSync(aloneTests, { cwd: root }))
  const shared = globSync(['src/**/*.{test,prop}.ts', 'test/**/*.test.ts'], { cwd: root, exclude: sharing }).filter(
    (file) => !alone.has(file),
  )
  expect(shared.length).toBeGreaterThan(300)
  expect(shared.filter((file) => mocks.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})

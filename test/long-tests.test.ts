import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { longTests } from './long-tests.mjs'

/** What `npm test` leaves to `npm test -- all`, and what it may not leave. */
const root = path.join(import.meta.dirname, '..')
const isLong = (file: string): boolean => longTests.includes(file)

it('each long test is the file of a test, and is listed once', () => {
  expect(longTests.filter((file) => !/\.(?:test|prop|spec)\.tsx?$/.test(file) || !existsSync(path.join(root, file)))).toEqual([])
  expect(new Set(longTests).size).toBe(longTests.length)
})

it('every promise has tests that are not long', () => {
  const page = readFileSync(path.join(root, 'docs', 'testing.md'), 'utf8')
  const promises = [...page.matchAll(/^\| (F\d+) \| [^|]+ \| ([^|]+) \|$/gm)]
  expect(promises.map(([, id]) => id)).toEqual(Array.from({ length: 29 }, (_, index) => `F${index + 1}`))
  const long = promises.filter(([, , tests = '']) => {
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => (name.endsWith('/') ? `${name}*` : name))
    return named.flatMap((name) => globSync(name, { cwd: root })).every((file) => isLong(file) || file.endsWith('.chaos.ts'))
  })
  expect(long.map(([, id]) => id)).toEqual([])
})

it('no quick mutation needs a long test', async () => {
  const list = (await import(pathToFileURL(path.join(root, 'test', 'mutations', 'list.mjs')).href)) as {
    readonly mutations: readonly { readonly name: string; readonly quick?: boolean; readonly tests: readonly string[] }[]
  }
  const quick = list.mutations.filter((one) => one.quick === true)
  expect(quick.length).toBeGreaterThan(5)
  expect(quick.filter(({ tests }) => tests.some(isLong)).map(({ name }) => name)).toEqual([])
})

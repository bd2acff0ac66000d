import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const src = path.join(import.meta.dirname, '..', 'src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))

/** Class names that the selectors of a style sheet contain. */
function classesOf(file: string): Set<string> {
  const text = readFileSync(path.join(src, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const selectors = text.replaceAll(/\{[^{}]*\}/g, ' ')
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? ''))
}

/** Words of the class lists in components: literal parts of `className` and `…Class` values. */
function wordsOf(files: readonly string[]): Set<string> {
  const words = new Set<string>()
  for (const file of files)
    for (const [line] of readFileSync(path.join(src, file), 'utf8').matchAll(/["'`][\w $&{}?:='"()!.-]*["'`]/g))
      for (const word of line.split(/[^\w-]+/)) words.add(word)
  return words
}

const components = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|fixtures/.test(file))
const shared = wordsOf(components.filter((file) => file.startsWith('renderer/')))
const screens = new Map(
  [...new Set(files.map((file) => /^protocols\/([^/]+)\/screen\//.exec(file)?.[1]))]
    .filter((protocol) => protocol !== undefined)
    .map((protocol) => [protocol, wordsOf(components.filter((file) => file.startsWith(`protocols/${protocol}/screen/`)))]),
)

test('rules for one protocol only are in its screen', () => {
  const strangers = files
    .filter((file) => /^renderer\/.*\.css$/.test(file))
    .flatMap((file) =>
      [...classesOf(file)].flatMap((name) => {
        if (shared.has(name)) return []
        const users = [...screens].filter(([, words]) => words.has(name)).map(([protocol]) => protocol)
        return users.length === 1 ? [`${file}: .${name} (${users[0]})`] : []
      }),
    )
  expect(strangers).toEqual([])
})

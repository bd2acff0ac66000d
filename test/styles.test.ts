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

/** Selectors of a style sheet without what stands in brackets, each with its last compound: what the rule styles. */
function subjectsOf(file: string): { readonly selector: string; readonly subject: string }[] {
  const text = readFileSync(path.join(src, file), 'utf8').replaceAll(/\/\*.*?\*\/|\([^()]*\)/gs, '')
  return [...text.matchAll(/([^{};]+)\{/g)]
    .flatMap(([, list = '']) => list.split(','))
    .map((selector) => selector.trim())
    .map((selector) => ({ selector, subject: selector.split(/[\s>+~]+/).at(-1) ?? '' }))
}

test('no rule hits the frame by chance: its states are styled with .app only', () => {
  const layout = readFileSync(path.join(src, 'renderer', 'shell', 'layout.tsx'), 'utf8')
  const widths = ['s', 'm', 'l'].map((width) => `w-${width}`)
  const states = [...widths, 'h-s', 'solo', 'no-list', 'no-inspector', 'has-banner', 'past']
  expect(states.filter((state) => !widths.includes(state) && !layout.includes(state))).toEqual([])
  const strangers = files
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      subjectsOf(file)
        .filter(({ subject }) => {
          const classes = [...subject.matchAll(/\.([\w-]+)/g)].map(([, name]) => name ?? '')
          return classes.length > 0 && classes.every((name) => states.includes(name))
        })
        .map(({ selector }) => `${file}: ${selector}`),
    )
  expect(strangers).toEqual([])
})

test('a class that features style by itself is styled in one of them', () => {
  const places = new Map<string, Set<string>>()
  for (const file of files.filter((each) => /\/features\/.*\.css$|\/screen\/.*\.css$/.test(each)))
    for (const { selector } of subjectsOf(file))
      if (/^\.[\w-]+$/.test(selector)) places.set(selector, (places.get(selector) ?? new Set()).add(path.posix.dirname(file)))
  const shared = [...places].filter(([, folders]) => folders.size > 1).map(([name, folders]) => `${name}: ${[...folders].join(', ')}`)
  expect(shared).toEqual([])
})

test('no rule asks for the size of the window in pixels: a larger text needs as much room as a smaller window', () => {
  const asked = files
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      [...readFileSync(path.join(src, file), 'utf8').matchAll(/@(?:media|container)[^{]*\dpx[^{]*/g)].map(([rule]) => `${file}: ${rule}`),
    )
  expect(asked).toEqual([])
})

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventBodySchema } from '../src/core/event.ts'

/** What the documents must fulfil: the README stays short, links have a target, and named files exist. */
const root = path.join(import.meta.dirname, '..')
const folders = ['docs', 'src', 'test', 'e2e', 'scripts']
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !/(?:^|[/\\])fixtures[/\\]/.test(name))
      .map((name) => path.join(folder, name)),
  ),
].map((name) => name.split(path.sep).join('/'))

const textOf = (document: string): string => readFileSync(path.join(root, document), 'utf8')
/** Without code blocks and generated tables. */
const proseOf = (document: string): string =>
  textOf(document)
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/<!-- (figures|bench) -->[\s\S]*?<!-- \/\1 -->/g, '')

/** The anchors of a page, as GitHub makes them from its headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )
}

/** Relative links of a document without a target. */
function deadLinks(document: string): string[] {
  const targets = [...proseOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [file = '', anchor] = target.split('#')
    const to = file === '' ? document : path.posix.join(path.posix.dirname(document), file)
    if (!existsSync(path.join(root, to))) return true
    return anchor !== undefined && !anchorsOf(textOf(to)).includes(anchor)
  })
}

/** Folders from which documents name files: the root, the sources, the screen, and ("its `pure/api.ts`") any protocol. */
const protocols = readdirSync(path.join(root, 'src', 'protocols'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
const namedFrom = ['.', 'src', 'src/renderer', ...protocols.map((entry) => `src/protocols/${entry.name}`)]

/** Source files that a document names in backticks, also several at once (`{a,b}.test.ts`), and that do not exist. */
function missingFiles(document: string): string[] {
  const named = [...proseOf(document).matchAll(/`((?:[\w.-]+\/)+(?:[\w./-]|\{[\w.,/-]+\})*\.(?:tsx?|mjs))`/g)].flatMap((match) =>
    spelledOut(match[1] ?? ''),
  )
  return named.filter((file) => ![...namedFrom, path.dirname(document)].some((base) => existsSync(path.join(root, base, file))))
}

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function spelledOut(file: string): string[] {
  const [, start = '', choice = '', end = ''] = /^(.*?)\{(.*?)\}(.*)$/.exec(file) ?? []
  return choice === '' ? [file] : choice.split(',').flatMap((each) => spelledOut(`${start}${each}${end}`))
}

/** Scripts that a document runs with `npm run`, and that package.json does not have. Old releases had others. */
function missingScripts(document: string): string[] {
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
  const named = [...textOf(document).matchAll(/\bnpm run ([\w:-]+)/g)].map((match) => match[1] ?? '')
  return document === 'CHANGELOG.md' ? [] : named.filter((name) => !Object.hasOwn(scripts, name))
}

/** Parts that a protocol's table names in its first column (`pure/acts-of`, `pure/lint-*`, `files/`) and that do not exist next to it. */
function missingParts(document: string): string[] {
  const table = /^\| part \| does \|\n.*\n((?:\|.*\n)+)/m.exec(proseOf(document))?.[1]
  if (table === undefined) return []
  const named = table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''))
  const files = readdirSync(path.join(root, path.dirname(document)), { recursive: true, encoding: 'utf8' }).map((file) =>
    file.split(path.sep).join('/'),
  )
  const isThere = (part: string): boolean => {
    if (part.endsWith('/')) return files.includes(part.slice(0, -1))
    const [start = '', end] = part.split('*')
    return end === undefined ? files.includes(`${part}.ts`) : files.some((file) => file.startsWith(start) && file.endsWith(`${end}.ts`))
  }
  return named.filter((part) => !isThere(part))
}

/** Folders in a folder of the sources that have no row in its table in docs/architecture.md, and rows without a folder. */
function wrongRows(folder: string): string[] {
  const table = new RegExp(`^Inside \`${folder}/\`.*\\n\\n((?:\\|.*\\n)+)`, 'm').exec(textOf('docs/architecture.md'))?.[1] ?? ''
  const named = table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)\/`/g)].map((match) => match[1] ?? ''))
  const there = readdirSync(path.join(root, 'src', folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  return [...there.filter((name) => !named.includes(name)), ...named.filter((name) => !there.includes(name))]
}

describe('the documents', () => {
  it('are found', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md', 'src/protocols/chat/README.md']))
  })

  it('keep the README to 120 lines', () => {
    expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  })

  it('link to pages and headings that exist', () => {
    expect(documents.flatMap((document) => deadLinks(document).map((target) => `${document} links to ${target}`))).toEqual([])
  })

  it('name files that exist', () => {
    expect(documents.flatMap((document) => missingFiles(document).map((file) => `${document} names ${file}`))).toEqual([])
  })

  it('run scripts that exist', () => {
    expect(documents.flatMap((document) => missingScripts(document).map((name) => `${document} runs ${name}`))).toEqual([])
  })

  it('name parts of protocols that exist', () => {
    expect(documents.flatMap((document) => missingParts(document).map((part) => `${document} names ${part}`))).toEqual([])
  })

  it.each(['core', 'engine', 'renderer/features'])('name each folder in src/%s, and no other', (folder) => {
    expect(wrongRows(folder)).toEqual([])
  })

  it('name every kind of event that an export can contain', () => {
    const row = /^\| `event` \|.*$/m.exec(textOf('docs/export.md'))?.[0] ?? ''
    const kinds = eventBodySchema.options.map(({ shape }) => shape.kind.value)
    expect(kinds.filter((kind) => !row.includes(`\`${kind}\``))).toEqual([])
  })
})

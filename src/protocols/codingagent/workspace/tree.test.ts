import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { memoryFolder } from '../../../../test/memory-folder.ts'
import { treeEntrySchema } from '../pure/api.ts'
import { showTree } from './tree.ts'
import type { TreePart, TreeRequest } from './tree.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(memoryFolder, 'patchbay-tree-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function make(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

async function tree(request: Partial<TreeRequest> = {}): Promise<TreePart> {
  const shown = await showTree(root, { folder: '', leaveOut: new Set(), attach: new Set(), closed: ['.codingagent'], ...request })
  if (!shown.ok) throw new Error(shown.fault.message)
  for (const entry of shown.value.entries) treeEntrySchema.parse(entry)
  return shown.value
}

/** `path/ state reason` of folders, `path size state reason` of files. */
async function lines(request: Partial<TreeRequest> = {}): Promise<string[]> {
  const { entries } = await tree(request)
  return entries.map(({ path, kind, size, state, reason }) =>
    [kind === 'folder' ? `${path}/` : `${path} ${size}`, state, reason].filter(Boolean).join(' '),
  )
}

describe('the tree of a workspace', () => {
  beforeEach(() =>
    make({
      '.gitignore': '*.log\n/out\n',
      'b.txt': '12',
      'a.log': '',
      'large.txt': 'x'.repeat(limits.textFile + 1),
      'src/.gitignore': '/gen\n',
      'src/a.ts': 'abc',
      'src/gen/x': '',
      'src/deep/A.ts': '',
      'out/a.ts': '',
      'node_modules/a/a.ts': '',
      '.git/config': '',
      '.codingagent/inbox/a.txt': '',
      '.codingagent-notes/x': '',
    }),
  )

  it('shows a folder: folders first, sizes, and why something is ignored; nothing of Git, the session, or links', async () => {
    symlinkSync('src', join(root, 'link'))
    expect(await lines()).toEqual([
      '.codingagent-notes/ listed',
      'node_modules/ ignored never listed',
      'out/ ignored .gitignore',
      'src/ listed',
      '.gitignore 11 listed',
      'a.log 0 ignored .gitignore',
      'b.txt 2 listed',
      'large.txt 1048577 listed too large to attach',
    ])
    expect(await lines({ folder: 'src' })).toEqual([
      'src/deep/ listed',
      'src/gen/ ignored .gitignore',
      'src/.gitignore 5 listed',
      'src/a.ts 3 listed',
    ])
    expect(await lines({ folder: 'src/deep' })).toEqual(['src/deep/A.ts 0 listed'])
  })

  it('shows choices, also below a folder that was left out', async () => {
    const chosen = { leaveOut: new Set(['src', 'b.txt']), attach: new Set(['a.log', 'src/a.ts']) }
    expect((await lines(chosen)).filter((line) => !/listed/.test(line))).toEqual([
      'out/ ignored .gitignore',
      'src/ left out',
      'a.log 0 attached',
      'b.txt 2 left out',
    ])
    expect(await lines({ ...chosen, folder: 'src' })).toEqual([
      'src/deep/ left out',
      'src/gen/ left out',
      'src/.gitignore 5 left out',
      'src/a.ts 3 attached',
    ])
  })

  it('shows the contents of an ignored folder as ignored', async () => {
    expect(await lines({ folder: 'out' })).toEqual(['out/a.ts 0 ignored .gitignore'])
    expect(await lines({ folder: 'node_modules/a' })).toEqual(['node_modules/a/a.ts 0 ignored never listed'])
  })

  it('finds files below a folder by a part of their path, whatever the case, except in ignored folders', async () => {
    expect(await lines({ query: 'A.' })).toEqual(['a.log 0 ignored .gitignore', 'src/a.ts 3 listed', 'src/deep/A.ts 0 listed'])
    expect(await lines({ query: 'a.', folder: 'src/deep' })).toEqual(['src/deep/A.ts 0 listed'])
    expect(await lines({ query: 'nothing' })).toEqual([])
  })

  it.each(['missing', 'b.txt', '..', '.git', '.codingagent', 'src/'])('a folder %s is a fault with words', async (folder) => {
    const shown = await showTree(root, { folder, leaveOut: new Set(), attach: new Set(), closed: ['.codingagent'] })
    expect(shown).toMatchObject({
      ok: false,
      fault: { code: 'not-found', message: `The folder ${folder} does not exist in this workspace.` },
    })
  })
})

const add = (from: number, to: number): void => {
  for (let n = from; n < to; n++) writeFileSync(join(root, String(n).padStart(5, '0')), '')
}

it('shows 1,000 entries and counts the rest (F18)', async () => {
  add(0, 1_000)
  expect(await tree()).toMatchObject({ entries: { length: 1_000 }, more: 0 })
  add(1_000, 1_001)
  for (const query of [undefined, '0']) {
    const { entries, more } = await tree(query === undefined ? {} : { query })
    expect([entries.length, more, entries.at(-1)?.path]).toEqual([1_000, 1, '00999'])
  }
})

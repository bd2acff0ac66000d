import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { memoryFolder } from '../../../../test/memory-folder.ts'
import { buildTree, canary, legalNames } from '../../../../test/corpora/paths.ts'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { firstThatFit, listWorkspace } from './list-files.ts'
import type { ListedFile, ListOptions, WorkspaceListing } from './list-files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(memoryFolder, 'patchbay-list-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function make(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

async function list(options: Partial<ListOptions> = {}, folder = root): Promise<WorkspaceListing> {
  const listed = await listWorkspace(folder, { leaveOut: new Set(), exclude: [], ...options })
  if (!listed.ok) throw new Error(listed.fault.message)
  return listed.value
}

const paths = ({ files }: WorkspaceListing): string[] => files.map(({ path }) => path)
const leftOut = (listing: WorkspaceListing): string[] => listing.leftOut.map(({ reason, files }) => `${files} ${reason}`)

describe('the files of a workspace (Workspace Files)', () => {
  it('are listed with their sizes in bytes, sorted, in all folders', async () => {
    make({ 'src/Program.cs': 'ä', 'src/Calculator.cs': 'x'.repeat(245), a: '', 'src-b': '', 'tests/deep/x.cs': '12' })
    const { files, leftOut: left } = await list()
    expect(files).toEqual([
      { path: 'a', size: 0 },
      { path: 'src-b', size: 0 },
      { path: 'src/Calculator.cs', size: 245 },
      { path: 'src/Program.cs', size: 2 },
      { path: 'tests/deep/x.cs', size: 2 },
    ])
    expect(left).toEqual([])
  })

  it('may be empty', async () => {
    mkdirSync(join(root, 'empty'))
    expect(await list()).toEqual({ files: [], leftOut: [] })
  })

  it('are listed under every valid odd name', async () => {
    make(Object.fromEntries(legalNames.map((name) => [`odd/${name}`, 'x'])))
    expect(paths(await list())).toEqual(legalNames.map((name) => `odd/${name}`).toSorted((a, b) => (a < b ? -1 : 1)))
  })

  it.each(['missing', 'file'])('a workspace that is %s is a fault with words', async (name) => {
    make({ file: '' })
    const listed = await listWorkspace(join(root, name), { leaveOut: new Set(), exclude: [] })
    expect(listed).toMatchObject({ ok: false, fault: { code: 'not-found', message: expect.stringContaining(name) as string } })
  })

  it('listing can be stopped', async () => {
    make({ 'a/b': '' })
    const listed = await listWorkspace(root, { leaveOut: new Set(), exclude: [], signal: AbortSignal.abort() })
    expect(listed).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  })
})

describe('what is left out, and how many for each reason', () => {
  it('.git and node_modules anywhere, and the session home, whatever the rules say', async () => {
    make({
      '.gitignore': '!.git\n!node_modules\n!.codingagent\n',
      '.git/config': '',
      'sub/.git/config': '',
      'node_modules/a/index.js': '',
      '.codingagent/inbox/x.txt': '',
      'deep/.codingagent/kept': '',
    })
    const listing = await list({ exclude: ['.codingagent'] })
    expect(paths(listing)).toEqual(['.gitignore', 'deep/.codingagent/kept'])
    expect(leftOut(listing)).toEqual(['3 folders named .git, .switchboard, .workplace or node_modules'])
  })

  it('what .gitignore files say, nested, with exceptions; folders are counted as folders', async () => {
    make({
      '.gitignore': '*.log\nbuild/\n/only-root\nlib\n#comment\n\n\\#hash\n*.py[cod]\n',
      'a.log': '',
      'keep/b.log': '',
      'keep/.gitignore': '!b.log\n/c\n*.txt\n!lib\n',
      'keep/c': '',
      'keep/deep/c': '',
      'keep/deep/x.txt': '',
      'keep/lib/in': '',
      'build/out/x': '',
      'build/out/y': '',
      'sub/build/x': '',
      'only-root': '',
      'sub/only-root': '',
      'lib/x': '',
      '#hash': '',
      'm.pyc': '',
      'A.LOG': '',
      'x.txt': '',
    })
    const listing = await list()
    const caseTwin = process.platform === 'linux' ? ['A.LOG'] : []
    expect(paths(listing)).toEqual(
      [...caseTwin, '.gitignore', 'keep/.gitignore', 'keep/b.log', 'keep/deep/c', 'keep/lib/in', 'sub/only-root', 'x.txt'].toSorted(),
    )
    expect(leftOut(listing)).toContain('3 folders ignored by .gitignore')
    expect(leftOut(listing)).toContain(`${process.platform === 'linux' ? 6 : 7} files ignored by .gitignore`)
  })

  it('files and folders that the operator leaves out', async () => {
    make({ a: '', 'secret/x': '', 'secret/y': '', 'b/secret': '' })
    const listing = await list({ leaveOut: new Set(['a', 'secret']) })
    expect(paths(listing)).toEqual(['b/secret'])
    expect(leftOut(listing)).toEqual(['1 file left out by the operator', '1 folder left out by the operator'])
  })

  it.skipIf(process.platform === 'win32')('links, pipes, and names that no command can give', async () => {
    make({ good: '', 'a\nb (3 bytes)': '', 'x:y': '', 'trailing ': '', CON: '', 'line\u2028': '', 'bidi\u202e': '', 'esc\u001b[2J/x': '' })
    symlinkSync('good', join(root, 'link'))
    execFileSync('mkfifo', [join(root, 'fifo')])
    const listing = await list()
    expect(paths(listing)).toEqual(['good'])
    expect(leftOut(listing)).toEqual(['7 names that a command cannot give', '1 device, pipe or socket', '1 symbolic link'])
  })

  it.skipIf(process.platform === 'win32')('nothing outside is listed or read, also no .gitignore through a link (F14)', async () => {
    const ws = buildTree(root)
    writeFileSync(join(root, 'outside/rules'), '*\n')
    symlinkSync('../outside/rules', join(ws, '.gitignore'))
    symlinkSync('../../outside/rules', join(ws, 'folder/.gitignore'))
    const listing = await list({}, ws)
    expect(paths(listing)).toEqual(['folder/inside.txt'])
    expect(JSON.stringify(listing)).not.toContain(canary)
  })

  it('a .gitignore that is a folder, binary, or far too large does no harm', async () => {
    make({
      'a/.gitignore/x': '',
      'b/.gitignore': '\0\xff*\0\n'.repeat(1_000),
      'b/x': '',
      'c/.gitignore': `keep\n${'#'.repeat(limits.ignoreFile)}\nx\n`,
    })
    make({ 'c/x': '', 'c/keep': '', 'd/.gitignore': 'r\n'.repeat(limits.ignoreRules * 2), 'd/r': '', 'd/x': '' })
    expect(paths(await list()).filter((path) => !path.endsWith('.gitignore'))).toEqual(['a/.gitignore/x', 'b/x', 'c/x', 'd/x'])
  })

  it('rules that would take too long to match are skipped, the others apply (F6)', async () => {
    const deep = 'a/'.repeat(50)
    make({ '.gitignore': `${'**/a/'.repeat(8)}z\n${'*a'.repeat(300)}z\n*.log\n`, [`${deep}${'a'.repeat(200)}`]: '', [`${deep}x.log`]: '' })
    const started = cpuTime()
    expect(paths(await list())).toEqual(['.gitignore', `${deep}${'a'.repeat(200)}`])
    expect(cpuTime() - started).toBeLessThan(1_000)
  })
})

const some = (length: number): ListedFile[] => Array.from({ length }, (_, n) => ({ path: String(n), size: 0 }))

describe('limits of a listing (F18)', () => {
  it('files: the first 50,000', () => {
    expect(firstThatFit(some(limits.listedFiles))).toHaveLength(limits.listedFiles)
    for (const length of [limits.listedFiles + 1, limits.listedFiles * 20])
      expect(firstThatFit(some(length))).toHaveLength(limits.listedFiles)
  })

  it.skipIf(process.platform === 'win32')('characters: as many files as fit, in order, and the rest counted', async () => {
    const folder = Array.from({ length: 15 }, (_, n) => `${n}`.padStart(2, '0') + 'd'.repeat(248)).join('/')
    const each = folder.length + 5
    const most = Math.floor(limits.listedChars / each)
    mkdirSync(join(root, folder), { recursive: true })
    const add = (from: number, to: number): void => {
      const names = Array.from({ length: to - from }, (_, n) => String(from + n).padStart(4, '0'))
      execFileSync('touch', names, { cwd: join(root, folder) })
    }
    add(0, most)
    const full = await list()
    expect([full.files.length, full.leftOut]).toEqual([most, []])
    add(most, most + 1)
    const one = await list()
    expect([one.files.length, leftOut(one)]).toEqual([most, ['1 file more than one text can list']])
    expect(one.files.at(-1)?.path.endsWith(String(most - 1).padStart(4, '0'))).toBe(true)
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formatOutbox } from '../src/protocols/codingagent/pure/outbox.ts'
import { listWorkspace } from '../src/protocols/codingagent/workspace/list-files.ts'
import type { BenchRow } from './row.ts'

const files = 50_000
const perFolder = 50
const rules = '*.log\n*.py[cod]\n.DS_Store\n/dist\nbuild/\ncoverage/\n!keep.log\n**/tmp/*.x\n*~\n.env*\n!.env.example\n'

/** The outbox of a workspace of 50,000 files with ignore rules, compared with a bare walk of the same files in the same run; best of five each, alternating. */
export async function outboxBench(): Promise<BenchRow[]> {
  const root = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'))
  try {
    makeWorkspace(root)
    let [oursMs, bareMs] = [Infinity, Infinity]
    for (let turn = 0; turn < 5; turn++) {
      bareMs = Math.min(bareMs, await timed(async () => check(await bareWalk(root))))
      oursMs = Math.min(oursMs, await timed(async () => check(await writeOutbox(root))))
    }
    return [
      {
        name: `outbox of ${files.toLocaleString('en-US')} files, with ignore rules`,
        value: oursMs,
        unit: 'ms',
        against: `bare readdir + stat of the same files, ${Math.round(bareMs)} ms`,
        ratio: bareMs / oursMs,
        goal: '≥ 0.5',
      },
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function makeWorkspace(root: string): void {
  for (let folder = 0; folder < files / perFolder; folder++) {
    const where = path.join(root, `package${folder % 20}`, 'src', `part${folder}`)
    mkdirSync(where, { recursive: true })
    for (let file = 0; file < perFolder; file++) writeFileSync(path.join(where, `module-${file}.ts`), 'x'.repeat(file))
  }
  for (let each = 0; each < 20; each++) writeFileSync(path.join(root, `package${each}`, '.gitignore'), rules)
}

/** Files that the outbox lists. */
async function writeOutbox(root: string): Promise<number> {
  const listed = await listWorkspace(root, { leaveOut: new Set(), exclude: ['.codingagent'] })
  if (!listed.ok) throw new Error(listed.fault.message)
  const text = formatOutbox({ session: '0a1b2c3d', sequence: 1, task: 'bench', ...listed.value })
  return text.split(' bytes)').length - 1 + listed.value.leftOut.reduce((sum, { files: count }) => sum + count, 0)
}

async function bareWalk(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => path.join(folder, entry.name))
  const sizes = await Promise.all(names.map(async (name) => (await stat(name)).size))
  let count = sizes.length
  for (const entry of entries) if (entry.isDirectory()) count += await bareWalk(path.join(folder, entry.name))
  return count
}

function check(count: number): void {
  if (count < files) throw new Error(`only ${count} files were found`)
}

async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

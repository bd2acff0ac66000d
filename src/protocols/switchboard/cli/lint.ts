import { basename, join, resolve } from 'node:path'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { isProcessAlive } from '../../../io/process-alive.ts'
import { lstatInside } from '../../../io/safe-path.ts'
import { complain, complainOf, printJson } from '../../../io/standard-streams.ts'
import { walkFolders } from '../../../io/walk-folders.ts'
import { switchboardFolder } from '../files/paths.ts'
import { lintTree } from '../pure/lint-tree.ts'
import type { TreeEntry } from '../pure/lint-tree.ts'

const mostNames = 500_000
/** Maximum folder depth of a `.switchboard/`. */
const mostDepth = 4

/** `patchbay lint switchboard`: one JSON line per problem. 0 no errors, 1 errors found or the folder cannot be read. */
export async function lint(given: string): Promise<number> {
  const root = basename(resolve(given)) === switchboardFolder ? resolve(given) : join(resolve(given), switchboardFolder)
  const entries = await readTree(root)
  if (!entries.ok) return complainOf(entries.fault)
  const findings = lintTree({ entries: entries.value, isAlive: isProcessAlive, hasModes: process.platform !== 'win32' })
  await printJson(findings.map(({ rule, file, line, severity, message, fix }) => ({ rule, file, line, severity, message, fix })))
  return findings.some((found) => found.severity === 'error') ? 1 : 0
}

/** Everything below a `.switchboard/`, without passing a link, in the order of the paths. */
async function readTree(root: string): Promise<Result<TreeEntry[]>> {
  const found: TreeEntry[] = []
  let isCut = false
  const walked = await walkFolders<number>(root, {
    start: 0,
    mostEntries: mostNames,
    skipped: () => (isCut = true),
    async visit(here, depth) {
      const inside = (name: string): string => (here.path === '' ? name : `${here.path}/${name}`)
      for (const { name, kind } of here.entries) {
        if (kind === 'folder') found.push({ path: inside(name), isFolder: true })
        else if (kind === 'file') found.push(await readEntry(root, inside(name), () => here.read(name, limits.message + 1)))
      }
      const folders = here.entries.filter(({ kind }) => kind === 'folder')
      return depth < mostDepth ? folders.map(({ name }) => ({ name, inherits: depth + 1 })) : []
    },
  })
  if (!walked.ok) return walked.fault.code === 'not-found' ? fail('not-found', `${root} does not exist.`) : walked
  if (isCut) complain('Parts of the folder could not be read and were not checked.')
  return ok(found.toSorted((one, other) => (one.path < other.path ? -1 : 1)))
}

async function readEntry(root: string, path: string, read: () => Promise<Buffer | undefined>): Promise<TreeEntry> {
  if (path === 'auth_token') {
    const stats = await lstatInside(root, path)
    return { path, isFolder: false, ...(stats.ok && stats.value !== undefined && { mode: stats.value.mode }) }
  }
  const bytes = path.endsWith('.json') ? await read() : undefined
  return { path, isFolder: false, ...(bytes === undefined ? {} : { text: bytes.toString('utf8') }) }
}

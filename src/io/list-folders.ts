import { opendir, stat } from 'node:fs/promises'
import path from 'node:path'
import { ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault } from './errno-fault.ts'

/** A folder that the operator can choose. */
export interface ListedFolder {
  readonly name: string
  readonly path: string
}

/** Entries examined in one folder; a larger folder is listed partially. */
const mostEntries = 20_000

/** Folders in `folder` (including links to folders) whose names start with `prefix`, sorted, at most `most`. Hidden ones only if the prefix starts with a dot. */
export async function listFolders(folder: string, prefix: string, most: number): Promise<Result<ListedFolder[]>> {
  const wanted = prefix.toLowerCase()
  const names: string[] = []
  let looked = 0
  try {
    for await (const entry of await opendir(folder)) {
      if (++looked > mostEntries) break
      if (!entry.name.toLowerCase().startsWith(wanted) || (entry.name.startsWith('.') && !prefix.startsWith('.'))) continue
      if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(path.join(folder, entry.name))))) names.push(entry.name)
    }
  } catch (thrown) {
    return errnoFault(thrown, `list ${folder}`)
  }
  const sorted = names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).slice(0, most)
  return ok(sorted.map((name) => ({ name, path: path.join(folder, name) })))
}

/** True when `target` is a folder or a link to one. */
export async function isFolder(target: string): Promise<boolean> {
  try {
    return (await stat(target)).isDirectory()
  } catch {
    return false
  }
}

import { opendir, stat } from 'node:fs/promises'
import path from 'node:path'
import { ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault } from './errno-fault.ts'

/** A folder, or a file, that the operator can choose. */
export interface ListedFolder {
  readonly name: string
  readonly path: string
  readonly isFile?: true
}

/** Entries examined in one folder; a larger folder is listed partially. */
const mostEntries = 20_000

/**
 * Folders in `folder` (including links to folders) whose names start with `prefix`, sorted, at most `most`. Hidden ones only if the prefix starts with a dot.
 * @param endings also files (and links to files) whose names end so.
 */
export async function listFolders(
  folder: string,
  prefix: string,
  most: number,
  endings: readonly string[] = [],
): Promise<Result<ListedFolder[]>> {
  const wanted = prefix.toLowerCase()
  const found: ListedFolder[] = []
  let looked = 0
  try {
    for await (const entry of await opendir(folder)) {
      if (++looked > mostEntries) break
      if (!entry.name.toLowerCase().startsWith(wanted) || (entry.name.startsWith('.') && !prefix.startsWith('.'))) continue
      const { name } = entry
      const each = { name, path: path.join(folder, name) }
      if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(each.path)))) found.push(each)
      else if (endings.some((ending) => name.endsWith(ending))) found.push({ ...each, isFile: true })
    }
  } catch (thrown) {
    return errnoFault(thrown, `list ${folder}`)
  }
  return ok(found.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)).slice(0, most))
}

/** True when `target` is a folder or a link to one. */
export async function isFolder(target: string): Promise<boolean> {
  try {
    return (await stat(target)).isDirectory()
  } catch {
    return false
  }
}

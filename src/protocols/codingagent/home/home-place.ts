import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'

/** Location of a session home. `root` is an existing folder; the home is `prefix` below it, or the root itself if `prefix` is empty. */
export interface HomePlace {
  readonly root: string
  readonly prefix: string
  /** Absolute path of the home, for messages and comparisons. */
  readonly path: string
}

/**
 * Locates a home. A path relative to the opened workspace is reached without following symbolic links; an absolute path is what the operator
 * named, links included, and at least its parent folder must exist.
 */
export async function placeHome(workspacePath: string, home: string): Promise<Result<HomePlace>> {
  if (!isAbsolute(home) && home !== '.') {
    const prefix = home.split(/[/\\]/u).join('/')
    return ok({ root: workspacePath, prefix, path: join(workspacePath, prefix) })
  }
  const path = resolve(workspacePath, home)
  const there = await folderAt(path)
  if (there !== undefined) return ok({ root: there, prefix: '', path: there })
  const above = await folderAt(dirname(path))
  if (above === undefined) return noFolder(dirname(path))
  return ok({ root: above, prefix: basename(path), path: join(above, basename(path)) })
}

/** The real path of a session's workspace; it must exist. `given` is relative to `from` or absolute. */
export async function placeWorkspace(from: string, given: string): Promise<Result<string>> {
  const path = resolve(from, given)
  const there = await folderAt(path)
  return there === undefined ? noFolder(path) : ok(there)
}

/** Path of `inner` relative to `outer`, with `/`, if it is inside; both absolute. The same folder is ''. */
export function pathInside(outer: string, inner: string): string | undefined {
  const way = relative(outer, inner)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way.split(sep).join('/')
}

function noFolder(path: string): Result<never> {
  return fail('not-found', `The folder ${path} does not exist. Create it first, or choose another.`, { field: 'workspace' })
}

async function folderAt(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).isDirectory() ? await realpath(path) : undefined
  } catch {
    return undefined // the code that opens it reports the reason
  }
}

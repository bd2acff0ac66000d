import { limits } from '../../../core/limits.ts'
import { checkRelative } from '../../../core/names.ts'
import { summaries } from './results.ts'

/** A path of a reply in the workspace's spelling, or the summary of the result that refuses it. */
export type WorkspacePath = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly why: string }

/**
 * Resolves a path of a reply by its spelling (specification: Path Sandboxing): `.` and empty parts are dropped, `..` goes up but never out of the workspace,
 * `\` separates like `/`. Names that are not plain files on every platform (devices, streams, control characters) are refused. Links are not resolved here: the
 * code that opens a path checks it part by part.
 * @param root absolute path of the workspace, for saying how to write a path below it.
 */
export function workspacePath(said: string, root?: string): WorkspacePath {
  const slashed = said.replaceAll('\\', '/')
  if (slashed.startsWith('/') || /^[a-z]:/i.test(slashed)) return { ok: false, why: whyAbsolute(said, slashed, root) }
  const parts: string[] = []
  for (const part of slashed.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return { ok: false, why: summaries.outside(said) }
  }
  if (parts.length === 0 || /(?:^|\/)\.{0,2}$/.test(slashed)) return { ok: false, why: summaries.notAllowed(said, 'It names a folder.') }
  if (parts.length > limits.pathFolders + 1) {
    return { ok: false, why: summaries.notAllowed(said, `It has more than ${limits.pathFolders} folder levels.`) }
  }
  const checked = checkRelative(parts.join('/'))
  return checked.ok ? { ok: true, path: checked.value } : { ok: false, why: summaries.notAllowed(said, checked.fault.message) }
}

/** The same for all paths of one file: ignores case if the file system does. */
export function pathKey(path: string, caseInsensitive: boolean): string {
  return caseInsensitive ? path.normalize('NFC').toLowerCase() : path
}

/** An absolute path is refused even if it leads into the workspace, with what to write instead. */
function whyAbsolute(said: string, slashed: string, root: string | undefined): string {
  const folder = root === undefined ? undefined : `${root.replaceAll('\\', '/').replace(/\/+$/u, '')}/`
  const below = folder !== undefined && slashed.startsWith(folder) ? slashed.slice(folder.length) : ''
  const inside = below === '' ? undefined : workspacePath(below)
  return inside?.ok === true ? summaries.absolute(said, inside.path) : summaries.outside(said)
}

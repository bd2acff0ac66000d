import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { checkPathPart } from '../../../core/names.ts'
import { walkFolders } from '../../../io/walk-folders.ts'
import type { WalkedFolder } from '../../../io/walk-folders.ts'
import type { ClosedPaths } from './closed-paths.ts'
import { alwaysIgnored, noRules } from './ignore-rules.ts'
import type { IgnoreRules } from './ignore-rules.ts'

/** A file of a workspace: path relative to it with `/`, size in bytes. */
export interface ListedFile {
  readonly path: string
  readonly size: number
}

/** How many files or folders a listing leaves out for one reason; the reason says which of the two is counted. */
export interface LeftOut {
  readonly reason: string
  readonly files: number
}

export interface ListOptions {
  /** Files and folders that the operator leaves out. */
  readonly leaveOut: ReadonlySet<string>
  /** The session home, if it is in the workspace. */
  readonly exclude: ClosedPaths
  readonly signal?: AbortSignal
}

export interface WorkspaceListing {
  /** Ordered by path, by code units. */
  readonly files: readonly ListedFile[]
  /** The most frequent reason first. */
  readonly leftOut: readonly LeftOut[]
}

const never = [...alwaysIgnored].join(', ').replace(/, (?=[^,]*$)/u, ' or ')

/** What is left out and why, singular and plural. Folders are counted as such, since the files in them were not counted. */
const reasons = {
  ignored: ['file ignored by .gitignore', 'files ignored by .gitignore'],
  ignoredFolder: ['folder ignored by .gitignore', 'folders ignored by .gitignore'],
  always: [`folder named ${never}`, `folders named ${never}`],
  operator: ['file left out by the operator', 'files left out by the operator'],
  operatorFolder: ['folder left out by the operator', 'folders left out by the operator'],
  link: ['symbolic link', 'symbolic links'],
  other: ['device, pipe or socket', 'devices, pipes and sockets'],
  name: ['name that a command cannot give', 'names that a command cannot give'],
  gone: ['file deleted during the listing', 'files deleted during the listing'],
  denied: ['folder that could not be read', 'folders that could not be read'],
  'too deep': ['folder that is nested too deep', 'folders that are nested too deep'],
  'too many': ['folder not looked at, because there are too many names', 'folders not looked at, because there are too many names'],
  beyond: ['file more than one text can list', 'files more than one text can list'],
} as const
type Reason = keyof typeof reasons

/**
 * Lists the files of a workspace for an outbox (specification: Workspace Files), without those that `.gitignore` files, the operator or our own rules
 * leave out. Folders that are left out are not read, links are not followed, and only `.gitignore` files are opened.
 * @returns the listing; a fault if the folder cannot be read, or `cancelled`.
 */
export async function listWorkspace(root: string, options: ListOptions): Promise<Result<WorkspaceListing>> {
  const files: ListedFile[] = []
  const counts = new Map<Reason, number>()
  const leave = (reason: Reason, count = 1): void => void counts.set(reason, (counts.get(reason) ?? 0) + count)
  const closed = new Set(options.exclude)

  const walked = await walkFolders<IgnoreRules>(root, {
    start: noRules,
    mostEntries: limits.walkedNames,
    skipped: (_path, why) => leave(why),
    ...(options.signal !== undefined && { signal: options.signal }),
    async visit(folder, inherited) {
      const rules = await rulesFor(folder, inherited)
      const folders: { readonly name: string; readonly inherits: IgnoreRules }[] = []
      const names: string[] = []
      for (const { name, kind } of folder.entries) {
        const path = folder.path === '' ? name : `${folder.path}/${name}`
        if (closed.has(path)) continue // it is no part of the workspace, so nothing is left out
        const reason = reasonFor(path, name, kind)
        if (reason !== undefined) leave(reason)
        else if (rules.ignores(kind === 'folder' ? `${path}/` : path)) leave(kind === 'folder' ? 'ignoredFolder' : 'ignored')
        else if (kind === 'folder') folders.push({ name, inherits: rules })
        else names.push(name)
      }
      const sizes = await folder.sizes(names)
      names.forEach((name, index) => {
        const size = sizes[index]
        if (size === undefined) leave('gone')
        else files.push({ path: folder.path === '' ? name : `${folder.path}/${name}`, size })
      })
      return folders
    },
  })
  if (!walked.ok) return walked

  function reasonFor(path: string, name: string, kind: 'file' | 'folder' | 'link' | 'other'): Reason | undefined {
    if (kind === 'folder' && alwaysIgnored.has(name)) return 'always'
    if (options.leaveOut.has(path)) return kind === 'folder' ? 'operatorFolder' : 'operator'
    if (kind === 'link' || kind === 'other') return kind
    return checkPathPart(name).ok ? undefined : 'name'
  }

  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  const shown = firstThatFit(files)
  if (shown.length < files.length) leave('beyond', files.length - shown.length)
  const leftOut = [...counts].map(([reason, count]) => ({ reason: reasons[reason][count === 1 ? 0 : 1], files: count }))
  return ok({ files: shown, leftOut: leftOut.toSorted((a, b) => b.files - a.files || (a.reason < b.reason ? -1 : 1)) })
}

/** The rules for names in a folder: those of the folders above and its own `.gitignore`, which must be a regular file. */
export async function rulesFor(folder: Pick<WalkedFolder, 'path' | 'entries' | 'read'>, inherited: IgnoreRules): Promise<IgnoreRules> {
  if (!folder.entries.some(({ name, kind }) => name === '.gitignore' && kind === 'file')) return inherited
  const text = await folder.read('.gitignore', limits.ignoreFile)
  return text === undefined ? inherited : inherited.with(folder.path, text.toString('utf8'))
}

/** As many files as one outbox lists. */
export function firstThatFit(files: readonly ListedFile[]): readonly ListedFile[] {
  let characters = 0
  const end = files.findIndex(({ path }, index) => index === limits.listedFiles || (characters += path.length) > limits.listedChars)
  return end === -1 ? files : files.slice(0, end)
}

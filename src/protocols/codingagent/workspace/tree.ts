import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { checkPathPart } from '../../../core/names.ts'
import { walkFolders } from '../../../io/walk-folders.ts'
import type { WalkedEntry, WalkedFolder } from '../../../io/walk-folders.ts'
import type { TreeEntry } from '../pure/api.ts'
import type { ClosedPaths } from './closed-paths.ts'
import { whyClosed } from './closed-paths.ts'
import { alwaysIgnored, noRules } from './ignore-rules.ts'
import type { IgnoreRules } from './ignore-rules.ts'
import { rulesFor } from './list-files.ts'

/** The part of a workspace to show, for choosing what an outbox lists and attaches. */
export interface TreeRequest {
  /** Relative to the workspace; empty for the workspace itself. */
  readonly folder: string
  /** Lists all files below the folder whose path contains this, ignoring case, instead of the folder's entries; ignored folders are skipped. */
  readonly query?: string
  readonly leaveOut: ReadonlySet<string>
  readonly attach: ReadonlySet<string>
  readonly closed: ClosedPaths
  readonly signal?: AbortSignal
}

export interface TreePart {
  /** Folders first, each by name; or by path in a search. At most `mostTreeEntries`. */
  readonly entries: readonly TreeEntry[]
  /** Number of further entries. */
  readonly more: number
}

const mostTreeEntries = 1_000

/** What a folder passes on: the rules, and why everything in it is ignored or left out, if it is. */
interface Inherited {
  readonly rules: IgnoreRules
  readonly state?: Pick<TreeEntry, 'state' | 'reason'>
}

/** Lists a part of a workspace. Links, devices, Git's files and the session's own are not shown. */
export async function showTree(root: string, request: TreeRequest): Promise<Result<TreePart>> {
  const wanted = request.query?.toLowerCase()
  const found: TreeEntry[] = []
  let more = 0
  let wasReached = false

  const walked = await walkFolders<Inherited>(root, {
    start: { rules: noRules },
    mostEntries: limits.walkedNames,
    skipped: () => undefined,
    ...(request.signal !== undefined && { signal: request.signal }),
    async visit(folder, inherited) {
      const rules = await rulesFor(folder, inherited.rules)
      const all = folder.entries.flatMap((entry) => entryFor(request, folder, entry, { ...inherited, rules }))
      const isInside = request.folder === '' || folder.path === request.folder || folder.path.startsWith(`${request.folder}/`)
      wasReached ||= isInside
      if (isInside) await collect(folder, wanted === undefined ? all : all.filter((entry) => isFound(entry, wanted)))
      const isEntered = ({ path, kind, state }: TreeEntry): boolean => {
        if (kind !== 'folder') return false
        return isInside ? wanted !== undefined && state !== 'ignored' : path === request.folder || request.folder.startsWith(`${path}/`)
      }
      return all.filter(isEntered).map(({ path, state, reason }) => {
        const name = path.slice(path.lastIndexOf('/') + 1)
        const isListed = state === 'listed' || state === 'attached'
        return { name, inherits: isListed ? { rules } : { rules, state: { state, ...(reason !== undefined && { reason }) } } }
      })
    },
  })
  if (!walked.ok) return walked
  if (!wasReached) return fail('not-found', `The folder ${request.folder} does not exist in this workspace.`, { field: 'folder' })
  return ok({ entries: wanted === undefined ? found : found.toSorted(byKindAndPath), more })

  async function collect(folder: WalkedFolder, entries: readonly TreeEntry[]): Promise<void> {
    const shown = entries.toSorted(byKindAndPath).slice(0, mostTreeEntries - found.length)
    more += entries.length - shown.length
    const files = shown.filter(({ kind }) => kind === 'file').map(({ path }) => path)
    const sizes = await folder.sizes(files.map((path) => path.slice(path.lastIndexOf('/') + 1)))
    const sizeOf = new Map(files.map((path, index) => [path, sizes[index]]))
    for (const entry of shown) found.push(withSize(entry, sizeOf.get(entry.path)))
  }
}

function isFound({ kind, path }: TreeEntry, wanted: string): boolean {
  return kind === 'file' && path.toLowerCase().includes(wanted)
}

function entryFor(request: TreeRequest, folder: WalkedFolder, { name, kind }: WalkedEntry, inherited: Inherited): TreeEntry[] {
  const path = folder.path === '' ? name : `${folder.path}/${name}`
  if ((kind !== 'file' && kind !== 'folder') || !checkPathPart(name).ok || whyClosed(path, request.closed) !== undefined) return []
  return [{ path, kind, ...stateOf(request, path, name, kind, inherited) }]
}

function stateOf(
  { attach, leaveOut }: TreeRequest,
  path: string,
  name: string,
  kind: 'file' | 'folder',
  { rules, state }: Inherited,
): Pick<TreeEntry, 'state' | 'reason'> {
  if (attach.has(path)) return { state: 'attached' }
  if (leaveOut.has(path)) return { state: 'left out' }
  if (state !== undefined) return state
  if (kind === 'folder' && alwaysIgnored.has(name)) return { state: 'ignored', reason: 'never listed' }
  return rules.ignores(kind === 'folder' ? `${path}/` : path) ? { state: 'ignored', reason: '.gitignore' } : { state: 'listed' }
}

function withSize(entry: TreeEntry, size: number | undefined): TreeEntry {
  if (size === undefined) return entry
  return size > limits.textFile ? { ...entry, size, reason: 'too large to attach' } : { ...entry, size }
}

function byKindAndPath(a: TreeEntry, b: TreeEntry): number {
  if (a.kind !== b.kind) return a.kind === 'folder' ? -1 : 1
  return a.path < b.path ? -1 : 1
}

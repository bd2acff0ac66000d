import { join } from 'node:path'
import { dirname } from 'node:path/posix'
import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { Confirmation, Gate, Permit } from '../../../core/protocol.ts'
import { writeAtomic } from '../../../io/atomic-write.ts'
import { removeFolderInside, removeInside } from '../../../io/remove-inside.ts'
import { listInside, mkdirInside } from '../../../io/safe-path.ts'
import { opaqueWords } from '../pure/plan.ts'
import { contentsOf, hashFile } from './read-file.ts'
import type { SnapshotObjects } from './snapshot-objects.ts'
import type { Snapshot } from './snapshots.ts'

/** Hash of each path after the round that changed it; null: nothing there. Unchanged paths are absent. */
export type LeftBehind = ReadonlyMap<string, string | null>

/** What rolling back would do. Paths are relative to the workspace; `cannot` are sentences. */
export interface RestorePreview {
  readonly restores: readonly string[]
  readonly removes: readonly string[]
  readonly cannot: readonly string[]
}

/** What rolling back did. */
export interface RestoreOutcome {
  readonly restored: readonly string[]
  readonly removed: readonly string[]
  readonly cannot: readonly string[]
}

/** Where files are restored, and who is responsible. */
export interface RestoreContext {
  readonly root: string
  readonly gate: Gate
  readonly actor: Actor
  readonly confirmed?: Confirmation
  readonly signal?: AbortSignal
}

/** One file to restore or remove. `left` is what must still be there. */
type Action = { readonly path: string; readonly left: string | null; readonly mode: number; readonly bytes: Buffer | undefined }

/** Determines what restoring would do. Read-only. */
export async function previewRestore(
  root: string,
  snapshot: Snapshot,
  left: LeftBehind,
  objects: SnapshotObjects,
): Promise<RestorePreview> {
  const { actions, cannot } = await planRestore(root, snapshot, left, objects)
  const of = (isRemoval: boolean): string[] => actions.filter(({ bytes }) => (bytes === undefined) === isRemoval).map(({ path }) => path)
  return { restores: of(false), removes: of(true), cannot }
}

/** Restores what can be restored; a file that somebody else has changed since is left alone and named. */
export async function restore(
  context: RestoreContext,
  snapshot: Snapshot,
  left: LeftBehind,
  objects: SnapshotObjects,
): Promise<RestoreOutcome> {
  const { actions, cannot } = await planRestore(context.root, snapshot, left, objects)
  const performed = async (wanted: readonly Action[]): Promise<string[]> => {
    const paths: string[] = []
    for (const action of wanted) {
      const done = await perform(context, action)
      if (done.ok) paths.push(action.path)
      else cannot.push(`${action.path}: ${done.fault.message}`)
    }
    return paths
  }
  // Where the round made a folder, a file can come back only after what is in it is gone.
  const removed = await performed(actions.filter(({ bytes }) => bytes === undefined))
  for (const folder of madeFolders(snapshot, left)) await removeEmpty(context, folder)
  const restored = await performed(actions.filter(({ bytes }) => bytes !== undefined))
  return { restored, removed, cannot }
}

/** Folders that the round made, innermost first, also in the place of files. One that is no longer empty is kept. */
function madeFolders({ files, missingFolders }: Snapshot, left: LeftBehind): string[] {
  const replaced = new Set(files.flatMap(({ path, hash }) => (hash !== null && left.get(path) === null ? [path] : [])))
  const inPlace = [...foldersAbove(left)].filter((folder) => [folder, ...foldersOf(folder)].some((path) => replaced.has(path)))
  // The path of an inner one is longer.
  return [...new Set([...missingFolders, ...inPlace])].toSorted((a, b) => b.length - a.length)
}

/** All folders above files that the round left behind. */
function foldersAbove(left: LeftBehind): ReadonlySet<string> {
  return new Set([...left].flatMap(([path, hash]) => (hash === null ? [] : foldersOf(path))))
}

/** The folders above a path, innermost first. Ends for any text, since a snapshot may be forged. */
function foldersOf(path: string): string[] {
  const folders: string[] = []
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end))
  return folders
}

async function planRestore(
  root: string,
  snapshot: Snapshot,
  left: LeftBehind,
  objects: SnapshotObjects,
): Promise<{ readonly actions: readonly Action[]; readonly cannot: string[] }> {
  const actions: Action[] = []
  const cannot: string[] = []
  const above = foldersAbove(left)
  for (const { path, hash, mode } of snapshot.files) {
    const expected = left.get(path)
    const found = await hashNow(root, path)
    // The round removed the file and made a folder of that name, which goes before the file comes back.
    const now = found === undefined && expected === null && above.has(path) ? null : found
    if (expected === undefined || now === hash) continue
    if (now !== expected) cannot.push(`${path}: it was changed after the round`)
    else if (hash === null) actions.push({ path, left: expected, mode, bytes: undefined })
    else {
      const kept = await objects.get(hash, limits.snapshot)
      if (kept.ok) actions.push({ path, left: expected, mode, bytes: kept.value })
      else cannot.push(`${path}: its snapshot is missing or damaged`)
    }
  }
  return { actions, cannot }
}

/** Hash of a file as it is now; null: nothing there; undefined: not readable. */
async function hashNow(root: string, path: string): Promise<string | null | undefined> {
  const hashed = await hashFile(root, path, limits.snapshot)
  if (hashed.ok) return hashed.value.hash
  return hashed.fault.code === 'not-found' ? null : undefined
}

function perform(context: RestoreContext, action: Action): Promise<Result<void>> {
  const { root } = context
  const { path, bytes, left, mode } = action
  const isRemoval = bytes === undefined
  return ask(context, isRemoval ? 'delete' : 'write', path, isRemoval ? '' : exactText(bytes), async (permit) => {
    if ((await hashNow(root, path)) !== left) return fail('conflict', 'it has been changed since')
    if (isRemoval) return removeInside(permit, root, path)
    const folder = dirname(path)
    const made = folder === '.' ? ok(undefined) : await mkdirInside(permit, root, folder)
    return made.ok ? writeAtomic(permit, root, path, bytes, { mode }) : made
  })
}

function exactText(bytes: Buffer): string {
  const contents = contentsOf(bytes)
  return contents.kind === 'file' ? contents.text : `(${opaqueWords(contents)})`
}

async function removeEmpty(context: RestoreContext, folder: string): Promise<void> {
  const listed = await listInside(context.root, folder, 1)
  if (!listed.ok || listed.value.names.length > 0) return
  await ask(context, 'delete', folder, '', (permit) => removeFolderInside(permit, context.root, folder))
}

function ask<T>(
  { root, gate, actor, confirmed, signal }: RestoreContext,
  kind: 'write' | 'delete',
  path: string,
  exact: string,
  run: (permit: Permit) => Promise<Result<T>>,
): Promise<Result<T>> {
  const question = `${actor.name} asks to undo a round’s changes to ${path}`
  const effect = { kind, target: join(root, path), exact }
  return gate.perform(
    { actor, effect, question, ...(confirmed !== undefined && { confirmed }), ...(signal !== undefined && { signal }) },
    run,
  )
}

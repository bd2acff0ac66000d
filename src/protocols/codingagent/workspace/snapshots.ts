import { z } from 'zod'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { Permit } from '../../../core/protocol.ts'
import { lstatInside } from '../../../io/safe-path.ts'
import type { FileLook } from '../pure/plan-files.ts'
import { contentsOf, readWhole } from './read-file.ts'
import { previewRestore, restore } from './restore.ts'
import type { LeftBehind, RestoreOutcome, RestorePreview, RestoreContext } from './restore.ts'
import { SnapshotObjects } from './snapshot-objects.ts'
import type { HomeRoot } from './snapshot-objects.ts'

const snapshotSchema = z.object({
  v: z.literal(1),
  files: z.array(z.object({ path: z.string().max(limits.pathChars), hash: z.string().nullable(), size: z.int(), mode: z.int() })),
  /** Folders that did not exist, outermost first. */
  missingFolders: z.array(z.string().max(limits.pathChars)),
})

/** Files at one point in time: `hash` is null for a path with nothing there. */
export type Snapshot = z.infer<typeof snapshotSchema>

const mostManifestBytes = 16 * 1024 * 1024

/** The snapshots of a session home, used to roll back rounds. */
export interface Snapshots {
  /**
   * Stores the files at these paths of the workspace as they are now, before a round changes them; also records paths with nothing there.
   * @returns the snapshot's name once everything is on disk; `too-large` beyond the limit, or why a file cannot be stored.
   */
  take(permit: Permit, root: string, paths: readonly string[]): Promise<Result<string>>
  /** The files of a snapshot, as `lookAt` would have found them. */
  looks(name: string): Promise<Result<ReadonlyMap<string, FileLook>>>
  /** What restoring would do now. */
  preview(root: string, name: string, left: LeftBehind): Promise<Result<RestorePreview>>
  /** Restores files that are still as the round left them, and removes files and empty folders that it created. */
  restore(context: RestoreContext, name: string, left: LeftBehind): Promise<Result<RestoreOutcome>>
  /**
   * Removes what no snapshot needs any more. Keeps as many of `names`, newest first, as the limit allows; older ones cannot be restored afterwards.
   * @param now ms.
   */
  sweep(permit: Permit, names: readonly string[], now: number): Promise<Result<{ readonly removed: number }>>
}

/** The snapshots in a home. Nothing is created before the first is taken. `most`: bytes of one snapshot, and of all that a sweep keeps. */
export function openSnapshots(home: HomeRoot, most = { each: limits.snapshot, all: limits.snapshots }): Snapshots {
  const objects = new SnapshotObjects(home)

  async function load(name: string): Promise<Result<Snapshot>> {
    const read = await objects.get(name, mostManifestBytes)
    if (!read.ok) return gone
    const parsed = snapshotSchema.safeParse(jsonOf(read.value))
    return parsed.success ? ok(parsed.data) : gone
  }

  return {
    async take(permit, root, paths) {
      const files: Snapshot['files'] = []
      const missingFolders = new Set<string>()
      let bytes = 0
      for (const path of new Set(paths)) {
        const read = await readWhole(root, path, most.each - bytes)
        if (!read.ok && read.fault.code === 'too-large') {
          const words = `This round changes files of more than ${most.each.toLocaleString('en-US')} bytes, which is too much to roll back.`
          return fail('too-large', `${words} Exclude some of the changes.`)
        }
        if (!read.ok && read.fault.code !== 'not-found') return read
        if (!read.ok) for (const folder of await missingAbove(root, path)) missingFolders.add(folder)
        bytes += read.ok ? read.value.bytes.length : 0
        const kept = read.ok ? await objects.put(permit, read.value.bytes) : ok(null)
        if (!kept.ok) return kept
        files.push({ path, hash: kept.value, size: read.ok ? read.value.bytes.length : 0, mode: read.ok ? read.value.mode : 0 })
      }
      const snapshot: Snapshot = { v: 1, files, missingFolders: [...missingFolders] }
      return objects.put(permit, Buffer.from(JSON.stringify(snapshot)))
    },
    async looks(name) {
      const snapshot = await load(name)
      if (!snapshot.ok) return snapshot
      const looks = new Map<string, FileLook>()
      for (const { path, hash } of snapshot.value.files)
        looks.set(path, hash === null ? { kind: 'missing' } : await lookOf(objects, path, hash))
      return ok(looks)
    },
    async preview(root, name, left) {
      const snapshot = await load(name)
      return snapshot.ok ? ok(await previewRestore(root, snapshot.value, left, objects)) : snapshot
    },
    async restore(context, name, left) {
      const snapshot = await load(name)
      return snapshot.ok ? ok(await restore(context, snapshot.value, left, objects)) : snapshot
    },
    async sweep(permit, names, now) {
      const keep = new Set<string>()
      let bytes = 0
      for (const name of names) {
        const snapshot = await load(name)
        if (!snapshot.ok) continue
        const more = new Map(snapshot.value.files.flatMap(({ hash, size }) => (hash === null || keep.has(hash) ? [] : [[hash, size]])))
        bytes += [...more.values()].reduce((sum, size) => sum + size, 0)
        if (bytes > most.all) break
        for (const hash of [...more.keys(), name]) keep.add(hash)
      }
      const removed = await objects.sweep(permit, keep, now)
      return removed.ok ? ok({ removed: removed.value }) : removed
    },
  }
}

const gone = fail('not-found', 'The snapshot of this round is missing or damaged, so it cannot be rolled back.')

async function lookOf(objects: SnapshotObjects, path: string, hash: string): Promise<FileLook> {
  const read = await objects.get(hash, limits.snapshot)
  return read.ok ? contentsOf(read.value) : { kind: 'refused', why: `The snapshot of '${path}' is gone` }
}

/** Folders above `path` that do not exist, outermost first. */
async function missingAbove(root: string, path: string): Promise<string[]> {
  const parts = path.split('/').slice(0, -1)
  const missing: string[] = []
  for (let depth = parts.length; depth > 0; depth--) {
    const folder = parts.slice(0, depth).join('/')
    const there = await lstatInside(root, folder)
    if (!there.ok || there.value !== undefined) break
    missing.unshift(folder)
  }
  return missing
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined // not a snapshot, which is all that matters here
  }
}

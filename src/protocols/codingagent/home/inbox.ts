import { lstat } from 'node:fs/promises'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { withPlace } from '../../../io/safe-path-walk.ts'
import type { HomeFolder } from './home-folder.ts'
import { inboxFolder } from './names.ts'

/** The files in `inbox/` (specification: Inbox File Naming). */
export interface InboxLook {
  /** Complete files, oldest first. */
  readonly ready: readonly string[]
  /** Files that may still be being written: check again soon. */
  readonly settling: number
}

interface Seen {
  readonly stamp: string
  readonly since: number
}

const isReply = /\.txt$/iu
const mostFiles = 1_000
/** A file unchanged for this long is complete, ms. */
export const settleMs = 1_000

/**
 * Determines which files of `inbox/` are complete: those that arrived by a rename, and those whose size and time have not changed for a second. A rename
 * changes the time of the directory entry, not that of the contents.
 */
export class Inbox {
  readonly #folder: HomeFolder
  /** A monotonic clock, ms. */
  readonly #elapsed: () => number
  #seen = new Map<string, Seen>()

  constructor(folder: HomeFolder, elapsed: () => number) {
    this.#folder = folder
    this.#elapsed = elapsed
  }

  async look(): Promise<Result<InboxLook>> {
    const listed = await this.#folder.list(inboxFolder, mostFiles)
    if (!listed.ok) return listed
    const seen = new Map<string, Seen>()
    const ready: { readonly name: string; readonly writtenAt: bigint }[] = []
    for (const name of listed.value.names) {
      if (!isReply.test(name)) continue
      const stats = await this.#stat(name)
      if (stats === undefined) continue
      const stamp = `${stats.ino} ${stats.size} ${stats.writtenAt}`
      const before = this.#seen.get(name)
      const since = before?.stamp === stamp ? before.since : this.#elapsed()
      seen.set(name, { stamp, since })
      if (stats.wasRenamed || this.#elapsed() - since >= settleMs) ready.push({ name, writtenAt: stats.writtenAt })
    }
    this.#seen = seen
    ready.sort((a, b) => (a.writtenAt === b.writtenAt ? (a.name < b.name ? -1 : 1) : a.writtenAt < b.writtenAt ? -1 : 1))
    return ok({ ready: ready.map(({ name }) => name), settling: seen.size - ready.length })
  }

  async #stat(name: string): Promise<{ ino: bigint; size: bigint; writtenAt: bigint; wasRenamed: boolean } | undefined> {
    const path = this.#folder.inside(`${inboxFolder}/${name}`)
    const found = await withPlace(this.#folder.place.root, path, { links: 'follow', keepLast: true }, async (place) => {
      const stats = await lstat(place.path, { bigint: true })
      if (!stats.isFile()) return ok(undefined)
      const { ino, size, mtimeNs, ctimeNs } = stats
      return ok({ ino, size, writtenAt: mtimeNs, wasRenamed: ctimeNs > mtimeNs })
    })
    return found.ok ? found.value : undefined
  }
}

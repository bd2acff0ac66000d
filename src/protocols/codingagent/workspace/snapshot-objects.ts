import { ok, fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import { sweepTemps, writeAtomic } from '../../../io/atomic-write.ts'
import { removeInside } from '../../../io/remove-inside.ts'
import { listInside, lstatInside, mkdirInside } from '../../../io/safe-path.ts'
import { hashOf, readWhole } from './read-file.ts'

/** A session home: `prefix` below an existing folder, or that folder itself if `prefix` is empty. */
export interface HomeRoot {
  readonly root: string
  readonly prefix: string
}

const mostObjects = 1_000_000

/**
 * File contents stored by hash in `sessions/objects/`, each once, only for their owner. A file that does not match the hash in its name counts as missing.
 */
export class SnapshotObjects {
  readonly #home: HomeRoot
  readonly #folder: string

  constructor(home: HomeRoot) {
    this.#home = home
    this.#folder = home.prefix === '' ? 'sessions/objects' : `${home.prefix}/sessions/objects`
  }

  /** Stores contents; returns their hash once they are on disk. */
  async put(permit: Permit, bytes: Buffer): Promise<Result<string>> {
    const hash = hashOf(bytes)
    const there = await lstatInside(this.#home.root, this.#place(hash))
    if (there.ok && there.value?.isFile() === true && there.value.size === bytes.length) return ok(hash)
    const made = await mkdirInside(permit, this.#home.root, `${this.#folder}/${hash.slice(0, 2)}`, 0o700)
    if (!made.ok) return made
    const written = await writeAtomic(permit, this.#home.root, this.#place(hash), bytes, { mode: 0o600 })
    return written.ok ? ok(hash) : written
  }

  /** Contents by their hash, verified; at most `most` bytes. */
  async get(hash: string, most: number): Promise<Result<Buffer>> {
    if (!/^[0-9a-f]{64}$/.test(hash)) return fail('invalid', 'This is not a valid snapshot name.')
    const read = await readWhole(this.#home.root, this.#place(hash), most)
    if (!read.ok) return read
    return hashOf(read.value.bytes) === hash ? ok(read.value.bytes) : fail('unavailable', 'The snapshot is damaged.')
  }

  /** Removes contents not in `keep`, and unfinished files left by a crash. Returns how many contents were removed. */
  async sweep(permit: Permit, keep: ReadonlySet<string>, now: number): Promise<Result<number>> {
    const { root } = this.#home
    const folders = await listInside(root, this.#folder, mostObjects)
    if (!folders.ok) return folders.fault.code === 'not-found' ? ok(0) : folders
    let removed = 0
    for (const folder of folders.value.names) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue
      await sweepTemps(permit, root, `${this.#folder}/${folder}`, now)
      const listed = await listInside(root, `${this.#folder}/${folder}`, mostObjects)
      for (const rest of listed.ok ? listed.value.names : []) {
        if (!/^[0-9a-f]{62}$/.test(rest) || keep.has(folder + rest)) continue
        const gone = await removeInside(permit, root, `${this.#folder}/${folder}/${rest}`)
        if (!gone.ok && gone.fault.code !== 'not-found') return gone
        removed++
      }
    }
    return ok(removed)
  }

  #place(hash: string): string {
    return `${this.#folder}/${hash.slice(0, 2)}/${hash.slice(2)}`
  }
}

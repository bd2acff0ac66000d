import { lstat } from 'node:fs/promises'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import { openLog } from '../../../io/append-log.ts'
import type { AppendLog } from '../../../io/append-log.ts'
import { writeAtomic } from '../../../io/atomic-write.ts'
import { errnoFault, errnoOf } from '../../../io/errno-fault.ts'
import { takeFolderLock } from '../../../io/folder-lock.ts'
import type { FolderLock } from '../../../io/folder-lock.ts'
import { makePrivate } from '../../../io/private-folder.ts'
import { readStart } from '../../../io/read-start.ts'
import { removeInside } from '../../../io/remove-inside.ts'
import { withPlace } from '../../../io/safe-path-walk.ts'
import { listInside, lstatInside, mkdirInside, moveInside } from '../../../io/safe-path.ts'
import type { HomePlace } from './home-place.ts'
import { inboxFolder, lockFile, outboxFolder, processedFolder, sessionsFolder } from './names.ts'

/** A home also contains private files' contents, so only its owner has access. */
const folderMode = 0o700
const fileMode = 0o600
/** `sessions/objects/ab/…` */
const foldersDeep = 4

/**
 * The folder of a session home: its files, and the lock that permits changing them. Nothing is created before `take`. The operating system releases
 * the lock when the process exits, however that happens.
 */
export class HomeFolder {
  readonly place: HomePlace
  #lock: FolderLock | undefined

  constructor(place: HomePlace) {
    this.place = place
  }

  get path(): string {
    return this.place.path
  }

  get isHeld(): boolean {
    return this.#lock !== undefined
  }

  /** True if any program kept sessions here before. */
  async exists(): Promise<boolean> {
    const found = await lstatInside(this.place.root, this.inside(sessionsFolder))
    return found.ok && found.value?.isDirectory() === true
  }

  /** Takes the lock if a Patchbay has used the home before. @returns why it is currently read-only, if it is. */
  async look(): Promise<Fault | undefined> {
    if (this.#lock !== undefined) return undefined
    const wasUsed = await lstatInside(this.place.root, this.inside(lockFile))
    if (!wasUsed.ok || wasUsed.value === undefined) return undefined
    const locked = await this.#takeLock()
    return locked.ok ? undefined : locked.fault
  }

  /** Creates the home if it is missing, and takes the lock. */
  async take(permit: Permit): Promise<Result<void>> {
    if (this.#lock !== undefined) return ok(undefined)
    for (const folder of [processedFolder, outboxFolder, sessionsFolder]) {
      const made = await mkdirInside(permit, this.place.root, this.inside(folder), folderMode)
      if (!made.ok) return made
    }
    await this.makePrivate(permit)
    return this.#takeLock()
  }

  /** True if other users can access the home, as homes of an earlier release permit. */
  async isOpenToOthers(): Promise<boolean> {
    const folders = [inboxFolder, outboxFolder, sessionsFolder].map((name) => this.inside(name))
    const found = await Promise.all([...folders, ...this.#ownRoot()].map((folder) => lstatInside(this.place.root, folder)))
    return process.platform !== 'win32' && found.some((one) => one.ok && one.value !== undefined && (one.value.mode & 0o077) !== 0)
  }

  /** Restricts the home to its owner, for the files we own. */
  async makePrivate(permit: Permit): Promise<Result<void>> {
    const { root } = this.place
    for (const folder of [inboxFolder, outboxFolder, sessionsFolder]) await makePrivate(permit, root, this.inside(folder), foldersDeep)
    for (const folder of this.#ownRoot()) await makePrivate(permit, root, folder, 0)
    return ok(undefined)
  }

  /** Restricts the home itself; a folder that the operator named may contain other things and keeps its permissions. */
  #ownRoot(): readonly string[] {
    return this.place.prefix === '' ? [] : [this.place.prefix]
  }

  /** Releases the lock. */
  release(): void {
    this.#lock?.release()
    this.#lock = undefined
  }

  /** Writes a whole file under the temporary name the specification requires (Atomic Writes), creating the folders above it. */
  async write(permit: Permit, name: string, text: string): Promise<Result<void>> {
    if (this.#lock === undefined) return fail('conflict', `${this.path} is read-only here because another Patchbay is using it.`)
    const folder = name.slice(0, name.lastIndexOf('/'))
    const made = await mkdirInside(permit, this.place.root, this.inside(folder), folderMode)
    return made.ok ? writeAtomic(permit, this.place.root, this.inside(name), text, { temporary: 'path', mode: fileMode }) : made
  }

  /** Opens a file as an empty log; its folder must exist. */
  async openLog(permit: Permit, name: string): Promise<Result<AppendLog>> {
    if (this.#lock === undefined) return fail('conflict', `${this.path} is read-only here because another Patchbay is using it.`)
    return openLog(permit, this.place.root, this.inside(name), fileMode)
  }

  remove(permit: Permit, name: string): Promise<Result<void>> {
    return removeInside(permit, this.place.root, this.inside(name))
  }

  /** Moves a file, creating the folder if needed; `conflict` if the name is taken. */
  async move(permit: Permit, from: string, to: string): Promise<Result<void>> {
    const made = await mkdirInside(permit, this.place.root, this.inside(to.slice(0, to.lastIndexOf('/'))), folderMode)
    if (!made.ok) return made
    const moved = await moveInside(permit, this.place.root, this.inside(from), this.inside(to))
    if (moved.ok) await makePrivate(permit, this.place.root, this.inside(to), 0)
    return moved
  }

  /** Reads a file as bytes; `too-large` beyond `most`. */
  async read(name: string, most: number): Promise<Result<Buffer>> {
    const read = await readStart(this.place.root, this.inside(name), most)
    if (!read.ok) return read
    const { bytes, size } = read.value
    if (size > most)
      return fail('too-large', `${name} has ${size.toLocaleString('en-US')} bytes; the limit is ${most.toLocaleString('en-US')}.`)
    return ok(bytes)
  }

  /** True if a regular file of this name exists. */
  async has(name: string): Promise<boolean> {
    const found = await lstatInside(this.place.root, this.inside(name))
    return found.ok && found.value?.isFile() === true
  }

  /** True if nothing has this name. */
  async isFree(name: string): Promise<Result<boolean>> {
    const found = await lstatInside(this.place.root, this.inside(name))
    return found.ok ? ok(found.value === undefined) : found
  }

  /** Names in a folder; none if it does not exist. */
  async list(folder: string, most: number): Promise<Result<{ readonly names: readonly string[]; readonly more: boolean }>> {
    const listed = await listInside(this.place.root, this.inside(folder), most)
    return !listed.ok && listed.fault.code === 'not-found' ? ok({ names: [], more: false }) : listed
  }

  /** Path of a file of the home, relative to `place.root`. */
  inside(name: string): string {
    return this.place.prefix === '' ? name : `${this.place.prefix}/${name}`
  }

  async #takeLock(): Promise<Result<void>> {
    return withPlace<void>(this.place.root, this.inside(lockFile), { links: 'refuse' }, async (place) => {
      try {
        if (!(await lstat(place.path)).isFile()) return fail('conflict', `${lockFile} is not a regular file.`)
      } catch (thrown) {
        if (errnoOf(thrown) !== 'ENOENT') return errnoFault(thrown, `look at ${lockFile}`)
      }
      const locked = takeFolderLock(place.path)
      if (locked.ok) {
        this.#lock = locked.value
        return ok(undefined)
      }
      if (locked.fault.code !== 'conflict') return locked
      return fail(
        'conflict',
        `Another Patchbay is using the session home ${this.path}. It is read-only here; quit the other one to make changes.`,
      )
    })
  }
}

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

/** What passes through a home, contents of private files too, is for its owner alone. */
const folderMode = 0o700
const fileMode = 0o600
/** `sessions/objects/ab/…` */
const foldersDeep = 4

/**
 * The folder of a session home: its files, and whether they are ours to change. Nothing is made before `take`. Whoever changes something holds the lock;
 * the system frees it when the process dies, however it dies.
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

  /** True when sessions were kept here before, by whomever. */
  async exists(): Promise<boolean> {
    const found = await lstatInside(this.place.root, this.inside(sessionsFolder))
    return found.ok && found.value?.isDirectory() === true
  }

  /** Takes the lock when a Patchbay has used the home before. @returns why it is read-only, as of now. */
  async look(): Promise<Fault | undefined> {
    if (this.#lock !== undefined) return undefined
    const wasUsed = await lstatInside(this.place.root, this.inside(lockFile))
    if (!wasUsed.ok || wasUsed.value === undefined) return undefined
    const locked = await this.#takeLock()
    return locked.ok ? undefined : locked.fault
  }

  /** Makes the home when it is missing and takes the lock: afterwards it is ours. */
  async take(permit: Permit): Promise<Result<void>> {
    if (this.#lock !== undefined) return ok(undefined)
    for (const folder of [processedFolder, outboxFolder, sessionsFolder]) {
      const made = await mkdirInside(permit, this.place.root, this.inside(folder), folderMode)
      if (!made.ok) return made
    }
    await this.makePrivate(permit)
    return this.#takeLock()
  }

  /** True when other users may look into the home: an earlier release left it so. */
  async isOpenToOthers(): Promise<boolean> {
    const folders = [inboxFolder, outboxFolder, sessionsFolder].map((name) => this.inside(name))
    const found = await Promise.all([...folders, ...this.#ownRoot()].map((folder) => lstatInside(this.place.root, folder)))
    return process.platform !== 'win32' && found.some((one) => one.ok && one.value !== undefined && (one.value.mode & 0o077) !== 0)
  }

  /** Closes the home to other users, as far as it is ours. */
  async makePrivate(permit: Permit): Promise<Result<void>> {
    const { root } = this.place
    for (const folder of [inboxFolder, outboxFolder, sessionsFolder]) await makePrivate(permit, root, this.inside(folder), foldersDeep)
    for (const folder of this.#ownRoot()) await makePrivate(permit, root, folder, 0)
    return ok(undefined)
  }

  /** The home itself; a folder that the operator named may hold other things, and keeps its rights. */
  #ownRoot(): readonly string[] {
    return this.place.prefix === '' ? [] : [this.place.prefix]
  }

  /** Lets others change the home. */
  release(): void {
    this.#lock?.release()
    this.#lock = undefined
  }

  /** Writes a file whole, under the temporary name that the specification asks for (Atomic Writes), with the folders above it. */
  async write(permit: Permit, name: string, text: string): Promise<Result<void>> {
    if (this.#lock === undefined) return fail('conflict', `${this.path} is read-only here because another Patchbay is using it.`)
    const folder = name.slice(0, name.lastIndexOf('/'))
    const made = await mkdirInside(permit, this.place.root, this.inside(folder), folderMode)
    return made.ok ? writeAtomic(permit, this.place.root, this.inside(name), text, { temporary: 'path', mode: fileMode }) : made
  }

  /** Opens a file as an empty log; its folder must be there. */
  async openLog(permit: Permit, name: string): Promise<Result<AppendLog>> {
    if (this.#lock === undefined) return fail('conflict', `${this.path} is read-only here because another Patchbay is using it.`)
    return openLog(permit, this.place.root, this.inside(name), fileMode)
  }

  remove(permit: Permit, name: string): Promise<Result<void>> {
    return removeInside(permit, this.place.root, this.inside(name))
  }

  /** Moves a file; the folder is made when it is missing, a name that is taken is `conflict`. */
  async move(permit: Permit, from: string, to: string): Promise<Result<void>> {
    const made = await mkdirInside(permit, this.place.root, this.inside(to.slice(0, to.lastIndexOf('/'))), folderMode)
    if (!made.ok) return made
    const moved = await moveInside(permit, this.place.root, this.inside(from), this.inside(to))
    if (moved.ok) await makePrivate(permit, this.place.root, this.inside(to), 0)
    return moved
  }

  /** A file as bytes; larger than `most` is `too-large`. */
  async read(name: string, most: number): Promise<Result<Buffer>> {
    const read = await readStart(this.place.root, this.inside(name), most)
    if (!read.ok) return read
    const { bytes, size } = read.value
    if (size > most)
      return fail('too-large', `${name} has ${size.toLocaleString('en-US')} bytes; the limit is ${most.toLocaleString('en-US')}.`)
    return ok(bytes)
  }

  /** True when an ordinary file of this name is there. */
  async has(name: string): Promise<boolean> {
    const found = await lstatInside(this.place.root, this.inside(name))
    return found.ok && found.value?.isFile() === true
  }

  /** True when nothing has this name. */
  async isFree(name: string): Promise<Result<boolean>> {
    const found = await lstatInside(this.place.root, this.inside(name))
    return found.ok ? ok(found.value === undefined) : found
  }

  /** Names in a folder; a folder that is not there has none. */
  async list(folder: string, most: number): Promise<Result<{ readonly names: readonly string[]; readonly more: boolean }>> {
    const listed = await listInside(this.place.root, this.inside(folder), most)
    return !listed.ok && listed.fault.code === 'not-found' ? ok({ names: [], more: false }) : listed
  }

  /** Path of something in the home, relative to `place.root`. */
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

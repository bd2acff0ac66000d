import { lstat } from 'node:fs/promises'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import { writeAtomic } from '../../../io/atomic-write.ts'
import { errnoFault, errnoOf } from '../../../io/errno-fault.ts'
import { takeFolderLock } from '../../../io/folder-lock.ts'
import type { FolderLock } from '../../../io/folder-lock.ts'
import { readStart } from '../../../io/read-start.ts'
import { withPlace } from '../../../io/safe-path-walk.ts'
import { listInside, lstatInside, mkdirInside, moveInside } from '../../../io/safe-path.ts'
import type { HomePlace } from './home-place.ts'
import { lockFile, outboxFolder, processedFolder, sessionsFolder } from './names.ts'

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
      const made = await mkdirInside(permit, this.place.root, this.inside(folder))
      if (!made.ok) return made
    }
    return this.#takeLock()
  }

  /** Lets others change the home. */
  release(): void {
    this.#lock?.release()
    this.#lock = undefined
  }

  /** Writes a file whole, under the temporary name that the specification asks for (Atomic Writes), with the folders above it. */
  async write(permit: Permit, name: string, text: string): Promise<Result<void>> {
    if (this.#lock === undefined) return fail('conflict', `${this.path} is not ours to change.`)
    const folder = name.slice(0, name.lastIndexOf('/'))
    const made = await mkdirInside(permit, this.place.root, this.inside(folder))
    return made.ok ? writeAtomic(permit, this.place.root, this.inside(name), text, { temporary: 'path' }) : made
  }

  /** Moves a file; the folder is made when it is missing, a name that is taken is `conflict`. */
  async move(permit: Permit, from: string, to: string): Promise<Result<void>> {
    const made = await mkdirInside(permit, this.place.root, this.inside(to.slice(0, to.lastIndexOf('/'))))
    if (!made.ok) return made
    return moveInside(permit, this.place.root, this.inside(from), this.inside(to))
  }

  /** A file as bytes; larger than `most` is `too-large`. */
  async read(name: string, most: number): Promise<Result<Buffer>> {
    const read = await readStart(this.place.root, this.inside(name), most)
    if (!read.ok) return read
    const { bytes, size } = read.value
    if (size > most)
      return fail('too-large', `${name} has ${size.toLocaleString('en-US')} bytes; ${most.toLocaleString('en-US')} are allowed.`)
    return ok(bytes)
  }

  /** True when an ordinary file of this name is there. */
  async has(name: string): Promise<boolean> {
    const found = await lstatInside(this.place.root, this.inside(name))
    return found.ok && found.value?.isFile() === true
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
        if (!(await lstat(place.path)).isFile()) return fail('conflict', `${lockFile} is not an ordinary file.`)
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
        `Another Patchbay works on the session home ${this.path}. Here it can only be read; end the other one to change something.`,
      )
    })
  }
}

import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readdir, rename, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { lock } from 'proper-lockfile'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import type { Permit } from '../core/protocol.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'
import { withPlace } from './safe-path-walk.ts'
import type { Place } from './safe-path-walk.ts'
import { syncFolder } from './temp-file.ts'
import { strictUtf8 } from './strict-utf8.ts'

/** Returns the new text of a file. */
export type TextChange = (text: string | undefined) => Result<string | undefined> | Promise<Result<string | undefined>>

export interface LockedUpdateOptions {
  /** Largest text that is read and written, in bytes. */
  readonly most: number
  /** A lock that was not renewed for this long counts as abandoned, in ms: 10,000 by convention, at least 2,000. */
  readonly staleMs?: number
  /** How long to wait for others, in ms. */
  readonly patienceMs?: number
}

/**
 * Changes a file that other programs also change, as one step (F4). They share the lock `<name>.lock` of proper-lockfile, but a lock alone loses updates: its
 * holder may be suspended and overtaken, and then write what it read before. Between our own processes, two rules prevent that, whatever happens to the lock.
 * *Announce, then clear*: a holder creates its temporary file and only then removes those of all others, so at least one of two holders can no longer
 * rename; and it reads only after that, so it sees what the other had renamed before. For programs that do not follow this rule,
 * the text is compared with what was read right before the rename.
 * @param change receives the text (undefined if there is no file) and returns the new one; undefined or the same text means that nothing is written. It may be
 * called several times.
 * @returns when the new text is on disk; `conflict` when others were always faster or hold the lock, `too-large`, or the fault of `change`.
 */
export async function updateLocked(
  _permit: Permit,
  root: string,
  relative: string,
  change: TextChange,
  options: LockedUpdateOptions,
): Promise<Result<void>> {
  const staleMs = options.staleMs ?? 10_000
  const until = performance.now() + (options.patienceMs ?? staleMs + 5_000)
  for (let round = 1; ; round++) {
    const done = await withPlace(root, relative, { links: 'refuse' }, (place) => underLock(place, relative, change, options.most, staleMs))
    if (!done.ok) return done
    if (done.value !== overtaken) return ok(undefined)
    if (performance.now() > until) return fail('conflict', `${relative} is being changed by other programs. Try again.`)
    // A random delay, so that two processes do not keep colliding.
    await sleep(Math.min(100, 2 * round) * (0.5 + Math.random()))
  }
}

/** Another process was faster, or holds the lock. */
const overtaken = Symbol('overtaken')
type Round = Result<typeof overtaken | undefined>

async function underLock(place: Place, relative: string, change: TextChange, most: number, staleMs: number): Promise<Round> {
  const doing = `change ${relative}`
  let release: () => Promise<void>
  try {
    // The code below decides what a lost lock means, not the library's timer.
    release = await lock(place.path, { realpath: false, stale: staleMs, onCompromised: () => undefined })
  } catch (thrown) {
    return errnoOf(thrown) === 'ELOCKED' || isLockGone(thrown) ? ok(overtaken) : errnoFault(thrown, `lock ${relative}`)
  }
  try {
    return await replaceUnlessOvertaken(place, doing, change, most)
  } catch (thrown) {
    return errnoFault(thrown, doing)
  } finally {
    // The library knows whose lock it is after a long suspension: it does not remove another's.
    await release().catch(() => undefined)
  }
}

/** Somebody took our lock for an abandoned one and removed it before it was ours. Without its folder it cannot even be created. */
function isLockGone(thrown: unknown): boolean {
  return errnoOf(thrown) === 'ENOENT' && (thrown as NodeJS.ErrnoException).syscall !== 'mkdir'
}

async function replaceUnlessOvertaken(place: Place, doing: string, change: TextChange, most: number): Promise<Round> {
  const temps = `.patchbay-${place.name}-`
  const temp = `${temps}${randomBytes(8).toString('hex')}.tmp`
  const file = await open(`${place.folder}/${temp}`, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o644)
  try {
    for (const other of await readdir(place.folder)) {
      if (other.startsWith(temps) && other !== temp) await unlink(`${place.folder}/${other}`).catch(ignoreAbsence)
    }
    const before = await readWhole(place, most)
    if (!before.ok) return before
    const changed = await change(before.value?.text)
    if (!changed.ok) return changed
    if (changed.value === undefined || changed.value === before.value?.text) return ok(undefined)
    const bytes = Buffer.from(changed.value)
    if (bytes.length > most) return fail('too-large', `Could not ${doing}: it would have ${bytes.length} bytes; the limit is ${most}.`)
    await file.writeFile(bytes)
    if (before.value !== undefined) await file.chmod(before.value.mode)
    await file.sync()
    const now = await readWhole(place, most)
    if (!now.ok) return now
    if (now.value?.text !== before.value?.text) return ok(overtaken)
    await rename(`${place.folder}/${temp}`, place.path)
    await syncFolder(place.folder)
    return ok(undefined)
  } catch (thrown) {
    // Another holder has removed our temporary file.
    return errnoOf(thrown) === 'ENOENT' ? ok(overtaken) : errnoFault(thrown, doing)
  } finally {
    await file.close()
    await unlink(`${place.folder}/${temp}`).catch(() => undefined)
  }
}

/** Bytes that are not text would not be written back unchanged. */
interface Whole {
  readonly text: string
  readonly mode: number
}

/** Undefined when there is no file. Anything but an ordinary file is a fault. */
async function readWhole(place: Place, most: number): Promise<Result<Whole | undefined>> {
  let handle: FileHandle | undefined
  try {
    handle = await open(place.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stats = await handle.stat()
    if (!stats.isFile()) return fail('conflict', `${place.name} is not a regular file, so it was not changed.`)
    if (stats.size > most) return fail('too-large', `${place.name} has ${stats.size} bytes; the limit is ${most}. It was not changed.`)
    return ok({ text: strictUtf8.decode(await handle.readFile()), mode: stats.mode & 0o777 })
  } catch (thrown) {
    if (errnoOf(thrown) === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      return fail('invalid', `${place.name} is not UTF-8 text, so it was not changed.`)
    }
    return errnoOf(thrown) === 'ENOENT' ? ok(undefined) : errnoFault(thrown, `read ${place.name}`)
  } finally {
    await handle?.close()
  }
}

function ignoreAbsence(thrown: unknown): void {
  if (errnoOf(thrown) !== 'ENOENT') throw thrown
}

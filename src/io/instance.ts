import { accessSync, constants, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fail, ok, reasonOf } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'
import { takeFolderLock } from './folder-lock.ts'
import type { FolderLock } from './folder-lock.ts'
import { readOwnFile, writeOwnFile } from './own-file.ts'
import { useOwnFolder } from './own-folder.ts'
import { isProcessAlive } from './process-alive.ts'

const instanceInfoSchema = z.object({
  pid: z.int().positive(),
  /** Its address with the launch token: the file is private to the user. Absent until it is known. */
  address: z.string().max(2_000).optional(),
  /** A command that uses the folder for a while, and takes nothing that others leave there. */
  isCommand: z.literal(true).optional(),
})
/** What the process that uses the data folder publishes for the next one. */
export type InstanceInfo = z.infer<typeof instanceInfoSchema>

/** Exclusive use of the data folder; the system releases it when the process dies, however it dies. */
export interface InstanceLock {
  /** Publishes this instance's address for later ones. */
  publish(info: Pick<InstanceInfo, 'address'>): Result<void>
  release(): void
}

const lockName = 'instance.lock'
const infoName = 'instance.json'

/**
 * Makes this process the only one that uses the data folder (created if missing, mode 0700).
 * @param use what it is: Patchbay itself, or a command that uses the folder for a while.
 * @returns the lock, or `conflict` with the pid and address of the other instance, `not-allowed` if others could write to the folder, or `unavailable`
 * when it cannot be used.
 */
export function lockInstance(dataDir: string, use: 'app' | 'command' = 'app'): Result<InstanceLock> {
  const made = makeWritable(dataDir)
  if (!made.ok) return made
  const locked = takeLock(dataDir)
  if (!locked.ok) return locked
  const publish = (info: Omit<InstanceInfo, 'pid'>): Result<void> => writeOwnFile(join(dataDir, infoName), { pid: process.pid, ...info })
  const written = publish(use === 'command' ? { isCommand: true } : {})
  if (!written.ok) {
    locked.value.release()
    return written
  }
  return ok({
    publish,
    release: () => {
      if (!locked.value.isHeld) return
      rmSync(join(dataDir, infoName), { force: true })
      locked.value.release()
    },
  })
}

/** What the instance that uses the data folder has published; undefined if there is none or it cannot be read. */
export function readInstance(dataDir: string): InstanceInfo | undefined {
  return readOwnFile(join(dataDir, infoName), instanceInfoSchema)
}

/** The Patchbay that runs on the data folder and does what is left there for it; undefined: none, though a command may be using the folder. */
export function runningPatchbay(dataDir: string): InstanceInfo | undefined {
  const info = readInstance(dataDir)
  // One that was killed leaves its note behind.
  return info === undefined || info.isCommand === true || !isProcessAlive(info.pid) ? undefined : info
}

/** Never `conflict`: that means another running Patchbay. */
function makeWritable(dataDir: string): Result<void> {
  const instead = 'Choose another one with --data.'
  try {
    const ours = useOwnFolder(dataDir)
    if (ours.ok) accessSync(dataDir, constants.W_OK | constants.X_OK)
    return ours
  } catch (thrown) {
    const detail = reasonOf(thrown)
    if (errnoOf(thrown) === 'EEXIST')
      return fail('unavailable', `${dataDir} is not a folder, so it cannot be the data folder. ${instead}`, { detail })
    const { message } = errnoFault(thrown, `write to the data folder ${dataDir}`).fault
    return fail('unavailable', `${message} ${instead}`, { detail })
  }
}

function takeLock(dataDir: string): Result<FolderLock> {
  const locked = takeFolderLock(join(dataDir, lockName))
  if (locked.ok) return locked
  const { code, detail } = locked.fault
  return code === 'conflict'
    ? inUse(dataDir)
    : fail('unavailable', `Could not use the data folder ${dataDir}.`, detail === undefined ? {} : { detail })
}

function inUse(dataDir: string): Result<never> {
  const other = readInstance(dataDir)
  const address = other?.address?.replace(/#.*$/, '') // the token does not belong in messages
  const which = [other === undefined ? '' : `process ${other.pid}`, address ?? ''].filter((part) => part !== '').join(', ')
  const folder = `${dataDir}${which === '' ? '' : ` (${which})`}`
  return fail(
    'conflict',
    other?.isCommand === true
      ? `Another command of Patchbay is using ${folder}. Try again when it has ended, or choose another data folder.`
      : `Patchbay is already running on ${folder}. Use that instance, stop it, or choose another data folder.`,
  )
}

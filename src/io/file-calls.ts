import { closeSync, constants, fsync, linkSync, lstatSync, open, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { link, lstat, open as openHandle, stat, unlink } from 'node:fs/promises'
import type { BigIntStats } from 'node:fs'
import { promisify } from 'node:util'
import { errnoOf } from './errno-fault.ts'
import { isOnLocalDisk } from './local-disk.ts'

/** A file that was just created, with all of its bytes. */
export interface CreatedFile {
  /** Resolves when its contents are on disk. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** System calls on small files and their names. They throw what those of Node throw. */
export interface FileCalls {
  /** What has this name, a link included; undefined if nothing has. */
  lstat(path: string): Promise<BigIntStats | undefined>
  /** The same for what a link leads to. */
  stat(path: string): Promise<BigIntStats | undefined>
  link(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  /** Creates a file that must not exist yet, and writes it. */
  create(path: string, bytes: Uint8Array, mode: number): Promise<CreatedFile>
}

const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
const createSoon = promisify(open)
const syncSoon = promisify(fsync)

/** In Node's threads for files: a network drive may answer late or never. */
export const pooledCalls: FileCalls = {
  lstat: (path) => lstat(path, { bigint: true }).catch(undefinedIfAbsent),
  stat: (path) => stat(path, { bigint: true }).catch(undefinedIfAbsent),
  link,
  unlink,
  async create(path, bytes, mode) {
    const file = await openHandle(path, createFlags, mode)
    try {
      await file.writeFile(bytes)
      return file
    } catch (thrown) {
      await file.close().catch(() => undefined)
      throw thrown
    }
  },
}

/**
 * On the main thread, for a local disk: each of these calls takes some microseconds there, much less than waking a thread and being woken by it. What may wait for the disk is
 * left to the threads: a sync, and making a new file while the file system writes its journal.
 */
const directCalls: FileCalls = {
  lstat: async (path) => lstatSync(path, { bigint: true, throwIfNoEntry: false }),
  stat: async (path) => statSync(path, { bigint: true, throwIfNoEntry: false }),
  link: async (from, to) => linkSync(from, to),
  unlink: async (path) => unlinkSync(path),
  async create(path, bytes, mode) {
    const opened = await createSoon(path, createFlags, mode)
    try {
      writeFileSync(opened, bytes)
      return { sync: () => syncSoon(opened), close: async () => closeSync(opened) }
    } catch (thrown) {
      closeSync(opened)
      throw thrown
    }
  },
}

/** How to call the system for what is in a folder. */
export async function callsIn(folder: string): Promise<FileCalls> {
  return (await isOnLocalDisk(folder)) ? directCalls : pooledCalls
}

/** The same for a folder that is used again and again: that it is on a local disk is asked until it is. */
export function callsFor(folder: string): () => Promise<FileCalls> {
  let isLocal = false
  return async () => {
    isLocal ||= await isOnLocalDisk(folder)
    return isLocal ? directCalls : pooledCalls
  }
}

function undefinedIfAbsent(thrown: unknown): undefined {
  if (errnoOf(thrown) !== 'ENOENT') throw thrown
}

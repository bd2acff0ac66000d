import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where tests that write thousands of small files create their folders: in memory if the system offers that, because fsync then waits for no disk. */
export const memoryFolder = isWritable('/dev/shm') ? '/dev/shm' : tmpdir()

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where tests that write thousands of small files make their folders: in memory where the system offers that, since fsync waits for no disk there. */
export const memoryFolder = isWritable('/dev/shm') ? '/dev/shm' : tmpdir()

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

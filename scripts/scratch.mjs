/** Folders for what a test run throws away. */
import { accessSync, constants, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const leastFree = 2 ** 30

/**
 * Makes a folder whose name begins with `prefix`. It is in memory where the system offers a GiB of that, since fsync waits for no disk there:
 * tests write thousands of small files. PATCHBAY_SCRATCH=disk keeps it on the disk, as in the chaos run.
 */
export function makeScratch(prefix, env = process.env) {
  return mkdtempSync(path.join(env.PATCHBAY_SCRATCH !== 'disk' && isUsable(memory) ? memory : os.tmpdir(), prefix))
}

/** Ours to write, with room, and programs in it can be started: containers often have a small one without. */
function isUsable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, at]) => at === folder)
    return bavail * bsize >= leastFree && mount !== undefined && !mount[3].split(',').includes('noexec')
  } catch {
    return false
  }
}

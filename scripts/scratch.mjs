/** Temporary folders for test runs. */
import { accessSync, constants, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const leastFree = 2 ** 30

/**
 * Creates a folder whose name begins with `prefix`. Uses memory where the system offers a GiB of it, since fsync is fast there:
 * tests write thousands of small files. PATCHBAY_SCRATCH=disk uses the disk, as in the chaos run.
 */
export function makeScratch(prefix, env = process.env) {
  return mkdtempSync(path.join(env.PATCHBAY_SCRATCH !== 'disk' && isUsable(memory) ? memory : os.tmpdir(), prefix))
}

/** Writable, with enough room, and programs in it can be started: containers often have a small one where they cannot. */
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

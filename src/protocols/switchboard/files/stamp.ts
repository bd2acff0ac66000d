import { lstat } from 'node:fs/promises'
import { errnoOf } from '../../../io/errno-fault.ts'

/** A file changed less than this ago may change again without a new time, ms. */
const timeGrain = 2_000

/** Distinguishes one state of a file, or of the names in a folder, from the next; empty if it is too recent to tell, or unknown. */
export async function stampOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = await lstat(path, { bigint: true })
    return Date.now() - Number(ctimeMs) < timeGrain ? '' : [dev, ino, size, mtimeNs, ctimeNs].join(':')
  } catch {
    return ''
  }
}

/** Whether nothing has this name. */
export async function isMissing(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (thrown: unknown) => errnoOf(thrown) === 'ENOENT',
  )
}

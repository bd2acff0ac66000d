import type { FileCalls } from '../../../io/file-calls.ts'

/** A file changed less than this ago may change again without a new time, ms. */
const timeGrain = 2_000

/** Nothing has this name. */
export const missing = 'missing'

/** Distinguishes one state of a file, or of the names in a folder, from the next; `missing`; empty if it is too recent to tell, or unknown. */
export async function stampOf(calls: Pick<FileCalls, 'lstat'>, path: string): Promise<string> {
  try {
    const found = await calls.lstat(path)
    if (found === undefined) return missing
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = found
    return Date.now() - Number(ctimeMs) < timeGrain ? '' : [dev, ino, size, mtimeNs, ctimeNs].join(':')
  } catch {
    return ''
  }
}

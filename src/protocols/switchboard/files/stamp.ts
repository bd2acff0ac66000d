import { lstat } from 'node:fs/promises'

/** What changed less than this ago may change again with the same times, in ms. */
const timeGrain = 2_000

/** Tells one state of a file, or of the names in a folder, from the next; empty while it is too new to say anything, or cannot be learned. */
export async function stampOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = await lstat(path, { bigint: true })
    return Date.now() - Number(ctimeMs) < timeGrain ? '' : [dev, ino, size, mtimeNs, ctimeNs].join(':')
  } catch {
    return ''
  }
}

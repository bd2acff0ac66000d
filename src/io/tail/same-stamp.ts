import type { Stats } from 'node:fs'
import type { FileStamp } from './tail-mark.ts'

/** All of a file's metadata is as it was. Apart from the schema of the mark, which commands that only follow a file need not load. */
export function sameStamp(stamp: FileStamp, stats: Stats): boolean {
  return (
    stamp.dev === stats.dev &&
    stamp.ino === stats.ino &&
    stamp.size === stats.size &&
    stamp.mtimeMs === stats.mtimeMs &&
    stamp.ctimeMs === stats.ctimeMs
  )
}

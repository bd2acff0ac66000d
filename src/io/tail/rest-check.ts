import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import type { FileStamp } from './tail-mark.ts'

/** Every so many sweeps, the path is walked from the root again: that finds a folder on the way that was replaced by a link to the same file. */
const walkEvery = 10

/** Tells a file that rests by a single check of its path. */
export class RestCheck {
  readonly #path: string
  #sweeps = 0

  /** `path` is absolute. */
  constructor(path: string) {
    this.#path = path
  }

  /** The state of the file at the path if it is still that of `stamp`; undefined: look properly. */
  async ask(stamp: FileStamp): Promise<Stats | undefined> {
    this.#sweeps++
    if (this.#sweeps % walkEvery === 0) return undefined
    const stats = await lstat(this.#path).catch(() => undefined)
    return stats !== undefined && sameStamp(stamp, stats) ? stats : undefined
  }
}

/** All of a file's metadata is as it was. */
export function sameStamp(stamp: FileStamp, stats: Stats): boolean {
  return (
    stamp.dev === stats.dev &&
    stamp.ino === stats.ino &&
    stamp.size === stats.size &&
    stamp.mtimeMs === stats.mtimeMs &&
    stamp.ctimeMs === stats.ctimeMs
  )
}

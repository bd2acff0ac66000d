import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { errnoOf } from './errno-fault.ts'

/** Number of checks after which the caller resolves the path from the root again: that finds a folder on the way replaced by a link to the same place. */
const walkEvery = 10

/** Shows with a single call that a place is unchanged, so it need not be opened. It proves nothing else: the place may be reached through a link. */
export class RestCheck {
  readonly #path: string
  #looks = 0

  /** `path` is absolute. */
  constructor(path: string) {
    this.#path = path
  }

  /** What is at the path; undefined: check properly. */
  async look(): Promise<Stats | 'absent' | undefined> {
    this.#looks++
    if (this.#looks % walkEvery === 0) return undefined
    try {
      return await lstat(this.#path)
    } catch (thrown) {
      return errnoOf(thrown) === 'ENOENT' ? 'absent' : undefined
    }
  }
}

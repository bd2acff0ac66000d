import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { errnoOf } from './errno-fault.ts'

/** Every so many looks, the caller walks to the place from the root again: that finds a folder on the way that was replaced by a link to the same one. */
const walkEvery = 10

/** Shows by a single check that a place is as it was, so that what rests need not be opened. Decides nothing else: what is there may be reached by a link. */
export class RestCheck {
  readonly #path: string
  #looks = 0

  /** `path` is absolute. */
  constructor(path: string) {
    this.#path = path
  }

  /** What is at the path; undefined: look properly. */
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

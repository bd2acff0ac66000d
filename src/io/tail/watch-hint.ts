import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'

/**
 * Calls `hint` when something at or in one of the paths may have changed, with the name of the entry when the system tells it.
 * Only a hint: watches are lost silently (queue overflow, network drives, a folder that is not there yet), so whoever uses this
 * also looks by itself from time to time.
 */
export class WatchHint {
  readonly #paths: readonly string[]
  readonly #hint: (name: string | undefined) => void
  #watchers: (FSWatcher | undefined)[] = []

  /** The first path is the one that `armed` speaks of. */
  constructor(paths: readonly string[], hint: (name: string | undefined) => void) {
    this.#paths = paths
    this.#hint = hint
  }

  /** Watches what is there now, instead of what was watched before. */
  arm(): void {
    this.close()
    this.#watchers = this.#paths.map((path, index) => this.#open(path, index))
  }

  /** Whether the first path is being watched. */
  get armed(): boolean {
    return this.#watchers[0] !== undefined
  }

  close(): void {
    for (const watcher of this.#watchers) watcher?.close()
    this.#watchers = []
  }

  #open(path: string, index: number): FSWatcher | undefined {
    try {
      const watcher = watch(path, { persistent: false }, (_event, name) => this.#hint(name ?? undefined))
      watcher.on('error', () => {
        watcher.close()
        if (this.#watchers[index] === watcher) this.#watchers[index] = undefined
        this.#hint(undefined)
      })
      return watcher
    } catch {
      return undefined
    }
  }
}

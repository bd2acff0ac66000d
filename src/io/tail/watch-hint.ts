import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'

/**
 * Calls `hint` when something at or in one of the paths may have changed, with the name of the entry if the system reports it.
 * Only a hint: events are lost silently (queue overflow, network drives, a missing folder), so callers
 * must also check from time to time.
 */
export class WatchHint {
  readonly #paths: readonly string[]
  readonly #hint: (name: string | undefined) => void
  #watchers: (FSWatcher | undefined)[] = []

  /** `armed` refers to the first path. */
  constructor(paths: readonly string[], hint: (name: string | undefined) => void) {
    this.#paths = paths
    this.#hint = hint
  }

  /** Watches what is there now instead of the previous files. */
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

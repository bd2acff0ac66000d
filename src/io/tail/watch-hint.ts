import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Calls `hint` when the file or its folder may have changed. Only a hint: watches are lost silently (queue overflow, network drives,
 * a folder that is not there yet), so whoever uses this also looks by itself from time to time.
 */
export class WatchHint {
  readonly #path: string
  readonly #hint: () => void
  #watchers: (FSWatcher | undefined)[] = []

  constructor(path: string, hint: () => void) {
    this.#path = path
    this.#hint = hint
  }

  /** Watches what is there now, instead of what was watched before. */
  arm(): void {
    this.close()
    const closed = (index: number) => () => {
      this.#watchers[index] = undefined
    }
    this.#watchers = [dirname(this.#path), this.#path].map((path, index) => open(path, this.#hint, closed(index)))
  }

  /** Whether the folder is being watched. */
  get armed(): boolean {
    return this.#watchers[0] !== undefined
  }

  close(): void {
    for (const watcher of this.#watchers) watcher?.close()
    this.#watchers = []
  }
}

function open(path: string, hint: () => void, closed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, hint)
    watcher.on('error', () => {
      watcher.close()
      closed()
      hint()
    })
    return watcher
  } catch {
    return undefined
  }
}

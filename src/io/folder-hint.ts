import { watch } from 'chokidar'
import type { FSWatcher } from 'chokidar'

/**
 * Calls `hint` when something in one folder may have changed, with the name of the entry if the system reports it.
 * Watches only the folder itself, not each file in it, so thousands of files cost one handle. Only a hint: callers
 * must also check from time to time.
 */
export class FolderHint {
  readonly #folder: string
  readonly #hint: (name: string | undefined) => void
  #watcher: FSWatcher | undefined

  /** `folder` is an absolute path. */
  constructor(folder: string, hint: (name: string | undefined) => void) {
    this.#folder = folder
    this.#hint = hint
  }

  /** Watches the folder that is there now instead of the previous one. */
  arm(): void {
    void this.close()
    const watcher = watch(this.#folder, { depth: 0, ignoreInitial: true, persistent: false, ignored: (path) => path !== this.#folder })
    this.#watcher = watcher
    watcher.on('raw', (_event, path) => this.#hint(typeof path === 'string' ? path : undefined))
    const lost = (): void => {
      if (this.#watcher !== watcher) return
      void this.close()
      this.#hint(undefined)
    }
    watcher.on('error', lost)
    watcher.on('unlinkDir', lost)
    // One more check finds what changed before the watch was active.
    watcher.on('ready', () => this.#hint(undefined))
  }

  get armed(): boolean {
    return this.#watcher !== undefined
  }

  /** Stops the hints immediately; resolves when the handles are closed too. */
  async close(): Promise<void> {
    const watcher = this.#watcher
    this.#watcher = undefined
    await watcher?.close()
  }
}

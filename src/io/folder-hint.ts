import { watch } from 'chokidar'
import type { FSWatcher } from 'chokidar'

/**
 * Calls `hint` when something in one folder may have changed, with the name of the entry when the system tells it.
 * Only the folder itself is watched, never each file in it, so thousands of files cost one handle. Only a hint: whoever uses it
 * also looks by itself from time to time.
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

  /** Watches the folder that is there now, instead of the one that was watched before. */
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
    // What changed before the watch stood is found by one more look.
    watcher.on('ready', () => this.#hint(undefined))
  }

  get armed(): boolean {
    return this.#watcher !== undefined
  }

  /** Ends the hints at once; resolves when the handles are gone too. */
  async close(): Promise<void> {
    const watcher = this.#watcher
    this.#watcher = undefined
    await watcher?.close()
  }
}

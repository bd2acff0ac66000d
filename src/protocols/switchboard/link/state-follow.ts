import type { Fault } from '../../../core/fault.ts'
import { FolderWatch } from '../../../io/watch-folder.ts'
import { switchboardFolder } from '../files/paths.ts'
import type { SharedState } from '../files/shared-state.ts'
import { emptyState } from '../pure/state-file.ts'
import type { SwitchboardState } from '../pure/state-file.ts'

export interface StateFollowOptions {
  readonly root: string
  readonly shared: SharedState
  readonly poll: boolean
  readonly isShown: () => boolean
  /** The file was read and has changed or is damaged. */
  readonly changed: (state: SwitchboardState) => void
  /** A folder of mailboxes was created or removed. */
  readonly foldersChanged: () => void
  readonly log: (message: string, fields?: Record<string, unknown>) => void
}

const folders: ReadonlySet<string> = new Set(['inbox', 'archive', 'outbox', 'ledger'])

/** `state.json` as last read; any program can change it. Also notices files and folders next to it that are created or removed. */
export class StateFollow {
  readonly #options: StateFollowOptions
  readonly #watch: FolderWatch
  #state: SwitchboardState = emptyState
  #fault: Fault | undefined
  #reading: Promise<void> = Promise.resolve()
  #isPlanned = false
  #isOver = false

  constructor(options: StateFollowOptions) {
    this.#options = options
    this.#watch = new FolderWatch({
      root: options.root,
      folder: switchboardFolder,
      accepts: (name) => name === 'state.json' || folders.has(name),
      most: 10_000,
      poll: options.poll,
      isShown: options.isShown,
      changed: async (changes) => {
        if (changes.some(({ name }) => name === 'state.json')) await this.read()
        if (changes.some(({ name }) => name !== 'state.json')) options.foldersChanged()
        return []
      },
      problem: () => undefined, // the keeper reports problems with the folder
      broken: (thrown) => options.log('following state.json failed', { reason: String(thrown), level: 'error' }),
    })
  }

  /** The last state that could be understood. */
  get state(): SwitchboardState {
    return this.#state
  }
  /** Why the file cannot be understood now. It is left unchanged. */
  get fault(): Fault | undefined {
    return this.#fault
  }

  start(): void {
    this.#watch.start()
  }

  /** Starts a pass now. */
  kick(): void {
    this.#watch.kick()
  }

  /** Reads the file now; calls during a reading share the next one. */
  read(): Promise<void> {
    if (this.#isPlanned) return this.#reading
    this.#isPlanned = true
    this.#reading = this.#reading.then(async () => {
      this.#isPlanned = false
      const read = await this.#options.shared.read()
      if (this.#isOver) return
      this.#fault = read.ok ? undefined : read.fault
      if (read.ok) this.#state = read.value
      this.#options.changed(this.#state)
    })
    return this.#reading
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#watch.stop()
    await this.#reading
  }
}

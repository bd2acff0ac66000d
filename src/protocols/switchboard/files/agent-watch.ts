import { reasonOf } from '../../../core/fault.ts'
import type { Fault } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { FolderWatch } from '../../../io/watch-folder.ts'
import type { FolderChange } from '../../../io/watch-folder.ts'
import { checkAgentName } from '../pure/agent-name.ts'
import { mostMail } from './mail-folders.ts'
import { inSwitchboard } from './paths.ts'
import type { AgentFolders } from './paths.ts'

/** Delay before an incomplete file is read again, ms: slightly more than the time it has to stay unchanged. */
const soonMs = 1_100

export interface AgentWatchOptions {
  readonly root: string
  readonly kind: AgentFolders
  /** Agents' folders that are not directly below `kind`: `2026-11/inbox`. */
  readonly within?: string
  /** Maximum number of agents' folders; `limits.agentsListed` by default. */
  readonly most?: number
  readonly poll: boolean
  readonly sweepMs: number | undefined
  /** False while nobody sees the mail. */
  readonly isShown: () => boolean
  /** Files in one agent's folder (prefixed with `within`) were added, changed or removed; the files it returns are reported again on the next pass. */
  readonly changed: (folder: string, changes: readonly FolderChange[]) => Promise<readonly string[]>
  /** The folder of another agent was found. */
  readonly appeared: (name: string) => void
  readonly problem: (folder: string, fault: Fault | undefined) => void
  /** Called once, when every folder present at the start has been read. */
  readonly ready: () => void
  readonly log: (message: string, fields?: Record<string, unknown>) => void
}

/**
 * Watches all folders of one kind, such as `inbox/`: those of every agent, and new ones. Files in inboxes may be written slowly or changed, so each is checked;
 * elsewhere only names count.
 */
export class AgentWatch {
  readonly #options: AgentWatchOptions
  readonly #agents = new Map<string, FolderWatch>()
  /** Those whose folder was removed: each is left once it has reported that its files are gone. */
  readonly #gone = new Set<string>()
  readonly #top: FolderWatch
  /** Folders present at the start that have not been read yet; undefined when all have been. */
  #waiting: Set<string> | undefined

  constructor(options: AgentWatchOptions) {
    this.#options = options
    this.#top = this.#watch(inSwitchboard(options.kind, ...this.#within()), {
      accepts: (name) => checkAgentName(name).ok,
      most: options.most ?? limits.agentsListed,
      namesOnly: true,
      changed: async (changes) => this.#agentsChanged(changes),
      looked: () => {
        this.#waiting ??= new Set(this.#agents.keys())
        this.#checkReady()
      },
    })
  }

  start(): void {
    this.#top.start()
  }

  /** Starts a pass now. */
  kick(): void {
    this.#top.kick()
    for (const watch of this.#agents.values()) watch.kick()
  }

  /** The watch of the agent's folder that this process writes to. */
  of(agent: string): FolderWatch {
    return this.#agents.get(agent) ?? this.#follow(agent)
  }

  async stop(): Promise<void> {
    await this.#top.stop()
    await Promise.all([...this.#agents.values()].map((watch) => watch.stop()))
  }

  #watch(
    folder: string,
    rest: {
      readonly accepts: (name: string) => boolean
      readonly most: number
      readonly namesOnly: boolean
      readonly changed: (changes: readonly FolderChange[]) => Promise<readonly string[]>
      readonly looked: () => void
    },
  ): FolderWatch {
    const { root, poll, sweepMs, isShown, log, problem } = this.#options
    return new FolderWatch({
      root,
      folder,
      poll,
      isShown,
      soonMs,
      ...rest,
      ...(sweepMs === undefined ? {} : { sweepMs }),
      problem: ({ fault, more }) => {
        const words = `${folder} contains more than ${rest.most.toLocaleString('en-US')} entries; the rest are not shown.`
        problem(folder, more ? { code: 'too-large', message: words } : fault)
      },
      broken: (thrown) => log('watching a mailbox failed', { folder, reason: reasonOf(thrown), level: 'error' }),
    })
  }

  #agentsChanged(changes: readonly FolderChange[]): readonly string[] {
    // The newest month first: the number of months is limited.
    for (const { name, gone } of changes.toSorted((one, other) => (one.name < other.name ? 1 : -1))) {
      const known = this.#agents.get(name)
      if (gone && known !== undefined) this.#gone.add(name)
      else this.#gone.delete(name)
      if (known !== undefined) known.kick()
      else if (!gone) this.#follow(name)
    }
    return []
  }

  #follow(agent: string): FolderWatch {
    const { kind, changed, appeared } = this.#options
    const folder = [...this.#within(), agent].join('/')
    const watch = this.#watch(inSwitchboard(kind, folder), {
      accepts: (file) => !file.startsWith('.') && file.endsWith('.json'),
      most: mostMail,
      namesOnly: kind !== 'inbox',
      changed: (files) => changed(folder, files),
      looked: () => {
        this.#waiting?.delete(agent)
        this.#checkReady()
        if (this.#gone.has(agent) && watch.isOver) this.#leave(agent, watch)
      },
    })
    this.#agents.set(agent, watch)
    appeared(agent)
    watch.start()
    return watch
  }

  /** Agents come and go under ever new names: nothing stays of those that are gone. A folder that returns is found as a new one. */
  #leave(agent: string, watch: FolderWatch): void {
    this.#agents.delete(agent)
    this.#gone.delete(agent)
    void watch.stop() // it is called by its last pass
  }

  #within(): readonly string[] {
    return this.#options.within === undefined ? [] : [this.#options.within]
  }

  #checkReady(): void {
    if (this.#waiting?.size !== 0 || this.#isReady) return
    this.#isReady = true
    this.#options.ready()
  }

  #isReady = false
}

import { isMonth } from '../pure/month-archive.ts'
import { AgentWatch } from './agent-watch.ts'
import type { AgentWatchOptions } from './agent-watch.ts'
import { mostMonths } from './mail-folders.ts'
import { inSwitchboard } from './paths.ts'

/** Agents per month whose folders are watched. */
const mostAgents = 200
/** Past months hardly change, so they are listed this many times less often than a mailbox. */
const calmer = 12
const usualSweepMs = 5_000

export interface MonthWatchesOptions {
  readonly folder: Omit<AgentWatchOptions, 'within' | 'appeared' | 'ready'>
  /** A month was found; the returned function is called when it has been read. */
  readonly began: () => () => void
}

/** Watches what other programs archived by month: `archive/2026-11/inbox/<agent>`. */
export class MonthWatches {
  readonly #options: MonthWatchesOptions
  readonly #months = new Map<string, AgentWatch>()

  constructor(options: MonthWatchesOptions) {
    this.#options = options
  }

  /** A folder in the archive was found; ignored unless it is a month. */
  follow(name: string): void {
    if (!isMonth(name) || this.#months.has(name)) return
    const { folder, began } = this.#options
    if (this.#months.size >= mostMonths) {
      const message = `${inSwitchboard('archive')} contains more than ${mostMonths} months; the rest are not shown.`
      return folder.problem(`${inSwitchboard('archive')} by month`, { code: 'too-large', message })
    }
    const sweepMs = (folder.sweepMs ?? usualSweepMs) * calmer
    const within = `${name}/inbox`
    const watch = new AgentWatch({ ...folder, sweepMs, within, most: mostAgents, appeared: () => undefined, ready: began() })
    this.#months.set(name, watch)
    watch.start()
  }

  /** Starts a pass over all of them now. */
  kick(): void {
    for (const watch of this.#months.values()) watch.kick()
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#months.values()].map((watch) => watch.stop()))
  }
}

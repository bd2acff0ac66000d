import { isMonth } from '../pure/month-archive.ts'
import { AgentWatch } from './agent-watch.ts'
import type { AgentWatchOptions } from './agent-watch.ts'
import { mostMonths } from './mail-folders.ts'
import { inSwitchboard } from './paths.ts'

/** Agents of one month whose folders are followed. */
const mostAgents = 200
/** A month that is over hardly changes, so it is listed less often than a mailbox. */
const calmer = 12
const usualSweepMs = 5_000

export interface MonthWatchesOptions {
  readonly folder: Omit<AgentWatchOptions, 'within' | 'appeared' | 'ready'>
  /** A month was found; what it returns is called when the month has been looked at. */
  readonly began: () => () => void
}

/** Follows what other programs archived by month: `archive/2026-11/inbox/<agent>`. */
export class MonthWatches {
  readonly #options: MonthWatchesOptions
  readonly #months = new Map<string, AgentWatch>()

  constructor(options: MonthWatchesOptions) {
    this.#options = options
  }

  /** A folder of the archive was found; one that is no month is left alone. */
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

  /** Looks everywhere now. */
  kick(): void {
    for (const watch of this.#months.values()) watch.kick()
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#months.values()].map((watch) => watch.stop()))
  }
}

import type { Said } from '../irc/happening.ts'
import { keyOf } from '../pure/agents.ts'
import { isChannel } from '../pure/config.ts'

/** What one connection brought of a channel. Times are the server's, ms. */
interface Stretch {
  /** The oldest and the newest replayed line. */
  oldest: number
  newest: number
  /** The oldest replayed line that is in the journal already. */
  known: number
  /** Replayed lines. */
  replayed: number
  /** `msgid` of the last replayed line. */
  lastId?: string | undefined
  /** Lines could not be requested. */
  isSkipped: boolean
  /** The first line that was not a replay. */
  live: number
}

/** How a server returns history. */
export interface HistoryPages {
  /** Lines at once; 0: it has no history to request. */
  readonly most: number
  /** It finds lines by their `msgid`. */
  readonly hasIds: boolean
}

/** Sends a line and waits until the server has handled it. @returns false if the connection ended before. */
export type Ask = (line: string) => Promise<boolean>

/** Requested from before the last known line, so that its return shows that nothing is missing. */
const overlapMs = 1_000
/** Lines of a channel that are read again after one gap. */
const mostLines = 20_000
const mostChannels = 256
/** A server whose clock is further ahead is not believed. */
const mostAheadMs = 86_400_000

/** How far each channel has been heard, and how to hear what was said while we were not connected. */
export class History {
  /** Lines requested per channel when nothing of it is known; 0: nothing is requested, not after a gap either. */
  readonly #backfill: number
  /** The newest line of each channel, by the server's clock, ms. */
  readonly #tails = new Map<string, number>()
  /** The same when the connection was lost. A gap that was not read to its end stays. */
  readonly #open = new Map<string, number>()
  readonly #stretches = new Map<string, Stretch>()

  constructor(backfill: number, saved: readonly (readonly [string, number])[]) {
    this.#backfill = backfill
    for (const [channel, time] of saved) this.#tails.set(channel, time)
    this.lost()
  }

  /** A line arrived, at `at` (our clock, ms). Lines to a person are ignored. */
  heard({ target, time, isReplay, msgid }: Pick<Said, 'target' | 'time' | 'isReplay' | 'msgid'>, at: number): void {
    if (time === undefined || time < 0 || time > at + mostAheadMs || !isChannel(target)) return
    if (!this.#tails.has(keyOf(target)) && this.#tails.size >= mostChannels) return
    const stretch = this.#stretch(target)
    if (isReplay) {
      stretch.replayed++
      stretch.oldest = Math.min(stretch.oldest, time)
      stretch.newest = Math.max(stretch.newest, time)
      stretch.lastId = msgid
    } else stretch.live = Math.min(stretch.live, time)
    this.#tails.set(keyOf(target), Math.max(this.#tails.get(keyOf(target)) ?? 0, time))
  }

  /** A replayed line of a channel was in the journal already. @param time by the server's clock, ms */
  knew(channel: string, time: number): void {
    const stretch = this.#stretches.get(keyOf(channel))
    if (stretch !== undefined) stretch.known = Math.min(stretch.known, time)
  }

  /** The connection ended. */
  lost(): void {
    this.#stretches.clear()
    for (const [channel, time] of this.#tails) if (!this.#open.has(channel)) this.#open.set(channel, time)
  }

  /**
   * Requests what was said in a channel since the last known line, page by page; if nothing is known of it, the newest lines.
   */
  async fill(channel: string, { most, hasIds }: HistoryPages, ask: Ask): Promise<void> {
    if (this.#backfill === 0 || most === 0) return
    const known = this.#open.get(keyOf(channel))
    const stretch = this.#stretch(channel)
    const latest = `CHATHISTORY LATEST ${channel} * ${Math.min(this.#backfill, most)}`
    if (known === undefined) return void (await ask(latest))
    let from = Math.max(0, known - overlapMs)
    let id: string | undefined
    while (stretch.replayed < mostLines) {
      const before = stretch.replayed
      const mark = id === undefined ? `timestamp=${new Date(from).toISOString()}` : `msgid=${id}`
      if (!(await ask(`CHATHISTORY AFTER ${channel} ${mark} ${most}`))) return
      if (stretch.newest >= stretch.live || stretch.replayed === before) break
      id = hasIds ? stretch.lastId : undefined
      // Without ids, again from the last line, because others may have its time; a page of one such time cannot be passed without a loss.
      const isStuck = id === undefined && stretch.newest - 1 <= from
      if (isStuck && stretch.replayed - before < most) break
      if (isStuck) stretch.isSkipped = true
      from = isStuck ? stretch.newest : stretch.newest - 1
    }
    if (stretch.replayed === 0 || stretch.replayed >= mostLines) await ask(latest)
  }

  /** Everything requested has arrived. @returns those of the channels that may lack lines. */
  filled(channels: readonly string[], { most }: HistoryPages): readonly string[] {
    return channels.filter((channel) => {
      const since = this.#open.get(keyOf(channel))
      this.#open.delete(keyOf(channel))
      const { oldest, known, replayed, isSkipped } = this.#stretch(channel)
      if (isSkipped || replayed >= mostLines) return true
      if (since !== undefined) return oldest > since
      // Patchbay was killed before it saved how far it had heard. A replay that begins with a line of the journal continues it.
      return replayed >= Math.min(this.#backfill, most) && (replayed === 0 || known > oldest)
    })
  }

  /** To be saved; given to the constructor at the next start. */
  saved(): [string, number][] {
    return [...new Map([...this.#tails, ...this.#open])]
  }

  #stretch(channel: string): Stretch {
    const key = keyOf(channel)
    const known = this.#stretches.get(key) ?? {
      oldest: Infinity,
      newest: -Infinity,
      known: Infinity,
      replayed: 0,
      isSkipped: false,
      live: Infinity,
    }
    this.#stretches.set(key, known)
    return known
  }
}

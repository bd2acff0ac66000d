import { ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import type { AblyConnection } from '../ably/connection.ts'
import type { HistoryPage } from '../ably/history.ts'
import type { ReceivedMessage } from '../pure/received.ts'
import type { JaibberServer } from '../rest/jaibber-server.ts'
import { channelOf } from '../pure/channel-names.ts'

interface BackfillParts {
  readonly connection: Pick<AblyConnection, 'history'>
  readonly server: Pick<JaibberServer, 'messages'> | undefined
  /** Messages requested per project, not counting pieces of answers; 0: none. */
  readonly most: number
  /** Whether it arrived before. */
  isKnown(message: ReceivedMessage): boolean
  /** Takes the messages found, oldest first; returns how many were new. `since`: see `fill`. */
  take(project: string, found: readonly ReceivedMessage[], since: number | undefined): number
  failed(project: string, fault: Fault): void
}

/** How far back a project has been read. */
interface Depth {
  ably?: (() => Promise<Result<HistoryPage>>) | undefined
  server?: string | undefined
  /** Both sources have been read to their beginning. */
  isEnd: boolean
  /** A source did not answer. */
  hasFailed: boolean
  /** There is more than was read, and none of it was known. */
  isCut?: boolean
}

/** failed: a source did not answer · cut: messages of the gap are older than what may be requested. */
export type Filled = 'whole' | 'failed' | 'cut'

const pageSize = 50
const mostPages = 40

/**
 * Reads earlier messages: once after joining, again after a gap, and further back when the operator asks. It asks both Ably and the server; a message
 * that both have counts once, by its identity.
 */
export class Backfill {
  readonly #parts: BackfillParts
  readonly #depths = new Map<string, Depth>()
  readonly #running = new Map<string, Promise<unknown>>()
  #isStopped = false

  constructor(parts: BackfillParts) {
    this.#parts = parts
  }

  /**
   * Reads up to `most` messages; waits for a read of the same project that is already running.
   * @param since start of the gap, our clock, ms; undefined: nothing of the project has been read yet.
   * @returns whether the gap was filled.
   */
  fill(project: string, since: number | undefined): Promise<Filled> {
    return this.#one(project, () => this.#fill(project, since))
  }

  /** Reads one page further back than before. */
  older(project: string): Promise<Result<{ readonly found: number; readonly hasMore: boolean }>> {
    return this.#one(project, () => this.#older(project))
  }

  /** Ignores answers that are still pending. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.allSettled(this.#running.values())
  }

  async #one<T>(project: string, work: () => Promise<T>): Promise<T> {
    const before = this.#running.get(project)
    const own = (async () => {
      await before?.catch(() => undefined)
      return work()
    })()
    this.#running.set(project, own)
    try {
      return await own
    } finally {
      if (this.#running.get(project) === own) this.#running.delete(project)
    }
  }

  async #fill(project: string, since: number | undefined): Promise<Filled> {
    const { most } = this.#parts
    if (most === 0 && since !== undefined) return 'cut'
    if (most === 0 || this.#isStopped) return 'whole'
    const depth: Depth = { isEnd: false, hasFailed: false }
    const [ably, server] = await Promise.all([this.#fromAbly(project, depth), this.#fromServer(project, depth)])
    if (since === undefined || !this.#depths.has(project)) this.#depths.set(project, depth)
    this.#take(project, inOrder([...ably, ...server]), since)
    if (depth.hasFailed) return 'failed'
    return since !== undefined && depth.isCut === true ? 'cut' : 'whole'
  }

  async #older(project: string): Promise<Result<{ readonly found: number; readonly hasMore: boolean }>> {
    const known = this.#depths.get(project)
    const depth = known ?? { isEnd: false, hasFailed: false }
    let found = known === undefined ? await this.#begin(project, depth) : 0
    for (let page = 0; page < mostPages && found === 0 && !depth.isEnd && !this.#isStopped; page++) {
      const [ably, server] = await Promise.all([this.#pageOfAbly(depth), this.#pageOfServer(project, depth)])
      if (!ably.ok) return ably
      if (!server.ok) return server
      depth.isEnd = depth.ably === undefined && depth.server === undefined
      found += this.#take(project, inOrder([...ably.value, ...server.value]), undefined)
    }
    return ok({ found, hasMore: !depth.isEnd })
  }

  /** Nothing was requested yet: history is off, or the project could not be reached. */
  async #begin(project: string, depth: Depth): Promise<number> {
    const [ably, server] = await Promise.all([this.#fromAbly(project, depth, pageSize), this.#fromServer(project, depth, pageSize)])
    this.#depths.set(project, depth)
    return this.#take(project, inOrder([...ably, ...server]), undefined)
  }

  #take(project: string, found: readonly ReceivedMessage[], since: number | undefined): number {
    if (this.#isStopped || found.length === 0) return 0
    return this.#parts.take(project, found, since)
  }

  /** Reads newest pages until there are enough messages, or a known one. */
  async #fromAbly(project: string, depth: Depth, most = this.#parts.most): Promise<ReceivedMessage[]> {
    const { connection, failed, isKnown } = this.#parts
    const found: ReceivedMessage[] = []
    let asked = await connection.history(channelOf(project), { limit: Math.min(100, Math.max(most, 1)), until: 'attach' })
    for (let page = 1; ; page++) {
      if (!asked.ok) {
        depth.hasFailed = true
        failed(project, asked.fault)
        return found
      }
      found.unshift(...asked.value.messages)
      depth.ably = asked.value.next
      const hasKnown = asked.value.messages.some((message) => isKnown(message))
      const isEnough = count(found) >= most || page >= mostPages
      depth.isCut = isEnough && !hasKnown && depth.ably !== undefined
      if (isEnough || hasKnown || depth.ably === undefined) return found
      asked = await depth.ably()
    }
  }

  async #fromServer(project: string, depth: Depth, most = this.#parts.most): Promise<ReceivedMessage[]> {
    const { server, failed, isKnown } = this.#parts
    if (server === undefined) return []
    const found: ReceivedMessage[] = []
    for (let page = 0; page < mostPages && found.length < most; page++) {
      const limit = Math.min(pageSize, most - found.length)
      const asked = await server.messages(project, { limit, ...(depth.server !== undefined && { before: depth.server }) })
      if (!asked.ok) {
        depth.hasFailed = true
        failed(project, asked.fault)
        return found
      }
      found.unshift(...asked.value.messages.toReversed())
      depth.server = asked.value.next
      if (depth.server === undefined || asked.value.messages.some((message) => isKnown(message))) break
    }
    return found
  }

  async #pageOfAbly(depth: Depth): Promise<Result<readonly ReceivedMessage[]>> {
    if (depth.ably === undefined) return ok([])
    const page = await depth.ably()
    if (!page.ok) return page
    depth.ably = page.value.next
    return ok(page.value.messages)
  }

  async #pageOfServer(project: string, depth: Depth): Promise<Result<readonly ReceivedMessage[]>> {
    const { server } = this.#parts
    if (server === undefined || depth.server === undefined) return ok([])
    const page = await server.messages(project, { limit: pageSize, before: depth.server })
    if (!page.ok) return page
    depth.server = page.value.next
    return ok(page.value.messages.toReversed())
  }
}

/** Messages that stay: pieces of answers are many, and irrelevant once the answer is complete. */
function count(messages: readonly ReceivedMessage[]): number {
  return messages.filter(({ data }) => {
    const type = isJsonObject(data) ? fieldOf(data, 'type') : undefined
    return type !== 'chunk' && type !== 'typing'
  }).length
}

/** Oldest first by time of acceptance; equal times keep their order. */
function inOrder(messages: readonly ReceivedMessage[]): ReceivedMessage[] {
  return messages.toSorted((a, b) => a.timestamp - b.timestamp || (a.serial ?? '').localeCompare(b.serial ?? ''))
}

import type { InboundMessage, PaginatedResult, RealtimeChannel } from 'ably'
import { ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { ReceivedMessage } from '../pure/received.ts'
import { receivedOf } from './room.ts'

/** One page of a channel's history. */
export interface HistoryPage {
  /** Oldest first. */
  readonly messages: readonly ReceivedMessage[]
  /** Requests the page before this one; absent: this is the beginning. */
  readonly next?: () => Promise<Result<HistoryPage>>
}

/** Reads the newest page of a channel's history. */
export async function readHistory(
  channel: RealtimeChannel,
  { limit, until }: { readonly limit: number; readonly until?: 'attach' },
  faultOf: (thrown: unknown) => Fault,
): Promise<Result<HistoryPage>> {
  const read = async (ask: () => Promise<PaginatedResult<InboundMessage> | null>): Promise<Result<HistoryPage>> => {
    try {
      const page = await ask()
      if (page === null) return ok({ messages: [] })
      const messages = page.items.map((message) => receivedOf(message, 'history')).toReversed()
      return ok({ messages, ...(page.hasNext() ? { next: () => read(() => page.next()) } : {}) })
    } catch (thrown) {
      return { ok: false, fault: faultOf(thrown) }
    }
  }
  return read(() => channel.history({ limit, direction: 'backwards', ...(until === 'attach' ? { untilAttach: true } : {}) }))
}

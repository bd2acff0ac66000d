import { limits } from '../core/limits.ts'
import type { Push } from './contract.ts'
import { SentStates } from './state-change.ts'
import type { WirePush } from './state-change.ts'

/** Pushes in flight to one subscriber, bounded by what it has processed. */
export interface PushQueue {
  /** False: full, and the push was dropped; `resume` is called as soon as there is room. */
  offer(push: Push): boolean
  /** The subscriber reports how many pushes it has processed since the start; implausible numbers are ignored. */
  taken(total: number): void
}

/** States that may be in flight together: a newer one replaces a waiting one, because each is complete. */
const statesOnTheWay = 2

interface Waiting {
  readonly events: number
  readonly bytes: number
  readonly isState: boolean
}

/**
 * Bounds a subscription by events, estimated bytes and states (`limits.queuedEvents`, `limits.queuedBytes`).
 * `emit` puts a push on the wire, of a state only what changed since the previous one; `resume` tells the engine that a full queue is half empty again.
 */
export function createPushQueue(emit: (push: WirePush) => void, resume: () => void): PushQueue {
  const waiting: Waiting[] = []
  const sent = new SentStates()
  let done = 0
  let events = 0
  let bytes = 0
  let states = 0
  let isRefusing = false
  let heldState: Push | undefined

  function put(push: Push): void {
    const carried = push.type === 'state' ? sent.next(push) : push
    if (carried === undefined) return
    const entry = weigh(push)
    waiting.push(entry)
    events += entry.events
    bytes += entry.bytes
    if (entry.isState) states += 1
    emit(carried)
  }

  function fits(push: Push): boolean {
    const entry = weigh(push)
    return events + entry.events <= limits.queuedEvents && bytes + entry.bytes <= limits.queuedBytes
  }

  function askForMore(): void {
    if (!isRefusing || events > limits.queuedEvents / 2 || bytes > limits.queuedBytes / 2) return
    isRefusing = false
    resume()
  }

  return {
    offer(push) {
      if (push.type === 'state') {
        if (states >= statesOnTheWay) heldState = push
        else put(push)
        return true
      }
      if (!isRefusing && (push.type === 'resync' || fits(push))) {
        put(push)
        return true
      }
      isRefusing = true
      if (waiting.length === 0) queueMicrotask(askForMore) // one push is larger than the queue, so nothing will be processed
      return false
    },
    taken(total) {
      if (!Number.isInteger(total) || total <= done || total > done + waiting.length) return
      for (const entry of waiting.splice(0, total - done)) {
        events -= entry.events
        bytes -= entry.bytes
        if (entry.isState) states -= 1
      }
      done = total
      if (heldState !== undefined && states < statesOnTheWay) {
        const state = heldState
        heldState = undefined
        put(state)
      }
      askForMore()
    },
  }
}

/** Estimated weight: accurate enough to bound memory, cheap enough for every push. */
function weigh(push: Push): Waiting {
  if (push.type === 'live') {
    const chars = push.streams.reduce((sum, { text = '' }) => sum + text.length, 0)
    return { events: 1, bytes: 4 * chars + 200 * push.streams.length, isState: false }
  }
  if (push.type !== 'events') return { events: 1, bytes: 0, isState: push.type === 'state' }
  let bytes = 0
  for (const event of push.events) bytes += 1_000 + 4 * event.raw.text.length
  return { events: push.events.length, bytes, isState: false }
}

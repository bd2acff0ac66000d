import { fail, internalFault, ok, reasonOf } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { subscriptionSchema } from './contract.ts'
import { dispatch, invalidInput } from './dispatch.ts'
import type { WireLog } from './dispatch.ts'
import { createPushQueue } from './push-queue.ts'
import type { PushQueue } from './push-queue.ts'
import type { Caller, Server, SubscriptionHandle } from './server.ts'
import type { WirePush } from './state-change.ts'

/** One connected screen, seen from the engine's end of the wire. Arguments come from outside and are checked here. */
export interface Peer {
  /** Never rejects; more than `limits.callsInFlight` concurrent calls are refused. */
  call(method: unknown, input: unknown): Promise<Result<unknown>>
  /** `id` is the screen's number for the subscription; every push carries it. */
  subscribe(id: unknown, subscription: unknown): Result<undefined>
  /** The screen has processed `total` pushes of the subscription so far. */
  taken(id: unknown, total: unknown): void
  unsubscribe(id: unknown): void
  /** Ends all subscriptions; nothing is pushed afterwards. */
  close(): void
}

const closed: Result<never> = fail('unavailable', 'The connection is closed.')

interface Follower {
  readonly queue: PushQueue
  handle: SubscriptionHandle | undefined
}

/** Opens the engine's end of a connection. `push` puts one push on the wire; it must not throw. */
export function openPeer(server: Server, caller: Caller, push: (id: number, push: WirePush) => void, log: WireLog): Peer {
  const followers = new Map<number, Follower>()
  let running = 0
  let isClosed = false

  function end(id: number): void {
    const follower = followers.get(id)
    followers.delete(id)
    follower?.handle?.end()
  }

  function start(subscribe: () => Result<SubscriptionHandle>): Result<SubscriptionHandle> {
    try {
      return subscribe()
    } catch (thrown) {
      log('a subscription threw', { reason: reasonOf(thrown) })
      return internalFault('while opening the feed')
    }
  }

  return {
    async call(method, input) {
      if (isClosed) return closed
      if (running >= limits.callsInFlight)
        return fail('unavailable', `This window already has ${limits.callsInFlight} calls in progress. Wait for one to finish.`)
      running += 1
      try {
        return await dispatch(server, method, input, caller, log)
      } finally {
        running -= 1
      }
    },
    subscribe(id, subscription) {
      if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0 || followers.has(id))
        return fail('invalid', 'A subscription needs an unused number.', { field: 'id' })
      if (isClosed) return closed
      if (followers.size >= limits.subscriptions)
        return fail('too-large', `This window already follows ${limits.subscriptions} workspaces, which is the limit.`)
      const parsed = subscriptionSchema.safeParse(subscription)
      if (!parsed.success) return { ok: false, fault: invalidInput('subscribe', parsed.error) }
      const queue = createPushQueue(
        (value) => push(id, value),
        () => follower.handle?.resume(),
      )
      const follower: Follower = { queue, handle: undefined }
      followers.set(id, follower)
      // A push can arrive while `subscribe` is still running, and even after `end` if the engine is in the middle of a round of pushes.
      const started = start(() => server.subscribe(parsed.data, (value) => followers.get(id) !== follower || queue.offer(value), caller))
      if (!started.ok) {
        followers.delete(id)
        return started
      }
      follower.handle = started.value
      return ok(undefined)
    },
    taken(id, total) {
      if (typeof id === 'number' && typeof total === 'number') followers.get(id)?.queue.taken(total)
    },
    unsubscribe(id) {
      if (typeof id === 'number') end(id)
    },
    close() {
      isClosed = true
      for (const id of followers.keys()) end(id)
    },
  }
}

import type { Result } from '../../core/fault.ts'
import type { Client } from '../client.ts'
import type { MethodName, Output } from '../contract.ts'
import type { WireLog } from '../dispatch.ts'
import { openPeer } from '../peer.ts'
import type { Server } from '../server.ts'
import { ReceivedStates } from '../state-change.ts'

let connections = 0

/** A direct wire for the command line and tests. Same checks as the others; values are passed by reference. */
export function connectInProcess(server: Server, log: WireLog): Client {
  connections += 1
  const followers = new Map<number, { readonly onPush: Parameters<Client['subscribe']>[1]; readonly states: ReceivedStates }>()
  const taken = new Map<number, number>()
  let nextId = 1
  let isClosed = false
  const listeners = new Set<Parameters<Client['onConnection']>[0]>()
  // Always deliver asynchronously: a screen that subscribes or calls from `onPush` must not re-enter the engine.
  const peer = openPeer(
    server,
    { id: `in-process-${connections}`, wire: 'in-process' },
    (id, push) =>
      queueMicrotask(() => {
        const follower = followers.get(id)
        const whole = follower?.states.read(push) // nothing is ever missing: no wire, no loss
        if (follower === undefined || whole === undefined) return
        follower.onPush(whole)
        const total = (taken.get(id) ?? 0) + 1
        taken.set(id, total)
        peer.taken(id, total)
      }),
    log,
  )

  return {
    async call<M extends MethodName>(method: M, input: unknown) {
      return (await peer.call(method, input)) as Result<Output<M>>
    },
    subscribe(subscription, onPush, onFault) {
      const id = nextId++
      followers.set(id, { onPush, states: new ReceivedStates() })
      const started = peer.subscribe(id, subscription)
      if (!started.ok) {
        followers.delete(id)
        queueMicrotask(() => onFault?.(started.fault))
      }
      return () => {
        followers.delete(id)
        taken.delete(id)
        peer.unsubscribe(id)
      }
    },
    onConnection(listener) {
      listeners.add(listener)
      listener(isClosed ? 'closed' : 'open')
      return () => listeners.delete(listener)
    },
    close() {
      if (isClosed) return
      isClosed = true
      followers.clear()
      peer.close()
      for (const listener of listeners) listener('closed')
    },
  }
}

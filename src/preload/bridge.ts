import type { IpcRenderer } from 'electron'
import type { Bridge } from '../api/wires/bridge.ts'
import { channels } from '../api/wires/channels.ts'

interface Follower {
  taken: number
  readonly onPush: (push: unknown) => void
}

/** The page's only access to the engine: two functions, plain values in and out. The main process checks everything. */
export function createBridge(ipc: Pick<IpcRenderer, 'invoke' | 'on'>): Bridge {
  const followers = new Map<number, Follower>()
  let lastId = 0

  ipc.on(channels.push, (_event, id: number, push: unknown) => {
    const follower = followers.get(id)
    if (follower === undefined) return
    follower.onPush(push)
    follower.taken += 1
    void ipc.invoke(channels.taken, id, follower.taken)
  })

  return {
    call: (method, input) => ipc.invoke(channels.call, method, input),
    subscribe(subscription, onPush, onFault) {
      const id = ++lastId
      followers.set(id, { taken: 0, onPush })
      void ipc.invoke(channels.subscribe, id, subscription).then((result: { ok: boolean; fault?: unknown }) => {
        if (!result.ok && followers.delete(id)) onFault(result.fault)
        return result.ok
      })
      return () => {
        followers.delete(id)
        void ipc.invoke(channels.unsubscribe, id)
      }
    },
  }
}

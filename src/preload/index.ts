import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge } from '../api/wires/bridge.ts'
import { channels } from '../api/wires/channels.ts'

/** The page's only door to the core: two functions, plain values in and out. Everything is checked in the main process. */
const followers = new Map<number, { taken: number; readonly onPush: (push: unknown) => void }>()
let lastId = 0

ipcRenderer.on(channels.push, (_event, id: number, push: unknown) => {
  const follower = followers.get(id)
  if (follower === undefined) return
  follower.onPush(push)
  follower.taken += 1
  void ipcRenderer.invoke(channels.taken, id, follower.taken)
})

const bridge: Bridge = {
  call: (method, input) => ipcRenderer.invoke(channels.call, method, input),
  subscribe: (subscription, onPush, onFault) => {
    const id = ++lastId
    followers.set(id, { taken: 0, onPush })
    void ipcRenderer.invoke(channels.subscribe, id, subscription).then((result: { ok: boolean; fault?: unknown }) => {
      if (!result.ok && followers.delete(id)) onFault(result.fault)
      return result.ok
    })
    return () => {
      followers.delete(id)
      void ipcRenderer.invoke(channels.unsubscribe, id)
    }
  },
}
contextBridge.exposeInMainWorld('patchbay', bridge)

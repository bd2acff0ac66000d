import { ipcMain } from 'electron'
import type { IpcMainInvokeEvent, WebContents } from 'electron'
import type { WireLog } from '../api/dispatch.ts'
import { openPeer } from '../api/peer.ts'
import type { Peer } from '../api/peer.ts'
import type { Server } from '../api/server.ts'
import { channels } from '../api/wires/channels.ts'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import type { IsOwn } from './security.ts'

/**
 * Carries the contract over Electron's IPC. Only the top frame of our own page is served; any other sender gets a fault
 * `not-allowed`. The peer and the contract's schemas check arguments. Each window has its own peer, which ends when
 * the page reloads, crashes or closes.
 */
export function serveIpc(server: Server, isOwn: IsOwn, log: WireLog): void {
  const peers = new Map<number, Peer>()
  let connections = 0

  function peerOf(contents: WebContents): Peer {
    const known = peers.get(contents.id)
    if (known !== undefined) return known
    connections += 1
    const push = (id: number, value: unknown): void => {
      if (!contents.isDestroyed()) contents.send(channels.push, id, value)
    }
    const peer = openPeer(server, { id: `window-${connections}`, wire: 'ipc' }, push, log)
    peers.set(contents.id, peer)
    const end = (): void => {
      if (peers.get(contents.id) === peer) peers.delete(contents.id)
      peer.close()
    }
    contents.once('did-navigate', end)
    contents.once('render-process-gone', end)
    contents.once('destroyed', end)
    return peer
  }

  /** The only use of `ipcMain.handle`. The result is always a `Result`. */
  function handle(channel: string, run: (peer: Peer, args: readonly unknown[]) => Promise<Result<unknown>> | Result<unknown>): void {
    ipcMain.handle(channel, async (event: IpcMainInvokeEvent, ...args: unknown[]) => {
      const frame = event.senderFrame
      if (frame === null || frame.parent !== null || !isOwn(frame.url)) {
        log('refused a foreign frame', { channel })
        return fail('not-allowed', 'Only Patchbay’s own page can call this.')
      }
      return run(peerOf(event.sender), args)
    })
  }

  handle(channels.call, (peer, [method, input]) => peer.call(method, input))
  handle(channels.subscribe, (peer, [id, subscription]) => peer.subscribe(id, subscription))
  handle(channels.taken, (peer, [id, total]) => {
    peer.taken(id, total)
    return ok(null)
  })
  handle(channels.unsubscribe, (peer, [id]) => {
    peer.unsubscribe(id)
    return ok(null)
  })
}

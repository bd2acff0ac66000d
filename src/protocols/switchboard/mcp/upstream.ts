import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { McpServer } from './server.ts'

/** Where a bridge sends its client's messages. */
export interface Upstream {
  /** Sends without waiting for the answer, which arrives in `message`. If it can no longer arrive, `lost` is called. */
  send(message: JSONRPCMessage): void
  /** The handshake is done: from now on, notifications of the server are wanted. */
  listen(): void
  /** Ends the session. */
  close(): Promise<void>
}

export interface UpstreamEvents {
  message(message: JSONRPCMessage): void
  /** The session is lost; called at most once, and not after `close`. */
  lost(reason: string): void
}

/** The server of this process. */
export async function localUpstream(server: McpServer, events: UpstreamEvents): Promise<Result<Upstream>> {
  const [mine, theirs] = InMemoryTransport.createLinkedPair()
  const attached = await server.attach(theirs)
  if (!attached.ok) return attached
  let isOver = false
  const lose = (reason: string): void => {
    if (isOver) return
    isOver = true
    events.lost(reason)
  }
  Object.assign(mine, { onmessage: events.message, onclose: () => lose('the session was ended') })
  await mine.start()
  return ok({
    send: (message) => {
      mine.send(message).catch(() => lose('the session was ended'))
    },
    listen: () => undefined,
    close: async () => {
      isOver = true
      await mine.close()
    },
  })
}

import { fail, ok, reasonOf } from '../core/fault.ts'
import type { WireLog } from './dispatch.ts'
import { parseClientFrame } from './frames.ts'
import type { ServerFrame } from './frames.ts'
import { openPeer } from './peer.ts'
import type { Caller, Server } from './server.ts'

/** The engine's end of one connection that carries text frames. */
export interface WireServer {
  /** Handles one frame from outside. Never throws. */
  receive(text: string): void
  /** Call when the connection is lost. */
  close(): void
}

/** Serves one connection: frames arrive through `receive` and leave through `send`, which must not throw. Knows no transport. */
export function serveWire(server: Server, caller: Caller, send: (text: string) => void, log: WireLog): WireServer {
  let isClosed = false
  const put = (frame: ServerFrame): void => {
    if (!isClosed) send(serialize(frame))
  }
  const peer = openPeer(server, caller, (id, push) => put({ kind: 'push', id, push }), log)

  return {
    receive(text) {
      const parsed = parseClientFrame(text)
      if (!parsed.ok) return put({ kind: 'fault', id: parsed.id, fault: parsed.fault })
      const frame = parsed.value
      switch (frame.kind) {
        case 'call':
          void peer.call(frame.method, frame.input).then((result) => put({ kind: 'result', id: frame.id, result }))
          return
        case 'subscribe':
          return put({ kind: 'result', id: frame.id, result: peer.subscribe(frame.id, frame.subscription) })
        case 'unsubscribe':
          return peer.unsubscribe(frame.id)
        case 'taken':
          return peer.taken(frame.id, frame.total)
        case 'ping':
          return put({ kind: 'result', id: frame.id, result: ok(null) })
      }
    },
    close() {
      isClosed = true
      peer.close()
    },
  }
}

/** A response larger than a string can be (V8: 512 MiB) becomes a fault instead of an exception. */
function serialize(frame: ServerFrame): string {
  try {
    return JSON.stringify(frame)
  } catch (thrown) {
    const answer = fail('too-large', 'The response is too large for this connection. Request fewer rows.', { detail: reasonOf(thrown) })
    return JSON.stringify(
      frame.kind === 'result' ? { kind: 'result', id: frame.id, result: answer } : { kind: 'fault', fault: answer.fault },
    )
  }
}

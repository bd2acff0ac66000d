import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** A program on this machine that keeps as many half-sent requests as it can. */
export interface HalfRequests {
  /** Connections that it has open. */
  readonly open: number
  end(): void
}

/** Opens `count` connections that send the beginning of a request and no more, and replaces each that is closed. Resolves when all were tried. */
export async function holdHalfRequests(port: number, count: number): Promise<HalfRequests> {
  const sockets = new Set<Socket>()
  let isOver = false
  function hold(): Promise<unknown> {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-`))
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      // The pause makes it a program that holds places, not a flood that only keeps the processor busy.
      if (!isOver) setTimeout(() => void (isOver || hold()), 100).unref()
    })
    return Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined)
  }
  await Promise.all(Array.from({ length: count }, hold))
  return {
    get open() {
      return sockets.size
    },
    end() {
      isOver = true
      for (const socket of sockets) socket.destroy()
    },
  }
}

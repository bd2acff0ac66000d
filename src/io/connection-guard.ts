import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { limits } from '../core/limits.ts'

/** The connections to a server. */
export interface ConnectionGuard {
  /** The connection has shown a valid token and no longer counts as a stranger. False: too many have. Safe to call again. */
  trust(socket: Duplex): boolean
}

type State = 'waiting' | 'idle' | 'answering'
/** Who is dropped first when there is no room: no complete request yet, then already answered, then being answered. */
const goesFirst: readonly State[] = ['waiting', 'idle', 'answering']

/**
 * Reserves room on a server for clients with a token. Strangers have `mostStrangers` places; one more replaces the oldest that has not
 * sent a complete request, and one that sends no headers in time is dropped, so a program that only holds connections open cannot keep others out.
 */
export function guardConnections(http: Server, mostTrusted: number, mostStrangers: number = limits.strangers): ConnectionGuard {
  const strangers = new Map<Duplex, State>()
  const trusted = new Set<Duplex>()

  function makeRoom(): void {
    if (strangers.size <= mostStrangers) return
    for (const state of goesFirst) {
      for (const [socket, its] of strangers) if (its === state) return void socket.destroy()
    }
  }

  function dropWaiting(socket: Duplex): void {
    if (strangers.get(socket) === 'waiting') socket.destroy()
  }

  function put(socket: Duplex, state: State): void {
    if (strangers.has(socket)) strangers.set(socket, state)
  }

  http.on('connection', (socket) => {
    strangers.set(socket, 'waiting')
    // When this process was busy, what came in time is read only after its timers have run.
    const timer = setTimeout(() => setImmediate(dropWaiting, socket), limits.headersMs)
    socket.once('close', () => {
      clearTimeout(timer)
      strangers.delete(socket)
      trusted.delete(socket)
    })
    makeRoom()
  })
  http.on('request', (request, response) => {
    put(request.socket, 'answering')
    response.once('close', () => put(request.socket, 'idle'))
  })
  return {
    trust(socket) {
      if (trusted.has(socket)) return true
      if (trusted.size >= mostTrusted || socket.destroyed) return false
      strangers.delete(socket)
      trusted.add(socket)
      return true
    },
  }
}

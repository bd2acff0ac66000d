import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { limits } from '../core/limits.ts'

/** Settings of `createServer` for a server on 127.0.0.1 that any program of this machine can connect to. */
export const guardedServer = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: limits.headersMs,
  /** Node looks for connections past their time this often; by default only every 30 s. */
  connectionsCheckingInterval: limits.headersMs / 4,
} as const

/** Who is connected to a server. */
export interface ConnectionGuard {
  /** The connection has shown a token: it leaves the places of strangers. False: too many have. Safe to call again. */
  trust(socket: Duplex): boolean
}

type State = 'waiting' | 'idle' | 'answering'
/** Who goes first when there is no place: who has sent nothing whole, then who was answered, then who is being answered. */
const goesFirst: readonly State[] = ['waiting', 'idle', 'answering']

/**
 * Keeps places on a server for those who have a token. Strangers have `mostStrangers` places; one more takes the place of the oldest that has not
 * sent a whole request, so a program that only holds connections keeps nobody out.
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

  function put(socket: Duplex, state: State): void {
    if (strangers.has(socket)) strangers.set(socket, state)
  }

  http.on('connection', (socket) => {
    strangers.set(socket, 'waiting')
    socket.once('close', () => {
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

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '../core/limits.ts'
import { guardConnections } from './connection-guard.ts'
import type { ConnectionGuard } from './connection-guard.ts'

const mostStrangers = 8
let http: Server
let guard: ConnectionGuard
let port: number
let accepted: Duplex[]
const sockets: Socket[] = []

beforeEach(async () => {
  accepted = []
  http = createServer()
  guard = guardConnections(http, 2, mostStrangers)
  http.on('connection', (socket) => accepted.push(socket))
  http.on('request', (_request, response) => response.end('yes'))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  port = (http.address() as AddressInfo).port
})

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  http.closeAllConnections()
  http.close()
  await once(http, 'close')
})

/** A connection in the order of the server's list, which has sent this much. */
async function open(text = ''): Promise<Socket> {
  const before = accepted.length
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined).resume()
  await once(socket, 'connect')
  await expect.poll(() => accepted.length, { interval: 1 }).toBe(before + 1)
  if (text !== '') socket.write(text)
  return socket
}

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const closed = (): number[] => accepted.flatMap((socket, at) => (socket.destroyed ? [at] : []))

it('gives a new connection the place of the oldest without a complete request, never of one with a token', async () => {
  const served = await open(request)
  await once(served, 'data')
  await open()
  expect(guard.trust(accepted[1] as Duplex)).toBe(true)
  for (let at = 1; at < mostStrangers; at++) await open('GET /')
  expect(closed()).toEqual([])
  await open('GET /')
  await open('GET /')
  expect(closed()).toEqual([2, 3])
  const late = await open(request)
  expect(String((await once(late, 'data'))[0])).toContain('200 OK')
})

it('has a limited number of places for those with a token', async () => {
  for (let at = 0; at < 3; at++) await open()
  expect(accepted.map((socket) => guard.trust(socket))).toEqual([true, true, false])
  accepted[0]?.destroy()
  await once(accepted[0] as Duplex, 'close')
  expect(guard.trust(accepted[2] as Duplex)).toBe(true)
})

describe('the time for headers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('closes a connection that does not send them in time', async () => {
    const waiting = [await open(), await open('GET /'), await open('GET / HTTP/1.1\r\nHost: x\r\nX-')]
    const served = await open(request)
    await once(served, 'data')
    vi.advanceTimersByTime(limits.headersMs)
    await Promise.all(waiting.map((socket) => once(socket, 'close')))
    expect(closed()).toEqual([0, 1, 2])
  })

  it('serves a request that came in time, although the process was busy until the time was over', async () => {
    const late = await open()
    const answer = once(late, 'data')
    await setImmediate() // like timers, before the process reads anything
    late.write(request)
    vi.advanceTimersByTime(limits.headersMs)
    expect(String((await Promise.race([answer, once(late, 'close')]))[0])).toContain('200 OK')
  })
})

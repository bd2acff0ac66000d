import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Push } from '../src/api/contract.ts'
import { limits } from '../src/core/limits.ts'
import { startBrowserShell } from '../src/server/browser-shell.ts'
import type { BrowserShell } from '../src/server/browser-shell.ts'
import { ask, openShellWorld, pageFiles } from './suites/shell-world.ts'
import type { Answer, ShellWorld } from './suites/shell-world.ts'
import { connectSocket, openSocket, untilOpen } from './suites/socket-client.ts'
import { workspaceId } from './suites/wire-fixture.ts'
import type { FakeServer } from './suites/wire-fixture.ts'

let world: ShellWorld
let shell: BrowserShell
let server: FakeServer
beforeAll(async () => {
  world = await openShellWorld()
  shell = world.shell
  server = world.server
})
afterAll(() => world.close())

function get(path: string): Promise<Answer> {
  return ask(shell.port, 'GET', path, { Host: `127.0.0.1:${shell.port}` })
}

/** Opens a page's socket, uses it, and returns the code with which the shell closed it. */
async function closeCode(use: (socket: WebSocket) => void): Promise<number> {
  const socket = openSocket(shell)
  const code = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('open', resolve))
  use(socket)
  return code
}

/** Resolves when a count has stopped growing. */
async function untilQuiet(count: () => number): Promise<void> {
  for (let last = -1; last !== count();) {
    last = count()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe('the page', () => {
  it('has strict headers', async () => {
    const { headers, body } = await get('/')
    expect(body).toBe(pageFiles['index.html'])
    const policy = String(headers['content-security-policy'])
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.match(/connect-src [^;]*/)?.[0]).toBe(`connect-src 'self' ws://127.0.0.1:${shell.port} ws://localhost:${shell.port}`)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
  })

  it('lets browsers cache only files with a hash in their name', async () => {
    expect((await get('/assets/index-abc.js')).headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': /immutable/,
    })
  })

  it('is not read again from the disk', async () => {
    writeFileSync(join(world.folder, 'index.html'), 'changed')
    expect((await get('/')).body).toBe(pageFiles['index.html'])
    writeFileSync(join(world.folder, 'index.html'), pageFiles['index.html'])
  })

  it.each([
    ['no request', 'GARBAGE\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['huge headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(32_000)}\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ['an absolute address', 'GET http://patchbay.example/ HTTP/1.1\r\nHost: patchbay.example\r\n\r\n', /^HTTP\/1\.1 421 /],
  ])('survives %s', async (_name, bytes, expected) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(shell.port, '127.0.0.1', () => socket.write(bytes))
      let text = ''
      socket.on('data', (part) => {
        text += part.toString()
        socket.end()
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(expected)
    expect((await get('/')).status).toBe(200)
  })

  it('does not wait for a body that never arrives', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const head = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${shell.port}\r\nContent-Length: 99999999\r\n\r\nxx`
      const socket = connect(shell.port, '127.0.0.1', () => socket.write(head))
      let received = ''
      socket.on('data', (part) => (received += part.toString()))
      socket.on('end', () => resolve(received))
      socket.on('error', reject)
    })
    expect(text).toMatch(/^HTTP\/1\.1 405 /)
    expect(text).toMatch(/\r\nConnection: close\r\n/i)
  })

  it('reports that a port is in use, or that the page is not built', async () => {
    const taken = await startBrowserShell({ server, assetsDir: world.folder, port: shell.port, log: () => undefined })
    expect(taken).toMatchObject({ ok: false, fault: { code: 'conflict', field: 'port', fix: '0' } })
    const unbuilt = await startBrowserShell({ server, assetsDir: join(world.folder, 'no'), port: 0, log: () => undefined })
    expect(unbuilt).toMatchObject({ ok: false, fault: { code: 'not-found', message: expect.stringContaining('npm run build') } })
  })

  it('listens on the loopback address only and names it', () => {
    expect(shell.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/)
  })
})

describe('the socket', () => {
  it('resumes by itself after a cut: nothing lost, nothing twice', async () => {
    const sockets: WebSocket[] = []
    const client = await untilOpen(connectSocket(shell, sockets))
    const pushes: Push[] = []
    const states: string[] = []
    client.onConnection((state) => states.push(state))
    client.subscribe({ workspace: workspaceId }, (push) => pushes.push(push))
    await expect.poll(() => pushes.length).toBe(1)
    const before = server.events.length
    const cursors = (): number[] => pushes.flatMap((push) => (push.type === 'events' ? push.events.map((event) => event.cursor) : []))
    for (let cut = 1; cut <= 4; cut += 1) {
      server.publish(10)
      if (cut > 1) await expect.poll(() => cursors().length).toBeGreaterThanOrEqual(cut * 20 - 20)
      sockets.at(-1)?.terminate()
      server.publish(10) // the engine has not noticed yet: these are sent into a dead wire
      await expect.poll(() => cursors().length).toBe(cut * 20)
    }
    expect(cursors()).toEqual(Array.from({ length: 80 }, (_, index) => before + index + 1))
    expect(states.slice(0, 3)).toEqual(['open', 'connecting', 'connecting'])
    expect(states.at(-1)).toBe('open')
    client.close()
  })

  it('reports calls in flight when the wire broke, and sends those that waited', async () => {
    const sockets: WebSocket[] = []
    const client = await untilOpen(connectSocket(shell, sockets))
    const { promise, resolve: release } = Promise.withResolvers<void>()
    server.hold = promise
    const lost = client.call('settings.get', {})
    sockets.at(-1)?.terminate()
    expect(await lost).toMatchObject({
      ok: false,
      fault: { code: 'unavailable', message: expect.stringContaining('check before you try again') },
    })
    const waiting = client.call('workspaces.forget', { workspace: 'w' })
    expect(await waiting).toEqual({ ok: true, value: {} })
    release()
    client.close()
  })

  it('gives up when retrying is known to be useless, with the reason', async () => {
    const other = await world.startAnother()
    const sockets: WebSocket[] = []
    const client = connectSocket({ ...other, address: other.address.replace(/=.*/, '=wrong-token') }, sockets, {
      explain: async () => ({ words: 'The token is old.', final: true }),
    })
    const states: (readonly [string, string?])[] = []
    client.onConnection((state, detail) => states.push([state, detail]))
    await expect.poll(() => states.at(-1)).toEqual(['closed', 'The token is old.'])
    expect(sockets.length).toBe(1)
    expect(await client.call('app.info', {})).toMatchObject({ ok: false, fault: { code: 'unavailable', message: 'The token is old.' } })
    await other.close()
  })

  it('disconnects pages and frees its port when it closes', async () => {
    const other = await world.startAnother()
    const sockets: WebSocket[] = []
    const client = await untilOpen(connectSocket(other, sockets))
    await other.close()
    await expect.poll(() => sockets[0]?.readyState).toBe(WebSocket.CLOSED)
    client.close()
    const again = await world.startAnother(other.port)
    expect(again.port).toBe(other.port)
    await again.close()
  })

  it('refuses frames that are too large or binary, and one page too many', async () => {
    expect(await closeCode((socket) => socket.send('x'.repeat(limits.wsFrame + 1)))).toBe(1009)
    expect(await closeCode((socket) => socket.send(Buffer.from([1])))).toBe(1003)

    const pages = Array.from({ length: limits.openPages }, () => openSocket(shell))
    await Promise.all(pages.map((page) => new Promise((resolve) => page.once('open', resolve))))
    const refused = await new Promise<number>((resolve) => {
      openSocket(shell)
        .on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
        .on('error', () => undefined)
    })
    expect(refused).toBe(503)
    await Promise.all(
      pages.map((page) => {
        const closed = new Promise((resolve) => page.once('close', resolve))
        page.terminate()
        return closed
      }),
    )
  })

  it('stops sending to a page that does not read, and continues when it does', async () => {
    const socket = openSocket(shell)
    await new Promise((resolve) => socket.once('open', resolve))
    const calls = 8
    server.publish(limits.pageRows, 4_000) // one answer is some 4 MB: more than may wait unread
    let answers = 0
    socket.on('message', () => (answers += 1))
    socket.pause()
    const handled = server.handled
    const input = { workspace: workspaceId, filter: {}, limit: limits.pageRows }
    for (let id = 0; id < calls; id += 1) {
      socket.send(JSON.stringify({ kind: 'call', id, method: 'feed.page', input }))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => server.handled - handled).toBeGreaterThan(0)
    await untilQuiet(() => server.handled)
    expect(server.handled - handled).toBeLessThan(calls)
    socket.resume()
    await expect.poll(() => answers, { timeout: 90_000 }).toBe(calls) // 32 MB of JSON
    socket.terminate()
  })
})

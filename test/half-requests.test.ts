import { describe, expect, it } from 'vitest'
import { fakeService } from './fakes/switchboard-service.ts'
import { holdHalfRequests } from './suites/half-requests.ts'
import { openMcpWorld } from './suites/mcp-world.ts'
import { ask, openShellWorld } from './suites/shell-world.ts'
import { connectSocket, untilOpen } from './suites/socket-client.ts'

/** More than either server has places for. */
const many = 600

describe.concurrent('a program without a token that holds half-sent requests (F12)', () => {
  it('does not keep pages of the browser shell out', async () => {
    const world = await openShellWorld()
    const held = await holdHalfRequests(world.shell.port, many)
    try {
      for (let probe = 0; probe < 5; probe++) {
        const page = await ask(world.shell.port, 'GET', '/index.html', { Host: `127.0.0.1:${world.shell.port}` })
        expect(page.status).toBe(200)
        const client = await untilOpen(connectSocket(world.shell, []))
        client.close()
      }
    } finally {
      held.end()
      await world.close()
    }
  })

  it('keeps no MCP client out, and disconnects none', async () => {
    const world = await openMcpWorld(fakeService())
    const first = await world.connect('http')
    const held = await holdHalfRequests(world.server.port, many)
    try {
      for (const way of ['http', 'sse'] as const) expect((await (await world.connect(way)).listTools()).tools.length).toBeGreaterThan(0)
      expect((await first.listTools()).tools.length).toBeGreaterThan(0)
    } finally {
      held.end()
      await world.close()
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeService } from './fakes/switchboard-service.ts'
import { sampled } from './sizes.ts'
import { hostHeaders, hostStatus, originHeader, origins } from './suites/foreign-requests.ts'
import type { Host } from './suites/foreign-requests.ts'
import { openMcpWorld, testToken } from './suites/mcp-world.ts'
import type { McpWorld } from './suites/mcp-world.ts'
import { ask } from './suites/shell-world.ts'

let world: McpWorld
beforeAll(async () => {
  world = await openMcpWorld(fakeService(), { limits: { sessions: 4 } })
})
afterAll(() => world.close())

/** Methods, and the response to an authorised request without a session or body. */
const routes = {
  '/health': { GET: 200, HEAD: 200 },
  '/sse': { GET: 200 },
  '/messages': { POST: 404 },
  '/messages?sessionId=x': { POST: 404 },
  '/mcp': { POST: 400, GET: 400, DELETE: 400 },
} as const
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const
const elsewhere = ['/', '/mcp/', '/MCP', '//mcp', '/sse/../mcp', '/%6dcp', '/__proto__', '/.well-known/oauth-protected-resource'] as const

const wrongTokens: Record<string, Record<string, string> | string> = {
  none: {},
  wrong: { Authorization: `Bearer ${'A'.repeat(43)}` },
  prefix: { Authorization: `Bearer ${testToken.slice(0, -1)}` },
  longer: { Authorization: `Bearer ${testToken}A` },
  basic: { Authorization: `Basic ${testToken}` },
  bare: { Authorization: testToken },
  empty: { Authorization: 'Bearer ' },
  'query wrong': 'token=x',
  'query empty': 'token=',
  'query twice': `token=${testToken}&token=x`,
}
const rightTokens: typeof wrongTokens = {
  header: { Authorization: `Bearer ${testToken}` },
  'header, any case': { authorization: `bearer ${testToken}` },
  query: `token=${testToken}`,
}

// In this order: the last test checks what the others made it log.
describe('F12: access to the MCP server', { shuffle: false }, () => {
  it('answers every Host × Origin × token × path × method as the table says', async ({ annotate }) => {
    const wrong: string[] = []
    let [cells, turn] = [0, 0]
    async function cell(
      method: string,
      path: string,
      headers: Record<string, string | string[]>,
      expected: number,
      what: string,
    ): Promise<void> {
      cells += 1
      const answer = await ask(world.server.port, method, path, headers)
      if (answer.status !== expected) wrong.push(`${method} ${path} ${what} → ${answer.status}, not ${expected}`)
      if (`${JSON.stringify(answer.headers)} ${answer.body}`.includes(testToken))
        wrong.push(`${method} ${path} ${what}: the token came back`)
      if (answer.headers['access-control-allow-origin'] !== undefined) wrong.push(`${path} is open to other pages`)
    }
    for (const [host, header] of Object.entries(hostHeaders(world.server.port)))
      for (const origin of origins) {
        const value = originHeader(origin, Array.isArray(header) ? (header[0] ?? '') : header, world.server.port)
        const base = { Host: header, ...(value === undefined ? {} : { Origin: value }) }
        const foreign = hostStatus(host as Host) ?? (origin !== 'none' && origin !== 'same' ? 403 : undefined)
        for (const [path, answers] of Object.entries(routes))
          // Of a foreign request every other cell in turn, so that each host and origin meets each path and method somewhere.
          for (const method of foreign === undefined ? methods : sampled(methods, 2, turn++)) {
            const known: number | undefined = (answers as Record<string, number>)[method]
            for (const [token, given] of Object.entries({ ...wrongTokens, ...rightTokens })) {
              // An accepted stream stays open: it has its own test.
              if (path === '/sse' && method === 'GET' && foreign === undefined && Object.hasOwn(rightTokens, token)) continue
              // A foreign request is refused before its token is checked, which the right token shows best.
              if (foreign !== undefined && token !== 'header') continue
              const target = typeof given === 'string' ? `${path}${path.includes('?') ? '&' : '?'}${given}` : path
              const isIn = path === '/health' || Object.hasOwn(rightTokens, token)
              const expected = foreign ?? (known === undefined ? 405 : isIn ? known : 401)
              await cell(
                method,
                target,
                { ...base, ...(typeof given === 'string' ? {} : given) },
                expected,
                `host:${host} origin:${origin} token:${token}`,
              )
            }
          }
        for (const path of foreign === undefined ? elsewhere : [])
          for (const method of ['GET', 'POST'])
            await cell(method, path, { ...base, Authorization: `Bearer ${testToken}` }, foreign ?? 404, `host:${host} origin:${origin}`)
      }
    expect(wrong.slice(0, 20)).toEqual([])
    expect(cells).toBeGreaterThanOrEqual(400 * 4)
    expect(world.server.clients()).toEqual([])
    await annotate(`${cells.toLocaleString('en')} requests to the MCP server`, 'F12')
  })

  it('gives a stream to whoever has the token, and repeats the token only to whoever sent it in the address', async () => {
    for (const [given, endpoint] of [
      [{ headers: { Authorization: `Bearer ${testToken}` }, query: '' }, '/messages?sessionId='],
      [{ headers: {}, query: `?token=${testToken}` }, `/messages?token=${testToken}&sessionId=`],
    ] as const) {
      const abort = new AbortController()
      const response = await fetch(`http://127.0.0.1:${world.server.port}/sse${given.query}`, {
        headers: given.headers,
        signal: abort.signal,
      })
      const first = await response.body?.getReader().read()
      const text = new TextDecoder().decode(first?.value)
      expect(text).toContain(`event: endpoint\ndata: ${endpoint}`)
      abort.abort()
    }
  })

  it('reports its health without a token, and nothing else', async () => {
    const answer = await ask(world.server.port, 'GET', '/health', { Host: `127.0.0.1:${world.server.port}` })
    expect(JSON.parse(answer.body)).toEqual({
      status: 'ok',
      server: 'patchbay',
      version: '1.2.3',
      sessions: expect.any(Number),
      upMs: expect.any(Number),
    })
  })

  it('listens on 127.0.0.1 only', async () => {
    await expect(fetch(`http://127.0.0.2:${world.server.port}/health`)).rejects.toThrow('fetch failed')
  })

  it('wrote the token to no log', () => {
    expect(world.logged.length).toBeGreaterThan(100)
    expect(world.logged.join('\n')).not.toContain(testToken)
  })
})

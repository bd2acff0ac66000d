import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as stored by the server. */
interface Row {
  id: string
  senderId: string
  senderType: string
  senderName: string
  type: string
  text: string
  createdAt: string
  parentMessageId?: string
  metadata?: unknown
}

interface FakeTask {
  id: string
  title: string
  status: string
  description?: string
  assignedAgentName?: string
  createdAt: string
}

/** A Jaibber server that tests can control. */
export interface FakeJaibberServer {
  readonly base: string
  /** `METHOD path` of every request, in order. */
  readonly asked: string[]
  /** Messages by project, oldest first. */
  readonly messages: Map<string, Row[]>
  readonly tasks: Map<string, FakeTask[]>
  readonly projects: { id: string; name: string }[]
  logins: number
  /** Answers requests instead of the server, until it returns false. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /** Refuses issued tokens from now on. */
  expireTokens(): void
  close(): Promise<void>
}

interface FakeServerOptions {
  readonly account?: string
  readonly password?: string
  readonly userId?: string
  /** Key of the Ably app with which `POST /api/ably/token` signs. */
  readonly ablyKey?: string
  readonly projects?: readonly { readonly id: string; readonly name: string }[]
}

/** Starts a Jaibber server in memory on a free port of this machine. */
export async function fakeJaibberServer(options: FakeServerOptions = {}): Promise<FakeJaibberServer> {
  const { account = 'mira', password = 'open-sesame-77', userId = 'user-mira', ablyKey = 'app.key:secret' } = options
  let tokens = new Set<string>()
  const http = createServer((request, response) => void answer(request, response))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const server: FakeJaibberServer = {
    base: `http://127.0.0.1:${port}`,
    asked: [],
    messages: new Map(),
    tasks: new Map(),
    projects: [...(options.projects ?? [])],
    logins: 0,
    intercept: undefined,
    expireTokens: () => (tokens = new Set()),
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://x')
    server.asked.push(`${request.method} ${url.pathname}${url.search}`)
    if (server.intercept?.(request, response) === true) return
    let text = ''
    for await (const part of request) text += String(part)
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, string>
    const send = (status: number, value: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (url.pathname === '/api/auth/token') {
      if (body['username'] !== account || body['password'] !== password) return send(401, { error: `no ${body['password']}` })
      server.logins++
      const token = `jwt-${randomUUID()}`
      tokens.add(token)
      return send(200, { token, userId, username: account })
    }
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) return send(401, { error: 'token expired' })
    if (url.pathname === '/api/ably/token') return send(200, tokenRequest(ablyKey, userId))
    if (url.pathname === '/api/projects') return send(200, { projects: server.projects })
    const [, project, what] = /^\/api\/projects\/([^/]+)\/(messages|tasks)$/.exec(url.pathname) ?? []
    const task = /^\/api\/tasks\/([^/]+)$/.exec(url.pathname)?.[1]
    if (task !== undefined) return send(...moveTask(decodeURIComponent(task), body))
    if (project === undefined) return send(404, { error: 'no such page' })
    const id = decodeURIComponent(project)
    if (!server.projects.some((each) => each.id === id)) return send(403, { error: 'not a member' })
    if (what === 'tasks') return request.method === 'POST' ? send(201, { task: addTask(id, body) }) : send(200, { tasks: tasksOf(id) })
    return request.method === 'POST' ? send(201, addMessage(id, body)) : send(200, page(id, url.searchParams))
  }

  const rowsOf = (project: string): Row[] => server.messages.get(project) ?? server.messages.set(project, []).get(project) ?? []
  const tasksOf = (project: string): FakeTask[] => server.tasks.get(project) ?? server.tasks.set(project, []).get(project) ?? []

  function addMessage(project: string, body: Record<string, string>): Row {
    const rows = rowsOf(project)
    const known = rows.find((row) => row.id === body['id'])
    if (known !== undefined) return known
    const row = { senderId: userId, createdAt: new Date().toISOString(), ...body } as unknown as Row
    rows.push(row)
    return row
  }

  /** Newest first; the cursor names the oldest message of the page. */
  function page(project: string, query: URLSearchParams): unknown {
    const rows = rowsOf(project)
    const before = rows.findIndex((row) => row.id === query.get('before'))
    const end = before < 0 ? rows.length : before
    const start = Math.max(0, end - Number(query.get('limit') ?? 50))
    const data = rows.slice(start, end).toReversed()
    return { data, pagination: { cursor: data.at(-1)?.id ?? null, hasMore: start > 0, links: {} } }
  }

  function addTask(project: string, body: Record<string, string>): FakeTask {
    const task = { ...body, id: randomUUID(), status: 'submitted', createdAt: new Date().toISOString() } as unknown as FakeTask
    tasksOf(project).push(task)
    return task
  }

  function moveTask(id: string, body: Record<string, string>): [number, unknown] {
    const task = [...server.tasks.values()].flat().find((each) => each.id === id)
    return task === undefined ? [404, { error: 'no such task' }] : [200, Object.assign(task, body)]
  }
  return server
}

/** A token request that Ably accepts, signed with the key. */
function tokenRequest(key: string, clientId: string): unknown {
  const [keyName = '', secret = ''] = key.split(':')
  const request = { keyName, ttl: 3_600_000, capability: '{"*":["*"]}', clientId, timestamp: Date.now(), nonce: randomUUID() }
  const signed = [request.keyName, request.ttl, request.capability, request.clientId, request.timestamp, request.nonce, '']
  return { ...request, mac: createHmac('sha256', secret).update(signed.join('\n')).digest('base64') }
}

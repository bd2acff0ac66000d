import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { follow, testEngine, type Followed, type TestEngine } from '../../../test/fakes/engine.ts'
import { sized } from '../../../test/sizes.ts'
import { call } from '../../../test/suites/mcp-world.ts'
import { switchboardProtocol } from '../../protocols/switchboard/index.ts'
import type { SwitchboardView } from '../../protocols/switchboard/pure/view.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

let core: TestEngine
let workspace: string
let followed: Followed
const clients: McpClient[] = []
const scope = (): { kind: 'workspace'; workspace: string } => ({ kind: 'workspace', workspace })
const inFolder = (...parts: string[]): string => path.join(core.folder, '.switchboard', ...parts)

beforeEach(async () => {
  core = await testEngine({ protocols: [switchboardProtocol] })
  await open()
  const [{ id: link } = { id: '' }] = (await followed.state(({ links }) => links.length > 0)).links
  valueOf(await core.client.call('links.call', { link, method: 'serverOn', input: {} }))
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close().catch(() => undefined)))
  await core.stop()
})

async function open(): Promise<void> {
  workspace = valueOf(await core.client.call('workspaces.open', { path: core.folder })).id
  followed = follow(core.client, workspace)
}

async function client(name: string): Promise<McpClient> {
  const { port } = JSON.parse(readFileSync(inFolder('server_info.json'), 'utf8')) as { port: number }
  const token = readFileSync(inFolder('auth_token'), 'utf8').trim()
  const made = new McpClient({ name: 'test', version: '1' })
  clients.push(made)
  await made.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }) as never,
  )
  expect(await call(made, 'register_chat_agent', { name, interface: 'test', capabilities: [] })).not.toHaveProperty('error')
  return made
}

const sendTo = (from: McpClient, recipient: string): ReturnType<typeof call> =>
  call(from, 'send_message', { recipient, action: 'status_update', payload: 'hello' })

test('every client is refused with the words of the halt, reads stay, each finds one file, also after a restart (F28)', async ({
  annotate,
}) => {
  const most = sized(3, 20)
  const agents = Array.from({ length: most }, (_, number) => `agent${number}`)
  const all = await Promise.all(agents.map(client))
  const [first] = all
  if (first === undefined) throw new Error('no client')
  expect(await sendTo(first, 'agent1')).not.toHaveProperty('error')
  await followed.state(({ views }) => (views[0]?.view as SwitchboardView | undefined)?.server.clients.length === most)
  const preview = valueOf(await core.client.call('halt.preview', { scope: scope(), level: 'stop' }))
  expect(preview.rows[0]).toMatchObject({ refuses: [{ key: 'tools', what: `${most} clients` }], cannot: { names: [] } })
  expect(preview.rows[0]?.says.map(({ place }) => place).toSorted()).toEqual(agents.map((name) => `inbox/${name}`).toSorted())
  const { id, digest, rows } = preview
  valueOf(await core.client.call('halt.start', { id, scope: scope(), level: 'stop', digest, links: rows.map(({ link }) => link) }))
  for (const each of all)
    expect((await sendTo(each, 'agent0')).error).toMatch(
      new RegExp(`^Halted by the operator at \\d\\d:\\d\\d \\(${id}\\)\\. Nothing was done\\. Wait; do not try again\\.$`),
    )
  const { halt } = await followed.state((state) => state.halt?.rows[0]?.says.every(({ step }) => step === 'done') === true)
  await vi.waitFor(async () => {
    const state = await followed.state()
    expect(state.halt?.refused).toMatchObject({
      count: most,
      last: expect.arrayContaining([expect.objectContaining({ what: 'send_message' })]),
    })
  })
  expect(halt?.rows[0]?.says).toHaveLength(most)
  // The first refusal of each is a row of the feed.
  const page = valueOf(await core.client.call('feed.page', { workspace, filter: {}, limit: 200 }))
  const markers = page.events.flatMap(({ body }) => (body.kind === 'marker' && body.marker === 'halted' ? [body.text] : []))
  expect(markers.toSorted()).toEqual(agents.map((name) => `Refused while halted: ${name} wanted send_message`).toSorted())
  const found = (await call(first, 'check_inbox', { agent: 'agent0' })).data as { messages: { payload: string; isClaim: boolean }[] }
  expect(found.messages).toMatchObject([{ isClaim: false, payload: expect.stringContaining(`HALT ${id}`) }])
  for (const [name, text] of agents.map((agent) => [agent, readdirSync(inFolder('inbox', agent))] as const))
    expect(text.filter((file) => readFileSync(inFolder('inbox', name, file), 'utf8').includes(`"halt": "${id}"`))).toHaveLength(1)

  // The next start is closed before any link runs, serves reads, and refuses.
  await Promise.all(clients.splice(0).map((each) => each.close().catch(() => undefined)))
  core = await core.restart()
  await open()
  await followed.state(({ views }) => (views[0]?.view as SwitchboardView | undefined)?.server.state === 'on')
  const stranger = new McpClient({ name: 'later', version: '1' })
  clients.push(stranger)
  const { port } = JSON.parse(readFileSync(inFolder('server_info.json'), 'utf8')) as { port: number }
  const headers = { Authorization: `Bearer ${readFileSync(inFolder('auth_token'), 'utf8').trim()}` }
  await stranger.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit: { headers } }) as never)
  expect((await call(stranger, 'register_chat_agent', { name: 'later', interface: 'test', capabilities: [] })).error).toContain(`(${id})`)
  expect(await call(stranger, 'get_team_roster')).not.toHaveProperty('error')

  const over = valueOf(await core.client.call('halt.resumePreview', { id }))
  valueOf(await core.client.call('halt.resume', { id, digest: over.digest, links: over.rows.map(({ link }) => link), starts: [] }))
  expect(await call(stranger, 'register_chat_agent', { name: 'later', interface: 'test', capabilities: [] })).not.toHaveProperty('error')
  await annotate(`${most} clients of the MCP SDK refused, and again after a restart`, 'F28')
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { LATEST_PROTOCOL_VERSION, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runCommand } from '../../../../test/fakes/command-line.ts'
import { launcher } from '../../../../test/launcher.ts'
import { call } from '../../../../test/suites/mcp-world.ts'

let root: string
let agents: Agent[]
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'patchbay-mcp-'))
  agents = []
})
afterEach(async () => {
  await Promise.all(agents.map(end))
  await rm(root, { recursive: true, force: true })
})

interface Agent {
  readonly client: Client
  readonly pid: number
  readonly said: () => string
  readonly program: ReturnType<typeof run>
}

/** `patchbay mcp`, as an IDE runs it: the SDK passes on little of the environment. Without the cache, each start compiles all sources. */
function run(agent: string, ...more: string[]) {
  const args = [launcher, 'mcp', '--workspace', root, '--agent', agent, '--data', path.join(root, 'data'), ...more]
  const env = { ...getDefaultEnvironment(), NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' }
  const child = spawn(process.execPath, args, { env, stdio: 'pipe' })
  child.stdin.on('error', () => undefined) // a program that is killed reads no more
  return { child, exited: once(child, 'exit') }
}

/** A client of the SDK whose server is `patchbay mcp`. The SDK's own transport would kill a program that ends slowly, such as on a busy machine. */
async function start(agent: string, ...more: string[]): Promise<Agent> {
  const started = run(agent, ...more)
  const { child } = started
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const client = new Client({ name: 'ide', version: '1' }, { capabilities: {} })
  const one = { client, pid: child.pid ?? 0, said: () => said, program: started }
  agents.push(one)
  await client.connect(new StdioServerTransport(child.stdout, child.stdin) as Transport)
  return one
}

/** Ends the input of a program; resolves with its exit code and signal. */
async function end({ client, program }: Agent): Promise<unknown> {
  program.child.stdin.end()
  const outcome = await program.exited
  await client.close()
  return outcome
}

const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { interval: 20 })
const tell = (from: Agent, recipient: string, payload: string): ReturnType<typeof call> =>
  call(from.client, 'send_message', { action: 'status_update', recipient, payload })

async function inboxOf(agent: string): Promise<string[]> {
  const folder = path.join(root, '.switchboard', 'inbox', agent)
  const files = await readdir(folder).catch(() => [])
  const texts = await Promise.all(files.filter((file) => file.endsWith('.json')).map((file) => readFile(path.join(folder, file), 'utf8')))
  return texts.map((text) => (JSON.parse(text) as { payload: string }).payload)
}

const serverInfo = async (): Promise<{ pid: number; port: number }> =>
  JSON.parse(await readFile(path.join(root, '.switchboard', 'server_info.json'), 'utf8')) as { pid: number; port: number }

describe('patchbay mcp', () => {
  it('gives the workspace back if its input ends while it takes it', async () => {
    const { child, exited } = run('ann')
    const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo: { name: 'ide', version: '1' } }
    child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
    expect(await exited).toEqual([0, null])
    await expect(serverInfo()).rejects.toThrow('ENOENT')
  })

  it('refuses a message that is too long for the server with its words, and goes on', async () => {
    const both = await Promise.all([start('ann'), start('bob')])
    const keeper = (await serverInfo()).pid
    for (const agent of both) {
      const refused = tell(agent, 'cat', 'x'.repeat(3_000_000))
      if (agent.pid === keeper) expect((await refused).error).toContain('The arguments are not valid')
      else await expect(refused).rejects.toThrow('A request can have at most 1,048,576 bytes.')
      expect((await tell(agent, 'cat', 'short')).error).toBeUndefined()
    }
  })

  it('says why it ends if its client sends more than it reads, and what it cannot read', async () => {
    const { child, exited } = run('ann')
    const words = text(child.stderr)
    child.stdin.write('{"jsonrpc"\n')
    child.stdin.write('x'.repeat(9 * 1024 * 1024))
    expect(await exited).toEqual([1, null])
    expect(await words).toMatch(/cannot be read: .*JSON[^]*cannot be read: .*8388608 bytes/)
  })

  it('exits immediately with a message if there is no such workspace, and creates none', async () => {
    const args = [launcher, 'mcp', '--workspace', path.join(root, 'nowhere'), '--agent', 'ann']
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'] })
    const words = text(child.stderr)
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(await words).toContain(`the folder ${path.join(root, 'nowhere')} does not exist`)
    expect(await readdir(root)).toEqual([])
  })

  it('serves a workspace alone; a second one joins it; both have their names immediately; nobody becomes lead without a window (F24); they exit when their input ends, and leave no server_info.json', async () => {
    const [ann, bob] = await Promise.all([start('ann', '--role', 'lead'), start('bob', '--role', 'tester')])
    expect([ann.pid, bob.pid]).toContain((await serverInfo()).pid)
    expect((await tell(ann, 'bob', 'hello')).error).toBeUndefined()
    expect((await tell(bob, 'ANN', 'hello yourself')).error).toBeUndefined()
    const { data } = await call(bob.client, 'get_team_roster')
    expect(data).toMatchObject({
      agents: [
        { name: 'ann', isConnected: true },
        { name: 'bob', role: 'tester', isConnected: true },
      ],
    })
    expect(JSON.stringify(data)).not.toContain('"lead"')
    expect([await inboxOf('ann'), await inboxOf('bob')]).toEqual([['hello yourself'], ['hello']])
    expect((await stat(path.join(root, '.switchboard', 'auth_token'))).mode & 0o777).toBe(0o600)
    expect([await end(ann), await end(bob)]).toEqual([
      [0, null],
      [0, null],
    ])
    await expect(serverInfo()).rejects.toThrow('ENOENT')
  })

  it('takes over when the keeper is killed: the same client sends, is found, and is notified of its subscriptions', async () => {
    const ann = await start('ann')
    const [bob, eve] = await Promise.all([start('bob'), start('eve')])
    const updated: string[] = []
    eve.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri))
    await eve.client.subscribeResource({ uri: 'switchboard://inbox/eve' })
    const sending = Array.from({ length: 20 }, (_, index) => tell(eve, 'bob', `note ${index}`))
    await until(async () => expect((await inboxOf('bob')).length).toBeGreaterThan(2))
    process.kill(ann.pid, 'SIGKILL')
    const answers = await Promise.all(sending)
    expect(answers.filter((answer) => answer.error !== undefined)).toEqual([])
    expect((await inboxOf('bob')).toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `note ${index}`).toSorted())
    await until(async () => expect([bob.pid, eve.pid]).toContain((await serverInfo()).pid))
    expect((await tell(eve, 'bob', 'after')).error).toBeUndefined()
    expect(updated).toEqual([])
    expect((await tell(bob, 'eve', 'here too')).error).toBeUndefined()
    await until(() => expect(updated).toEqual(['switchboard://inbox/eve']))
  })

  it('keeps its name when its own process is killed and restarted, and never takes it from a live one', async () => {
    const [, first] = await Promise.all([start('keeper'), start('bob')])
    expect((await tell(first, 'keeper', 'one')).error).toBeUndefined()
    const second = await start('bob')
    expect((await tell(second, 'keeper', 'stolen')).error).toContain('no name yet')
    await until(() => expect(second.said()).toContain('bob is not registered yet: “bob” is in use by another session'))
    expect((await tell(first, 'keeper', 'two')).error).toBeUndefined()
    await end(second)
    process.kill(first.pid, 'SIGKILL')
    await first.program.exited
    const again = await start('bob')
    expect((await tell(again, 'keeper', 'three')).error).toBeUndefined()
    expect((await inboxOf('keeper')).toSorted()).toEqual(['one', 'three', 'two'])
  })

  it('refuses an invalid name', async () => {
    const ran = await runCommand(['mcp', '--workspace', root, '--agent', '../x', '--data', path.join(root, 'data')], { cwd: root })
    expect(ran).toEqual({ code: 2, out: '', err: expect.stringContaining('--agent: ') as string })
    await expect(readdir(path.join(root, '.switchboard'))).rejects.toThrow('ENOENT')
  })
})

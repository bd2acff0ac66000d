import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launcher } from '../launcher.ts'

const client = path.join(import.meta.dirname, '..', 'programs', 'mcp-exchange.ts')

/** The result of an exchange. Counts are of files, not of what anybody reports. */
export interface Exchange {
  readonly kills: number
  readonly reconnects: number
  /** Per recipient: missing payloads, and more than one file per payload. */
  readonly lost: readonly string[]
  readonly twice: readonly string[]
}

/**
 * Two client processes send each other `count` messages over Streamable HTTP, while the server, a third process, is killed and restarted `kills` times, spread
 * over the messages.
 */
export async function exchangeUnderKills(count: number, kills: number): Promise<Exchange> {
  const root = await mkdtemp(path.join(tmpdir(), 'patchbay-exchange-'))
  const children = new Set<ChildProcess>()
  const start = (program: string, ...args: string[]): ChildProcess => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
    children.add(child)
    child.once('close', () => children.delete(child))
    return child
  }
  const startServer = async (): Promise<ChildProcess> => {
    const server = start(launcher, 'mcp', '--workspace', root, '--agent', 'keeper', '--data', path.join(root, 'data'))
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'keeper', version: '1' } }
    server.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`)
    await new Promise((resolve) => server.stdout?.once('data', resolve))
    return server
  }
  try {
    let server = await startServer()
    const done = Promise.all([start(client, root, 'ann', 'bob', `${count}`), start(client, root, 'bob', 'ann', `${count}`)].map(resultOf))
    let isOver = false
    const watched = done.finally(() => (isOver = true))
    const isRunning = (): boolean => !isOver
    let killed = 0
    while (isRunning() && killed < kills) {
      const delivered = (await Promise.all(['ann', 'bob'].map((agent) => files(root, agent)))).map(({ length }) => length)
      // A client that is killed during its first registration cannot prove its name, and gets it back only after a minute.
      const areBothRegistered = delivered.every((mail) => mail > 0)
      if (!areBothRegistered || delivered.reduce((sum, mail) => sum + mail, 0) < (2 * count * (killed + 1)) / (kills + 1)) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        continue
      }
      server.kill('SIGKILL')
      killed += 1
      server = await startServer()
    }
    const results = await watched
    const [ann, bob] = [await payloads(root, 'ann'), await payloads(root, 'bob')]
    const wanted = { ann: numbered('bob', count), bob: numbered('ann', count) }
    return {
      kills: killed,
      reconnects: results.reduce((sum, one) => sum + one.reconnects, 0),
      lost: [...wanted.ann.filter((one) => !ann.includes(one)), ...wanted.bob.filter((one) => !bob.includes(one))],
      twice: [...ann.filter((one, index) => ann.indexOf(one) !== index), ...bob.filter((one, index) => bob.indexOf(one) !== index)],
    }
  } finally {
    const ended = [...children].map((child) => new Promise((resolve) => child.once('close', resolve)))
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(ended)
    await rm(root, { recursive: true, force: true })
  }
}

const numbered = (from: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${from} ${index}`)

async function resultOf(child: ChildProcess): Promise<{ reconnects: number }> {
  let out = ''
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return JSON.parse(out) as { reconnects: number }
}

async function files(root: string, agent: string): Promise<string[]> {
  const folder = path.join(root, '.switchboard', 'inbox', agent)
  const names = await readdir(folder).catch(() => [])
  return names.filter((file) => file.endsWith('.json') && !file.startsWith('.')).map((file) => path.join(folder, file))
}

async function payloads(root: string, agent: string): Promise<string[]> {
  const texts = await Promise.all((await files(root, agent)).map((file) => readFile(file, 'utf8')))
  return texts.map((text) => (JSON.parse(text) as { payload: string }).payload)
}

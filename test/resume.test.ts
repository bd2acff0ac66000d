import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { openJournal } from '../src/io/journal/open.ts'
import { launcher } from './launcher.ts'
import { connectSocket } from './suites/socket-client.ts'
import { sized } from './sizes.ts'

/** The real command is killed repeatedly while an agent writes. */
const root = path.join(import.meta.dirname, '..')
const isBuilt = existsSync(path.join(root, 'out', 'renderer', 'index.html'))
const kills = sized(2, 200)

let folder: string
let child: ChildProcess | undefined
let writer: NodeJS.Timeout | undefined
const sockets: WebSocket[] = []

beforeEach((context) => {
  context.skip(!isBuilt, 'the page is not built: npm run build')
  folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-resume-'))
  mkdirSync(path.join(folder, 'work', '.workplace'), { recursive: true })
})
afterEach(async () => {
  clearInterval(writer)
  for (const socket of sockets.splice(0)) socket.terminate()
  await end('SIGKILL')
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** Starts `patchbay serve` and resolves with its address. */
async function serve(): Promise<string> {
  const options = ['--no-open', '--data', path.join(folder, 'data'), '--workspace', path.join(folder, 'work')]
  child = spawn(process.execPath, [launcher, 'serve', ...options], { stdio: ['ignore', 'pipe', 'ignore'] })
  if (child.stdout === null) throw new Error('no output')
  const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return address
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill(signal)
  await closed
}

it(
  `SIGKILL ${kills} times while an agent writes: every line is stored, once and in order (F19)`,
  async ({ annotate }) => {
    const chat = path.join(folder, 'work', '.workplace', 'chat.md')
    let lines = 0
    writer = setInterval(() => {
      appendFileSync(chat, Array.from({ length: sized(5, 20) }, () => `[coder-to-reviewer]: line ${lines++}\n`).join(''))
    }, 15)
    for (let kill = 0; kill < kills; kill++) {
      await serve()
      await sleep((kill * 97) % 500) // a different moment each time
      await end('SIGKILL')
    }
    clearInterval(writer)

    const address = await serve()
    const client = connectSocket({ address, port: Number(new URL(address).port) }, sockets)
    const workspaces = await client.call('workspaces.list', {})
    const workspace = workspaces.ok ? workspaces.value[0]?.id : undefined
    if (workspace === undefined) throw new Error('the workspace is not listed')
    let messages = 0
    client.subscribe({ workspace }, (push) => {
      if (push.type === 'state') messages = push.messages
    })
    await vi.waitFor(() => expect(messages).toBeGreaterThanOrEqual(lines))
    client.close()
    await end('SIGTERM')

    const journal = openJournal({ dataDir: path.join(folder, 'data') })
    if (!journal.ok) throw new Error(journal.fault.message)
    // What the lamp of the link was is stored, too.
    const events = [...journal.value.replay(workspace, 0)].filter(({ body }) => body.kind !== 'lamp')
    const stored = events.map(({ body }) => (body.kind === 'message' ? body.text : body.kind))
    const { integrity } = journal.value.health()
    journal.value.close()
    expect(stored).toEqual(Array.from({ length: lines }, (_, line) => `line ${line}`))
    expect(integrity).toBe('ok')
    await annotate(`${kills} kills, ${lines.toLocaleString('en')} lines, 0 lost, 0 twice`, 'F19')
  },
  160_000 + kills * 2_000,
)

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startWebShell } from '../../e2e/shells/web.ts'
import type { Client } from '../../src/api/client.ts'
import type { Input, MethodName, Output, WorkspaceState } from '../../src/api/contract.ts'
import { isMessage, type MessageEvent } from '../../src/core/event.ts'
import { connectSocket, untilOpen } from '../suites/socket-client.ts'
import { processesOf, type FoundProcess } from './processes.ts'

/** Patchbay with one workspace, as `patchbay serve --mcp` starts it, and folders of its own for everything that a program writes. */
export interface AgentWorld {
  /** Also marks the processes of the run. */
  readonly scratch: string
  readonly home: string
  readonly workspace: string
  readonly dataDir: string
  readonly id: string
  readonly client: Client
  call<M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>>
  state(): WorkspaceState
  /** The newest version of each message. */
  messages(): readonly MessageEvent[]
  /** Pieces of answers as they grew on the screen. */
  growing(): readonly string[]
  /** Processes of the run, without Patchbay. */
  left(): readonly FoundProcess[]
  /** Waits until `look` returns something; rejects with `what` after 60 s. */
  until<T>(what: string, look: () => T | undefined | false, ms?: number): Promise<T>
  close(): Promise<void>
}

/** @param bin folder with commands of programs, first in Patchbay's PATH. */
export async function openWorld(scratch: string, bin: string): Promise<AgentWorld> {
  const folder = (name: string): string => {
    mkdirSync(path.join(scratch, name), { recursive: true })
    return path.join(scratch, name)
  }
  const [workspace, dataDir, home] = [folder('team'), folder('data'), folder('home')]
  makeGitFolder(workspace)
  const env = { ...process.env, HOME: home, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` }
  const shell = await startWebShell({ dataDir, workspace, args: ['--mcp', '--port', '0'], env })
  const port = Number(new URL(shell.address).port)
  const client = await untilOpen(connectSocket({ address: shell.address, port }, []))
  const id = (await valueOf(client, 'workspaces.list', {}))[0]?.id ?? ''
  let state: WorkspaceState | undefined
  const messages = new Map<string, MessageEvent>()
  const growing: string[] = []
  client.subscribe({ workspace: id }, (push) => {
    if (push.type === 'state') state = push
    else if (push.type === 'events')
      for (const event of push.events.filter(isMessage)) messages.set(`${event.source} ${event.wireId}`, event)
    else if (push.type === 'live') for (const { text } of push.streams) if (text !== undefined && text !== '') growing.push(text)
  })
  const world: AgentWorld = {
    scratch,
    home,
    workspace,
    dataDir,
    id,
    client,
    call: (method, input) => valueOf(client, method, input),
    state() {
      if (state === undefined) throw new Error('There is no state yet.')
      return state
    },
    messages: () => [...messages.values()],
    growing: () => growing,
    left: () => processesOf(scratch, shell.pid),
    async until(what, look, ms = 60_000) {
      for (const end = performance.now() + ms; performance.now() < end; await sleep(50)) {
        const found = look()
        if (found !== undefined && found !== false) return found as Exclude<typeof found, false>
      }
      throw new Error(`not within ${ms / 1_000} s: ${what}`)
    },
    async close() {
      client.close()
      await shell.stop()
    },
  }
  await world.until('the first state', () => state !== undefined)
  return world
}

/** Codex works only in folders that Git knows. */
export function makeGitFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('git', ['init', '--quiet', folder])
}

/** A folder for one run. */
export function scratchFolder(): string {
  return realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-agents-')))
}

/** Removes the folder of a run, and ends what is left of it by process id. @returns what was left. */
export async function cleanUp(scratch: string): Promise<readonly FoundProcess[]> {
  const left = processesOf(scratch)
  for (const { pid } of left) process.kill(pid, 'SIGKILL')
  for (let tries = 0; tries < 100 && processesOf(scratch).length > 0; tries++) await sleep(50)
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  return left
}

async function valueOf<M extends MethodName>(client: Client, method: M, input: Input<M>): Promise<Output<M>> {
  const answer = await client.call(method, input)
  if (!answer.ok) throw new Error(`${method}: ${answer.fault.message} ${answer.fault.detail ?? ''}`)
  return answer.value
}

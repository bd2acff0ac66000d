import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import type { Client } from '../../src/api/client.ts'
import type { Push, WorkspaceState } from '../../src/api/contract.ts'
import { connectInProcess } from '../../src/api/wires/in-process.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import { openEngine, type Engine } from '../../src/engine/engine.ts'
import type { OpenPastReads } from '../../src/engine/past/port.ts'
import type { Shell } from '../../src/core/shell.ts'
import { pastHere } from './past-here.ts'
import { valueOf } from './value-of.ts'

/** An engine on its own data folder, with a client; `stop` leaves nothing behind. */
export interface TestEngine {
  readonly client: Client
  readonly engine: Engine
  /** An empty project folder. */
  readonly folder: string
  readonly dataDir: string
  /** Lines that the engine logged. */
  readonly logged: string[]
  /** What it reported to the process that started it. */
  readonly warned: string[]
  /** Advances its clock, ms, also for the engines after it. */
  skip(ms: number): void
  /** Lets time pass: moves its steady clock, too. */
  pass(ms: number): void
  /** Closes the engine and opens another one on the same data folder. */
  restart(): Promise<TestEngine>
  stop(): Promise<void>
}

export interface TestEngineOptions {
  readonly protocols: readonly Protocol[]
  readonly shell?: Partial<Shell>
  readonly now?: () => number
  /** A steady clock that stands still: nothing seems to take long, however busy the machine is. */
  readonly isQuick?: true
  /** Default: without a thread, which would not know the protocols of a test. */
  readonly pastReads?: OpenPastReads
}

/** Opens an engine in a new temporary folder. */
export async function testEngine(options: TestEngineOptions): Promise<TestEngine> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'patchbay-engine-')))
  return openOn(root, await mkdtemp(path.join(root, 'project-')), options, { skipped: 0, passed: 0 })
}

async function openOn(
  root: string,
  folder: string,
  options: TestEngineOptions,
  clock: { skipped: number; passed: number },
): Promise<TestEngine> {
  const dataDir = path.join(root, 'data')
  const logged: string[] = []
  const warned: string[] = []
  const opened = await openEngine({
    dataDir,
    shell: { kind: 'in-process', ...options.shell },
    protocols: options.protocols,
    log: (message, fields) => logged.push(`${message} ${JSON.stringify(fields ?? {})}`),
    version: '0.0.0-test',
    warn: (words) => warned.push(words),
    now: () => (options.now ?? Date.now)() + clock.skipped + clock.passed,
    steady: () => (options.isQuick === true ? 0 : performance.now()) + clock.passed,
    random: () => 0,
    pastReads: options.pastReads ?? pastHere,
  })
  const engine = valueOf(opened)
  const client = connectInProcess(engine.server, (message, fields) => logged.push(`${message} ${JSON.stringify(fields ?? {})}`))
  const end = async (): Promise<void> => {
    client.close()
    await engine.close()
  }
  return {
    client,
    engine,
    folder,
    dataDir,
    logged,
    warned,
    skip: (ms) => void (clock.skipped += ms),
    pass: (ms) => void (clock.passed += ms),
    async restart() {
      await end()
      return openOn(root, folder, options, clock)
    },
    async stop() {
      await end()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Everything pushed to one subscription. */
export interface Followed {
  readonly pushes: Push[]
  /** The latest state; waits until `isDone` accepts it. */
  state(isDone?: (state: WorkspaceState) => boolean): Promise<WorkspaceState>
  /** Waits until `isDone` accepts the pushes. */
  until(isDone: (pushes: readonly Push[]) => boolean): Promise<void>
  end(): void
}

/** Subscribes and collects. */
export function follow(client: Client, workspace: string, cursor?: number): Followed {
  const pushes: Push[] = []
  const waiting = new Set<() => void>()
  const end = client.subscribe({ workspace, ...(cursor !== undefined && { cursor }) }, (push) => {
    pushes.push(push)
    for (const look of waiting) look()
  })
  async function until(isDone: (pushes: readonly Push[]) => boolean): Promise<void> {
    if (isDone(pushes)) return
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`not pushed in time; got ${JSON.stringify(pushes.slice(-3)).slice(0, 3_000)}`))
      }, inject('patienceMs'))
      const look = (): void => {
        if (!isDone(pushes)) return
        clearTimeout(timer)
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
    })
  }
  const lastState = (): WorkspaceState | undefined => pushes.findLast((push) => push.type === 'state')
  return {
    pushes,
    until,
    async state(isDone = () => true) {
      await until(() => {
        const state = lastState()
        return state !== undefined && isDone(state)
      })
      const state = lastState()
      if (state === undefined) throw new Error('no state')
      return state
    },
    end,
  }
}

/** Texts of the messages that were pushed as events, in order. */
export function texts(pushes: readonly Push[]): string[] {
  return pushes
    .flatMap((push) => (push.type === 'events' ? push.events : []))
    .flatMap((event) => (event.body.kind === 'message' ? [event.body.text] : []))
}

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Input, MethodName, Output } from '../../src/api/contract.ts'
import type { Event } from '../../src/core/event.ts'
import type { Fault } from '../../src/core/fault.ts'
import type { Shell } from '../../src/core/shell.ts'
import { callFault, callValue } from './calls.ts'
import { follow, testEngine, type TestEngine } from './engine.ts'
import { fakeProtocol, type FakeProtocol } from './protocol.ts'

/** An engine with one open workspace, in which the fake protocol has four events. */
interface OpenedEngine {
  fake: FakeProtocol
  running: TestEngine
  /** Id of the workspace; its folder is `running.folder`. */
  workspace: string
}

/** The engine of the running test, and calls for testing its contract. */
interface EngineUnderTest extends OpenedEngine {
  /** Closes it and starts another, whose shell has more capabilities. */
  start(shell: Partial<Shell>): Promise<void>
  readonly value: <M extends MethodName>(method: M, input: Input<M>) => Promise<Output<M>>
  readonly faultOf: <M extends MethodName>(method: M, input: Input<M>) => Promise<Fault>
  readonly events: (filter?: Input<'feed.page'>['filter']) => Promise<Event[]>
  /** The event at this index, counting lines that are not messages. */
  readonly eventAt: (index: number) => Promise<Event>
  /** Id of the first link. */
  readonly source: () => Promise<string>
}

/** An engine for every test of a file, started before it and closed after it. */
export function useOpenedEngine(): EngineUnderTest {
  const opened: Partial<OpenedEngine> = {}
  beforeEach(async () => void Object.assign(opened, await openedEngine()))
  afterEach(() => engine.running.stop())
  const value: EngineUnderTest['value'] = (method, input) => callValue(engine.running.client, method, input)
  const events: EngineUnderTest['events'] = async (filter = {}) =>
    (await value('feed.page', { workspace: engine.workspace, filter, limit: 100 })).events
  const engine: EngineUnderTest = Object.assign(opened as OpenedEngine, {
    value,
    events,
    start: async (shell: Partial<Shell>) => {
      await engine.running.stop()
      Object.assign(engine, await openedEngine(shell))
    },
    faultOf: <M extends MethodName>(method: M, input: Input<M>) => callFault(engine.running.client, method, input),
    eventAt: async (index: number) => {
      const event = (await events({ raw: true }))[index]
      if (event === undefined) throw new Error(`no event ${index}`)
      return event
    },
    source: async () => (await follow(engine.running.client, engine.workspace).state()).links[0]?.id ?? '',
  })
  return engine
}

/** The texts of messages; for other events their kind. */
export function bodiesOf(events: readonly Event[]): string[] {
  return events.map((event) => (event.body.kind === 'message' ? event.body.text : event.body.kind))
}

async function openedEngine(shell: Partial<Shell> = {}): Promise<OpenedEngine> {
  const fake = fakeProtocol()
  fake.medium.push('coder>reviewer: bad news', 'reviewer>coder: why?', 'coder>tester: see\nbelow', 'no message')
  const running = await testEngine({ protocols: [fake], shell })
  const { id } = await callValue(running.client, 'workspaces.open', { path: running.folder })
  await writeFile(path.join(running.folder, 'fake.txt'), `${fake.medium.join('\n')}\n`)
  return { fake, running, workspace: id }
}

import { realpath } from 'node:fs/promises'
import { defaultOperator } from '../core/workspace.ts'
import { defaultDeskLimits } from '../core/debt.ts'
import { demoDeadlock } from '../core/demo-story.ts'
import { defaultStuckLimits } from '../core/stuck.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import type { DemoActor } from '../core/protocol.ts'
import { makeDemoFolder, removeDemoFolder } from '../io/demo-folder.ts'
import type { Services } from './services.ts'
import type { EngineGate } from './gate/gate.ts'
import type { Room } from './room.ts'
import type { Rooms } from './rooms.ts'

/** The temporary workspace with scripted agents; only one at a time. */
export interface Demo {
  /** Starts it, or returns the running one. */
  start(): Promise<Result<Room>>
  /** Stops it if this is its workspace: agents, links, events and folder. */
  forget(workspace: string): Promise<Result<boolean>>
  close(): Promise<void>
}

/** The words for agents would tell the operator to wait. */
const halted = fail(
  'refused',
  'Everything is halted, and the demo would start agents. Open Patchbay without the demo and press Resume first.',
)

/** Opens the demo. Nothing runs before `start`. */
export function openDemo(services: Services, gate: EngineGate, rooms: Rooms): Demo {
  let starting: Promise<Result<Room>> | undefined
  let running: { readonly room: Room; readonly folder: string; readonly actors: DemoActor[] } | undefined

  async function begin(): Promise<Result<Room>> {
    if (services.halts.refusing(undefined).length > 0) return halted
    const made = await makeDemoFolder(await realpath(services.dataDir))
    if (!made.ok) return made
    const folder = made.value
    const opened = await rooms.open(folder, { name: 'Demo', operator: defaultOperator, demo: true })
    if (!opened.ok) {
      await removeDemoFolder(services.dataDir, folder)
      return opened
    }
    running = { room: opened.value, folder, actors: [] }
    opened.value.desk.setLimits({ ...defaultDeskLimits, stuck: { ...defaultStuckLimits, deadlock: demoDeadlock } })
    for (const [id, protocol] of services.protocols) {
      if (protocol.demo === undefined) continue
      const start = protocol.demo.bind(protocol)
      const started = await gate.perform(
        {
          actor: { kind: 'system', name: 'demo' },
          effect: { kind: 'spawn', target: id, exact: `demo ${folder}` },
          workspace: opened.value.id,
          question: 'Start the demo’s scripted agents?',
        },
        async () => ok(start(folder)),
      )
      if (!started.ok) {
        await end()
        return started
      }
      running.actors.push(started.value)
      for (const link of (await started.value.links?.(defaultOperator)) ?? []) await opened.value.links.add(id, link.name, link.config)
    }
    return opened
  }

  async function end(): Promise<Result<void>> {
    const ending = running
    running = undefined
    if (ending === undefined) return ok(undefined)
    await Promise.all(ending.actors.map((actor) => actor.stop()))
    const forgotten = await rooms.forget(ending.room.id)
    const removed = await removeDemoFolder(await realpath(services.dataDir), ending.folder)
    return forgotten.ok ? removed : forgotten
  }

  return {
    start() {
      if (running !== undefined && starting === undefined) return Promise.resolve(ok(running.room))
      starting ??= begin().finally(() => (starting = undefined))
      return starting
    },
    async forget(workspace) {
      if (running?.room.id !== workspace) return ok(false)
      const ended = await end()
      return ended.ok ? ok(true) : ended
    },
    async close() {
      await starting
      const ended = await end()
      if (!ended.ok) services.log('the demo was not removed completely', { fault: ended.fault })
    },
  }
}

/** Removes what earlier demos left behind when Patchbay was killed. */
export async function sweepDemos(services: Services): Promise<void> {
  for (const workspace of services.journal.workspaces().filter((each) => each.demo)) {
    services.journal.removeWorkspace(workspace.id)
    const removed = await removeDemoFolder(await realpath(services.dataDir), workspace.path)
    if (!removed.ok) services.log('an old demo folder could not be removed', { fault: removed.fault })
  }
}

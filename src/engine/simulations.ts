import { Worker } from 'node:worker_threads'
import type { Input, Output } from '../api/contract.ts'
import { isActive, type ScenarioName, type SimulationRun } from '../api/simulations.ts'
import { fail, ok, reasonOf, type Fault, type Result } from '../core/fault.ts'
import type { Scenario } from '../core/scenario/scenario.ts'
import { programFile } from '../io/program-file.ts'
import { makeSimulationFolder, type SimulationFolder } from '../io/simulation-folder.ts'
import type { EngineGate } from './gate/gate.ts'
import type { Services } from './services.ts'

/** What the thread is told. */
export interface SimulationTask {
  readonly scenario: Scenario
  readonly seed: number
  readonly speed: number
  readonly links: readonly string[]
  readonly folder: Pick<SimulationFolder, 'workspace' | 'data'>
  readonly version: string
  readonly began: number
}

/** A look at the simulated workspace: its state, a window of its Flow, its day, or one event. */
export type SimulationLook =
  | { readonly what: 'state' }
  | { readonly what: 'flow'; readonly input: Input<'simulations.flow'> }
  | { readonly what: 'day'; readonly input: Input<'simulations.day'> }
  | { readonly what: 'event'; readonly input: Input<'simulations.event'> }

interface Seen {
  readonly state: Output<'simulations.shown'>
  readonly flow: Output<'simulations.flow'>
  readonly day: Output<'simulations.day'>
  readonly event: Output<'simulations.event'>
}

/** What the thread is told while it runs. */
export type SimulationOrder =
  | { readonly stop: true }
  | { readonly look: { readonly id: number } & SimulationLook }
  | { readonly speed?: number | undefined; readonly mode?: 'go' | 'pause' | 'step' | undefined }

/** What the thread says: how far it is, and at last why it ended. */
export type SimulationMessage =
  | { readonly kind: 'places'; readonly places: SimulationRun['places'] }
  | ({ readonly kind: 'progress' } & Pick<SimulationRun, 'passed' | 'done' | 'written' | 'seen' | 'slowestMs'>)
  | { readonly kind: 'verdict'; readonly verdict: SimulationRun['verdicts'][number] }
  /** A step is over. */
  | { readonly kind: 'paused' }
  /** It was played to its end; its workspace is still there while somebody looks at it. */
  | { readonly kind: 'played' }
  | { readonly kind: 'seen'; readonly id: number; readonly answer: Result<unknown> }
  | { readonly kind: 'ended'; readonly fault?: Fault }

export interface SimulationStart {
  readonly name: ScenarioName
  readonly scenario: Scenario
  readonly seed: number
  readonly speed: number
  readonly links: readonly string[]
  /** How many actions its plan has. */
  readonly actions: number
}

/** Plays scenarios, one at a time, each in a thread with an engine of its own. */
export interface Simulations {
  start(start: SimulationStart): Promise<Result<SimulationRun>>
  /** The one that runs, or the last one. */
  current(): SimulationRun | undefined
  /** Those before, newest first. */
  before(): readonly SimulationRun[]
  pace(order: Exclude<SimulationOrder, { stop: true } | { look: unknown }>): Result<void>
  /** Reads the simulated workspace. Faults: `not-found` once it was removed. */
  look<L extends SimulationLook>(wanted: L): Promise<Result<Seen[L['what']]>>
  /** Resolves when its workspace is gone. */
  stop(fault?: Fault): Promise<void>
  close(): Promise<void>
}

const mostBefore = 10
/** How long the engine of a simulation may take to close before its thread is ended, ms. */
const closeMs = 3_000

const nothingYet = {
  state: 'starting',
  passed: 0,
  done: 0,
  written: 0,
  seen: 0,
  slowestMs: 0,
  verdicts: [],
  places: [],
} satisfies Partial<SimulationRun>
const noneThere = fail('not-found', 'The simulated workspace was removed. Run the simulation again to see it.')
const stopped: Fault = { code: 'cancelled', message: 'The simulation was stopped.' }

type Needed = Pick<Services, 'version' | 'now' | 'newId' | 'log'> & { readonly halts: Pick<Services['halts'], 'onChange' | 'refusing'> }

/** Opens the simulations. A halt of everything ends the one that runs or starts, and none starts while it lasts. */
export function openSimulations({ version, now, newId, halts, log }: Needed, gate: Pick<EngineGate, 'perform'>): Simulations {
  let current: SimulationRun | undefined
  let before: readonly SimulationRun[] = []
  let thread: { readonly worker: Worker; readonly gone: Promise<void> } | undefined
  let lastLook = 0
  const looks = new Map<number, (answer: Result<unknown>) => void>()
  let starting: Promise<Result<SimulationRun>> | undefined
  /** Why the one that is starting must not. */
  let calledOff: Fault | undefined

  const change = (run: SimulationRun, next: Partial<SimulationRun>): void => {
    if (current?.id === run.id) current = { ...current, ...next }
  }

  function take(run: SimulationRun, message: Exclude<SimulationMessage, { kind: 'seen' }>): void {
    if (!isActive(current)) return
    switch (message.kind) {
      case 'places':
        return change(run, { places: message.places, ...(current.state === 'starting' && { state: 'running' }) })
      case 'progress': {
        const { kind: _kind, ...progress } = message
        return change(run, progress)
      }
      case 'verdict':
        return change(run, { verdicts: [...(current?.verdicts ?? []), message.verdict] })
      case 'paused':
        return change(run, { state: 'paused' })
      case 'played':
        return change(run, { state: 'ended' })
      default: {
        const { fault } = message
        change(run, fault === undefined ? { state: 'ended' } : { state: fault.code === 'cancelled' ? 'stopped' : 'failed', fault })
      }
    }
  }

  function launch(run: SimulationRun, task: SimulationTask, folder: SimulationFolder): void {
    const worker = new Worker(programFile(import.meta.url, '../simulation/thread.ts', 'simulation-thread'), { workerData: task })
    worker.unref()
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const gone = exited.then(async () => {
      take(run, { kind: 'ended', fault: { code: 'internal', message: 'The thread of the simulation ended.' } })
      await folder.remove().catch((thrown: unknown) => log('a simulation was not removed completely', { reason: reasonOf(thrown) }))
      if (thread?.worker === worker) thread = undefined
      for (const answer of looks.values()) answer(noneThere)
      looks.clear()
    })
    thread = { worker, gone }
    worker.on('message', (message: SimulationMessage) => {
      if (message.kind === 'seen') {
        looks.get(message.id)?.(message.answer)
        looks.delete(message.id)
      } else take(run, message)
      if (message.kind === 'ended') void worker.terminate()
    })
    worker.once('error', (error) =>
      take(run, { kind: 'ended', fault: { code: 'internal', message: 'The simulation could not be played.', detail: reasonOf(error) } }),
    )
  }

  async function stop(fault: Fault = stopped): Promise<void> {
    if (starting !== undefined) {
      calledOff ??= fault
      await starting
    }
    const ending = thread
    if (ending === undefined) return
    if (current !== undefined) take(current, { kind: 'ended', fault })
    ending.worker.postMessage({ stop: true } satisfies SimulationOrder, [])
    const late = setTimeout(() => void ending.worker.terminate(), closeMs)
    await ending.gone
    clearTimeout(late)
  }

  const endHalts = halts.onChange(() => {
    if ((starting !== undefined || isActive(current)) && halts.refusing(undefined).length > 0)
      void stop({ code: 'cancelled', message: 'The simulation ended with the halt.' })
  })

  async function begin({ name, scenario, seed, speed, links, actions }: SimulationStart): Promise<Result<SimulationRun>> {
    // The one before is being removed, or still looked at.
    thread?.worker.postMessage({ stop: true } satisfies SimulationOrder, [])
    await thread?.gone
    const folder = await makeSimulationFolder()
    if (!folder.ok) return folder
    if (calledOff !== undefined) {
      await folder.value.remove()
      return { ok: false, fault: calledOff }
    }
    if (current !== undefined) before = [current, ...before].slice(0, mostBefore)
    current = {
      ...nothingYet,
      id: newId(),
      scenario: name,
      title: scenario.title,
      seed,
      speed,
      links: [...links],
      duration: scenario.duration * 1_000,
      actions,
    }
    const { workspace, data } = folder.value
    launch(current, { scenario, seed, speed, links, folder: { workspace, data }, version, began: now() }, folder.value)
    return ok(current)
  }

  return {
    async start(wanted) {
      if (starting !== undefined || isActive(current)) return fail('conflict', 'A simulation is running. Stop it first.')
      calledOff = undefined
      const { name, seed, speed, links } = wanted
      const exact = `simulate ${name.file} --seed ${seed} --speed ${speed} --links ${links.join(',')}`
      starting = gate
        .perform(
          {
            actor: { kind: 'system', name: 'simulation' },
            effect: { kind: 'spawn', target: 'simulation', exact },
            question: 'Start a simulation in a throw-away workspace?',
          },
          () => begin(wanted),
        )
        .finally(() => (starting = undefined))
      return starting
    },
    current: () => current,
    before: () => before,
    pace(order) {
      if (thread === undefined || !isActive(current) || current === undefined) return fail('not-found', 'No simulation is running.')
      const going = current.places.length === 0 ? 'starting' : 'running'
      thread.worker.postMessage(order, [])
      change(current, {
        ...(order.speed !== undefined && { speed: order.speed }),
        ...(order.mode !== undefined && { state: order.mode === 'pause' ? 'paused' : going }),
      })
      return ok(undefined)
    },
    look<L extends SimulationLook>(wanted: L): Promise<Result<Seen[L['what']]>> {
      const id = ++lastLook
      const answer = new Promise<Result<unknown>>((resolve) => {
        if (thread === undefined) return resolve(noneThere)
        looks.set(id, resolve)
        thread.worker.postMessage({ look: { id, ...wanted } } satisfies SimulationOrder, [])
      })
      return answer as Promise<Result<Seen[L['what']]>>
    },
    stop,
    async close() {
      endHalts()
      await stop({ code: 'cancelled', message: 'Patchbay was closed.' })
    },
  }
}

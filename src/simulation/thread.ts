import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkspaceState } from '../api/contract.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import type { SimulationLook, SimulationMessage, SimulationOrder, SimulationTask } from '../engine/simulations.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { openPace } from './pace.ts'
import { simulateIn, type SimulatedWorkspace, type SimulationProgress } from './run.ts'

/** The thread that plays a scenario: it reports its progress, takes orders, and shows its workspace. */

/** Pause between two reports, ms. */
const tellMs = 100
/** After the end the workspace stays for this long after each look at it, ms. */
const lookedMs = 5_000

const { folder, speed, ...task } = workerData as SimulationTask
const stop = new AbortController()
const pace = openPace(speed)
let told = 0
let shown: { readonly workspace: SimulatedWorkspace; readonly state: () => WorkspaceState | undefined } | undefined
let lookedAt = -Infinity

parentPort?.on('message', (order: SimulationOrder) => {
  if ('stop' in order) return stop.abort()
  if ('look' in order) return void look(order.look)
  if (order.speed !== undefined) pace.setSpeed(order.speed)
  if (order.mode !== undefined) pace[order.mode]()
})

const ran = await simulateIn(folder, {
  ...task,
  pace,
  protocols: await loadProtocols(),
  signal: stop.signal,
  onVerdict: ({ met, at }, place) => post({ kind: 'verdict', verdict: { place, met, ...(at !== undefined && { at }) } }),
  onPlaces(places, workspace) {
    shown = { workspace, state: followState(workspace) }
    post({ kind: 'places', places: [...places] })
  },
  onProgress: tell,
  async linger() {
    post({ kind: 'played' })
    while (performance.now() < lookedAt + lookedMs && !stop.signal.aborted) await sleep(tellMs)
    shown = undefined
  },
})
post(ran.ok ? { kind: 'ended' } : { kind: 'ended', fault: ran.fault })

function tell(progress: SimulationProgress): void {
  const isOver = progress.passed >= task.scenario.duration * 1_000
  const now = performance.now()
  const isPaused = pace.isPaused()
  if (now - told < tellMs && !isOver && !isPaused) return
  told = now
  post({ kind: 'progress', ...progress })
  if (isPaused) post({ kind: 'paused' })
}

/** The latest state of the workspace. */
function followState({ client, id }: SimulatedWorkspace): () => WorkspaceState | undefined {
  let state: WorkspaceState | undefined
  client.subscribe({ workspace: id }, (push) => {
    if (push.type === 'state') state = push
  })
  return () => state
}

async function look({ id, ...wanted }: { readonly id: number } & SimulationLook): Promise<void> {
  lookedAt = performance.now()
  post({ kind: 'seen', id, answer: await read(wanted) })
}

function read(wanted: SimulationLook): Result<unknown> | Promise<Result<unknown>> {
  const state = shown?.state()
  if (shown === undefined || state === undefined) return fail('unavailable', 'The simulation is starting or ending.')
  const { client, id: workspace, now } = shown.workspace
  switch (wanted.what) {
    case 'flow':
      return client.call('flow.window', { workspace, ...wanted.input })
    case 'day':
      return client.call('flow.day', { workspace, ...wanted.input })
    case 'event':
      return client.call('events.get', wanted.input)
    default:
      return ok({ now: now(), state })
  }
}

function post(message: SimulationMessage): void {
  parentPort?.postMessage(message, [])
}

import { parentPort, workerData } from 'node:worker_threads'
import type { SimulationMessage, SimulationOrder, SimulationTask } from '../engine/simulations.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { openPace } from './pace.ts'
import { simulateIn, type SimulationProgress } from './run.ts'

/** The thread that plays a scenario: it reports its progress and takes orders. */

/** Pause between two reports, ms. */
const tellMs = 100

const { folder, speed, ...task } = workerData as SimulationTask
const stop = new AbortController()
const pace = openPace(speed)
let told = 0

parentPort?.on('message', (order: SimulationOrder) => {
  if ('stop' in order) return stop.abort()
  if (order.speed !== undefined) pace.setSpeed(order.speed)
  if (order.mode !== undefined) pace[order.mode]()
})

const ran = await simulateIn(folder, {
  ...task,
  pace,
  protocols: await loadProtocols(),
  signal: stop.signal,
  onVerdict: ({ met, at }, place) => post({ kind: 'verdict', verdict: { place, met, ...(at !== undefined && { at }) } }),
  onPlaces: (places) => post({ kind: 'places', places: [...places] }),
  onProgress: tell,
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

function post(message: SimulationMessage): void {
  parentPort?.postMessage(message, [])
}

import { parentPort, workerData } from 'node:worker_threads'
import type { SimulationMessage, SimulationOrder, SimulationTask } from '../engine/simulations.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { openPace } from './pace.ts'
import { simulateIn, type SimulationProgress } from './run.ts'

/** The thread that plays a scenario: says how far it is until it has ended, and takes orders meanwhile. */

/** How often it says how far it is, ms. */
const tellMs = 100

const { folder, speed, ...task } = workerData as SimulationTask
const stop = new AbortController()
const pace = openPace(speed)
/** The operator wants one step; it has been done. */
let isStep = false
let isStepped = false
let told = 0

parentPort?.on('message', (order: SimulationOrder) => {
  if ('stop' in order) return stop.abort()
  if (order.speed !== undefined) pace.setSpeed(order.speed)
  isStep = order.mode === 'step'
  if (order.mode === 'pause') pace.pause()
  else if (order.mode === 'go') pace.go()
  else if (order.mode === 'step') pace.step()
})

const ran = await simulateIn(folder, {
  ...task,
  pace: {
    ...pace,
    acted() {
      pace.acted()
      isStepped = isStep
      isStep = false
    },
  },
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
  if (now - told < tellMs && !isOver && !isStepped) return
  told = now
  post({ kind: 'progress', ...progress })
  if (isStepped) post({ kind: 'paused' })
  isStepped = false
}

function post(message: SimulationMessage): void {
  parentPort?.postMessage(message, [])
}

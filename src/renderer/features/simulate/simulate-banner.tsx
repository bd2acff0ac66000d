import { isActive } from '../../../api/simulations.ts'
import { momentText } from '../../../core/span-words.ts'
import { FlaskConical, Pause, Play, Square, StepForward } from 'lucide-react'
import { useEffect, useId } from 'react'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp, useStoreApi } from '../state/store.ts'
import '../halt/halt.css'
import '../replay/replay.css'
import './simulate.css'
import { SimulationSpeed } from './simulate-fields.tsx'
import { bannerRun } from './state/simulate.ts'

/** How often it is looked at while it runs, and while the operator is at Simulate and none runs, ms. */
const [runningMs, restingMs] = [300, 2_000]

/** Across the window while the operator watches a simulation: how far it is, and how it goes on. */
export function SimulateBanner(): React.JSX.Element | null {
  const run = useApp(bannerRun)
  const store = useStoreApi()
  const speedLabel = useId()
  if (run === undefined) return null
  const { paceSimulation: pace, stopSimulation: stop } = store.getState()
  const { title, seed, passed, duration, state } = run
  const isPaused = state === 'paused'
  return (
    <section className="banner sim" aria-label="Simulation">
      <FlaskConical className="i" aria-hidden="true" />
      <b>
        Simulation: <VisibleText text={title} />
      </b>
      <span className="cut mid">seed {seed}, in a throw-away workspace. Nothing here is real, nothing leaves this machine.</span>
      <span className="sep" />
      <span className="t">{state === 'starting' ? '…' : momentText(passed)}</span>
      <span className="dim">of {momentText(duration)}</span>
      <progress className="prog" aria-label="Progress" value={passed} max={duration} />
      <span className="stepper">
        <button
          type="button"
          className="btn icon"
          title={isPaused ? 'Go on  Space' : 'Pause  Space'}
          aria-label={isPaused ? 'Go on' : 'Pause'}
          onClick={() => void pace({ mode: isPaused ? 'go' : 'pause' })}
        >
          {isPaused ? <Play className="i" aria-hidden="true" /> : <Pause className="i" aria-hidden="true" />}
        </button>
        <button
          type="button"
          className="btn ghost icon"
          title="One event  ]"
          aria-label="One event"
          onClick={() => void pace({ mode: 'step' })}
        >
          <StepForward className="i" aria-hidden="true" />
        </button>
      </span>
      <span id={speedLabel} className="sr">
        Speed
      </span>
      <SimulationSpeed labelledBy={speedLabel} />
      <span className="end" />
      <button type="button" className="btn" onClick={() => void stop()}>
        <Square className="i" aria-hidden="true" /> Stop
      </button>
    </section>
  )
}

/** A simulation that goes on while the operator is elsewhere; it leads there. Also looks how far it is. */
export function SimulationLamp(): React.JSX.Element | null {
  const run = useApp((state) => (isActive(state.simulation) ? state.simulation : undefined))
  const isThere = useApp((state) => state.view === 'simulate')
  const hasBanner = useApp((state) => bannerRun(state) !== undefined)
  const look = useApp((state) => state.lookAtSimulation)
  const open = useApp((state) => state.openSimulate)
  const isRunning = run !== undefined
  useEffect(() => void look(), [look]) // one may run since before the page was loaded
  useEffect(() => {
    if (!isThere && !isRunning) return undefined
    const timer = setInterval(() => void look(), isRunning ? runningMs : restingMs)
    return () => clearInterval(timer)
  }, [isThere, isRunning, look])
  if (run === undefined || hasBanner) return null
  return (
    <button type="button" className="lamp simulated" title="Show the simulation" onClick={open}>
      <FlaskConical className="i" aria-hidden="true" />{' '}
      <span className="name cut">
        <VisibleText text={run.title} />
      </span>{' '}
      <span className="dim">simulated, {momentText(run.passed)}</span>
    </button>
  )
}

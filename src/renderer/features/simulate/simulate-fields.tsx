import { isActive } from '../../../api/simulations.ts'
import { RotateCw } from 'lucide-react'
import { useId } from 'react'
import { SegmentBar } from '../../ui/segment-bar.tsx'
import { Chip } from '../common/chip.tsx'
import { useApp, useStoreApi } from '../state/store.ts'
import type { ChosenScript } from './use-script.ts'

/** Times faster than written. */
const simulationSpeeds = [1, 10, 60] as const
const highestSeed = 2 ** 31 - 1

/** Seed, speed and links of the next run. */
export function SimulateFields({ script }: { readonly script: ChosenScript }): React.JSX.Element | null {
  const store = useStoreApi()
  const form = useApp((state) => state.simulateForm)
  const isRunning = useApp((state) => isActive(state.simulation))
  const [seedId, speedId, linksId] = [useId(), useId(), useId()]
  if (form === undefined) return null
  const { changeSimulation: change, changeSeed } = store.getState()
  const { chosen } = script
  return (
    <div className="sim-f" role="group" aria-label="The next run">
      <div className="f">
        <label htmlFor={seedId}>Seed</label>
        <span className="with">
          <input
            id={seedId}
            className="in mono"
            inputMode="numeric"
            disabled={isRunning}
            value={String(form.seed)}
            onChange={(event) => {
              const digits = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 10)
              change({ seed: Math.min(Number(digits), highestSeed) })
            }}
          />
          <button
            type="button"
            className="btn ghost icon small"
            title="Another seed"
            aria-label="Another seed"
            disabled={isRunning}
            onClick={changeSeed}
          >
            <RotateCw className="i" aria-hidden="true" />
          </button>
        </span>
      </div>
      <div className="f">
        <span id={speedId}>Speed</span>
        <SimulationSpeed labelledBy={speedId} />
      </div>
      <div className="f end">
        <span id={linksId}>Links</span>
        <span className="toggles" role="group" aria-labelledby={linksId}>
          {script.links.map(({ code, protocol }) => {
            const isOn = chosen.includes(code)
            return (
              <button
                key={code}
                type="button"
                aria-pressed={isOn}
                disabled={isRunning || (isOn && chosen.length === 1)}
                onClick={() => change({ links: isOn ? chosen.filter((each) => each !== code) : [...chosen, code] })}
              >
                <Chip protocol={protocol} />
              </button>
            )
          })}
        </span>
      </div>
    </div>
  )
}

/** The speed of the simulation that runs, and of the next one. */
export function SimulationSpeed({ labelledBy }: { readonly labelledBy: string }): React.JSX.Element {
  const store = useStoreApi()
  const speed = useApp(({ simulation, simulateForm }) => (isActive(simulation) ? simulation.speed : simulateForm?.speed))
  return (
    <span className="speed">
      <SegmentBar
        labelledBy={labelledBy}
        options={simulationSpeeds.map((each) => [String(each), `×${each}`] as const)}
        value={String(speed)}
        onChange={(value) => {
          const state = store.getState()
          state.changeSimulation({ speed: Number(value) })
          if (isActive(state.simulation)) void state.paceSimulation({ speed: Number(value) })
        }}
      />
    </span>
  )
}

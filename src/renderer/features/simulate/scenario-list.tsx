import { FolderOpen } from 'lucide-react'
import { useEffect } from 'react'
import { isActive, type ListedScenario, type SimulationRun } from '../../../api/simulations.ts'
import { CloseButton } from '../../ui/close-button.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { scenarioOverlay } from '../overlays.ts'
import { useApp } from '../state/store.ts'
import './simulate.css'
import { isGood, lengthText, resultText } from './simulate-words.ts'
import { formOf } from './state/simulate.ts'

/** The left pane: scenarios that are built in, the operator's own, and what ran. */
export function ScenarioList(): React.JSX.Element {
  const list = useApp((state) => state.scenarios)
  const load = useApp((state) => state.loadScenarios)
  const run = useApp((state) => state.simulation)
  const before = useApp((state) => state.simulated)
  const setOverlay = useApp((state) => state.setOverlay)
  const setDrawer = useApp((state) => state.setDrawer)
  const ran = [...(run === undefined || isActive(run) ? [] : [run]), ...before]
  useEffect(() => void load(), [load])
  const own = list?.scenarios.filter(({ isOwn }) => isOwn) ?? []
  const builtIn = list?.scenarios.filter(({ isOwn }) => !isOwn) ?? []
  return (
    <>
      <header className="head">
        <h2>Scenarios</h2>
        <span className="end" />
        <button
          type="button"
          className="btn ghost icon"
          title="Open a scenario file"
          aria-label="Open a scenario file"
          onClick={() => setOverlay(scenarioOverlay({}))}
        >
          <FolderOpen className="i" aria-hidden="true" />
        </button>
        <CloseButton className="only-small" onClose={() => setDrawer(undefined)} />
      </header>
      <div className="scroll">
        <Section title="Built in" scenarios={builtIn} />
        <Section title="Yours" scenarios={own} />
        {list?.faults.map(({ file, fault }) => (
          <div className="unusable" key={file}>
            <FieldFault fault={fault} />
          </div>
        ))}
        {list !== undefined && own.length === 0 && list.faults.length === 0 && (
          <p className="yours dim small">
            Open .yaml files or cases (.jsonl), or put them into <span className="mono">{list.folder}</span>
          </p>
        )}
        {ran.length > 0 && (
          <>
            <h3 className="sect">
              Ran <span className="n">{ran.length}</span>
            </h3>
            {ran.map((each) => (
              <Ran key={each.id} run={each} />
            ))}
          </>
        )}
      </div>
    </>
  )
}

function Section({ title, scenarios }: { readonly title: string; readonly scenarios: readonly ListedScenario[] }): React.JSX.Element {
  return (
    <>
      <h3 className="sect">
        {title} <span className="n">{scenarios.length}</span>
      </h3>
      {scenarios.map((scenario) => (
        <Scenario key={scenario.file} scenario={scenario} />
      ))}
    </>
  )
}

function Scenario({ scenario }: { readonly scenario: ListedScenario }): React.JSX.Element {
  const { isOwn, file } = scenario
  const isChosen = useApp(({ simulateForm: form }) => form?.scenario.file === file && form.scenario.isOwn === isOwn)
  const isRunning = useApp(({ simulation: run }) => isActive(run) && run.scenario.file === file && run.scenario.isOwn === isOwn)
  const change = useApp((state) => state.changeSimulation)
  return (
    <button
      type="button"
      className={isChosen ? 'scenario on' : 'scenario'}
      aria-pressed={isChosen}
      onClick={() => change({ scenario: { isOwn, file }, links: undefined })}
    >
      <Glyph shape={isRunning ? 'working' : 'off'} />
      <span className="name cut">
        <VisibleText text={scenario.title} />
        {isRunning && <span className="sr">, running</span>}
      </span>
      <span className="age">{lengthText(scenario.duration)}</span>
      <span className="about">
        <VisibleText text={scenario.about} />
      </span>
    </button>
  )
}

function Ran({ run }: { readonly run: SimulationRun }): React.JSX.Element {
  const change = useApp((state) => state.changeSimulation)
  return (
    <button type="button" className="li" onClick={() => change(formOf(run))}>
      <Glyph shape={isGood(run) ? 'done' : run.state === 'stopped' ? 'na' : 'no'} />
      <span className="name cut">
        <VisibleText text={run.title} />, seed {run.seed}
      </span>
      <span className="age">{resultText(run)}</span>
    </button>
  )
}

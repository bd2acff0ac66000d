import { momentText } from '../../../core/span-words.ts'
import { Play } from 'lucide-react'
import { isActive, type Script, type SimulationRun } from '../../../api/simulations.ts'
import { Bar } from '../../ui/bar.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Signs } from '../../ui/signs.tsx'
import { count, counted } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { ListButton } from '../common/list-button.tsx'
import { useApp } from '../state/store.ts'
import './simulate.css'
import { SimulateFields } from './simulate-fields.tsx'
import { SimulateFlow } from './simulate-flow.tsx'
import { lengthText, metText, rowText } from './simulate-words.ts'
import { useScript, useShownRun } from './use-script.ts'

/** What a scenario will do, what it has done so far, and where it is written; or the simulation in Flow. */
export function SimulateView(): React.JSX.Element {
  const isFlow = useApp((state) => state.isFlowOfSimulation)
  return isFlow ? <SimulateFlow /> : <ScriptView />
}

function ScriptView(): React.JSX.Element {
  const script = useScript()
  const fault = useApp((state) => state.simulateFault)
  const value = script?.ok === true ? script.value : undefined
  const run = useShownRun(value)
  return (
    <>
      <header className="head">
        <ListButton title="Scenarios" />
        <h1 title={value === undefined ? undefined : visibleString(value.title)}>
          {value === undefined ? 'Simulate' : <VisibleText text={value.title} />}
        </h1>
        {value !== undefined && (
          <span className="sub">
            {counted(value.agents, 'agent')}, {counted(value.actions, 'event')}, {lengthText(value.duration)}
          </span>
        )}
        <span className="end" />
        <KeepButton />
        <ExpectedButton script={value} run={run} />
        <RunButton canRun={value !== undefined} />
      </header>
      {value !== undefined && <SimulateFields script={value} />}
      {fault !== undefined && <Problem fault={fault} />}
      {script?.ok === false && <Problem fault={script.fault} />}
      {run?.state === 'failed' && run.fault !== undefined && <Problem fault={run.fault} />}
      <div className="scroll tbl" tabIndex={-1}>
        {value !== undefined && <Steps script={value} run={run} />}
        {run !== undefined && run.places.length > 0 && <Places run={run} />}
      </div>
    </>
  )
}

function Problem({ fault }: React.ComponentProps<typeof FieldFault>): React.JSX.Element {
  return (
    <div className="sim-fault">
      <FieldFault fault={fault} />
    </div>
  )
}

/** Starts it. While one runs, the banner steers it. */
function RunButton({ canRun }: { readonly canRun: boolean }): React.JSX.Element | null {
  const isRunning = useApp((state) => isActive(state.simulation))
  const start = useApp((state) => state.startSimulation)
  if (isRunning) return null
  return (
    <button type="button" className="btn primary" disabled={!canRun} onClick={() => void start()}>
      <Play className="i" aria-hidden="true" /> Run
    </button>
  )
}

/** Copies a built-in scenario, so that the operator can change it. */
function KeepButton(): React.JSX.Element | null {
  const isBuiltIn = useApp((state) => state.simulateForm?.scenario.isOwn === false)
  const keep = useApp((state) => state.keepScenario)
  if (!isBuiltIn) return null
  return (
    <button type="button" className="btn ghost" onClick={() => void keep()}>
      Save a copy
    </button>
  )
}

/** On narrow screens, where the right pane is a drawer: opens it. */
function ExpectedButton({
  script,
  run,
}: {
  readonly script: Script | undefined
  readonly run: SimulationRun | undefined
}): React.JSX.Element {
  const setDrawer = useApp((state) => state.setDrawer)
  return (
    <button type="button" className="btn ghost only-narrow" onClick={() => setDrawer('inspector')}>
      You should see {script !== undefined && metText(script, run)}
    </button>
  )
}

interface StepsProps {
  readonly script: Script
  readonly run: SimulationRun | undefined
}

function Steps({ script: { rows, actions }, run }: StepsProps): React.JSX.Element {
  const names = [...new Set(rows.map(({ from }) => from))]
  const passed = run?.passed ?? 0
  const next = run === undefined ? -1 : rows.findIndex(({ at }) => at > passed)
  const latest = isActive(run) ? rows.findLastIndex(({ at, do: deed }) => at <= passed && deed !== 'noise') : -1
  return (
    <section aria-label="What it does">
      <h2 className="tr grp">
        What it does{' '}
        {run !== undefined && (
          <span className="end">
            {count(run.done)} of {count(actions)} done
          </span>
        )}
      </h2>
      <ol>
        {rows.map((row, place) => {
          const { at, until, do: deed, protocol, from, to } = row
          const isBegun = run !== undefined && at <= passed
          const look = place === latest ? 'tr sm now' : run === undefined || isBegun ? 'tr sm' : 'tr sm todo'
          return (
            <li key={`${place} ${deed} ${from}`}>
              {place === next && isActive(run) && (
                <div className="rule new">
                  <span>{momentText(passed)}</span>
                </div>
              )}
              <div className={look}>
                <time className="t">{momentText(at)}</time>
                {isBegun ? <Glyph shape={until > passed && isActive(run) ? 'working' : 'done'} /> : <span />}
                <Chip protocol={protocol} />
                <span className="who">
                  {from !== '' && (
                    <>
                      <Bar hue={(names.indexOf(from) % 8) + 1} />
                      <b>
                        <VisibleText text={from} />
                      </b>
                    </>
                  )}
                  {to.length > 0 && (
                    <span className="to">
                      <Signs text="→" /> <VisibleText text={to.join(', ').replaceAll(/\boperator\b/g, 'you')} />
                    </span>
                  )}
                </span>
                <span className="cut" title={visibleString(rowText(row))}>
                  {deed !== 'say' && deed !== 'noise' && <code>{deed}</code>} <VisibleText text={rowText(row)} />
                </span>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Places({ run }: { readonly run: SimulationRun }): React.JSX.Element {
  return (
    <section aria-label="Where it is written">
      <h2 className="tr grp">
        Where it is written <span className="end">{isActive(run) ? 'removed at the end' : 'removed'}</span>
      </h2>
      <ul>
        {run.places.map(({ protocol, name, place }) => (
          <li className="tr wh" key={`${protocol} ${place}`}>
            <Chip protocol={protocol} />
            <span className="mono cut" title={visibleString(place)}>
              <VisibleText text={place} />
            </span>
            <span className="dim">
              <VisibleText text={name} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

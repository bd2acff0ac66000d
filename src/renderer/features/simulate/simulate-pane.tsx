import { Activity, List, Play } from 'lucide-react'
import { isActive, type Script, type SimulationRun } from '../../../api/simulations.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { count } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { CloseDrawer } from '../common/close-drawer.tsx'
import { CopyButton } from '../common/copy-button.tsx'
import { StoreContext, useApp, useStoreApi } from '../state/store.ts'
import { commandOf, expectedText, metText, standingOf } from './simulate-words.ts'
import { SimulatedMessage } from './simulated-message.tsx'
import { simulatedStoreOf } from './simulated-store.ts'
import { useScript, useShownRun } from './use-script.ts'

/** The right pane: what a mark of the simulated Flow stands for, if one was opened; otherwise what one should see. */
export function SimulatePane(): React.JSX.Element {
  const real = useStoreApi()
  const isOpen = useApp((state) => state.isFlowOfSimulation && state.isMarkOfSimulationOpen)
  const open = isOpen ? simulatedStoreOf(real) : undefined
  if (open === undefined) return <ShouldSee />
  const close = (): void => {
    open.setState({ selection: undefined, selected: undefined })
    open.getState().setFlow({ bundle: undefined })
  }
  return (
    <StoreContext value={open}>
      <SimulatedMessage onClose={close} />
    </StoreContext>
  )
}

/** What a good dashboard shows of the scenario, met or missed while it runs. */
function ShouldSee(): React.JSX.Element {
  const script = useScript()
  const form = useApp((state) => state.simulateForm)
  const folder = useApp((state) => state.scenarios?.folder ?? '')
  const value = script?.ok === true ? script.value : undefined
  const run = useShownRun(value)
  const command = form === undefined || value === undefined ? undefined : commandOf(form, folder, value.chosen)
  return (
    <>
      <header className="head">
        <h1>You should see</h1>
        {value !== undefined && (
          <span className="sub" role="status">
            {metText(value, run)}
          </span>
        )}
        <CloseDrawer />
      </header>
      <div className="insp scroll">
        <p className="small mid">A scenario says what a good dashboard shows. Patchbay checks itself while it runs.</p>
        {value !== undefined && <Expected script={value} run={run} />}
        {run !== undefined && <SoFar run={run} />}
        {command !== undefined && (
          <>
            <h3>
              Same run again{' '}
              <span className="end">
                <CopyButton text={command} what="Command" />
              </span>
            </h3>
            <pre className="raw">
              <VisibleText text={command} />
            </pre>
            <p className="small dim note">The same seed writes the same bytes.</p>
          </>
        )}
      </div>
      <Foot hasRun={run !== undefined} />
    </>
  )
}

function Expected({ script, run }: { readonly script: Script; readonly run: SimulationRun | undefined }): React.JSX.Element {
  return (
    <ul className="expect" aria-label="Expectations">
      {script.expect.map((expected, place) => {
        const { shape, word, time } = standingOf(expected, place, run)
        return (
          <li key={`${place} ${expected.title}`} className={word === 'missed' ? 'missed' : undefined}>
            <Glyph shape={shape} />
            <span>
              <span className="sr">{word}: </span>
              <VisibleText text={expected.title} />
              <span className="dim">{expectedText(expected)}</span>
            </span>
            <span className="t">{time}</span>
          </li>
        )
      })}
    </ul>
  )
}

function SoFar({ run }: { readonly run: SimulationRun }): React.JSX.Element {
  const missed = run.verdicts.filter((verdict) => !verdict.met).length
  return (
    <>
      <h3>{isActive(run) ? 'So far' : 'Result'}</h3>
      <dl className="kv">
        <dt>Written</dt>
        <dd>
          {count(run.written)} <span className="dim">{run.written === 1 ? 'message' : 'messages'}</span>
        </dd>
        <dt>Seen</dt>
        <dd>
          {count(run.seen)} {run.slowestMs > 0 && <span className="dim">slowest {count(run.slowestMs)}&nbsp;ms</span>}
        </dd>
        <dt>Missed</dt>
        <dd>{count(missed)}</dd>
        {run.state === 'stopped' && run.fault !== undefined && (
          <>
            <dt>Ended</dt>
            <dd>{run.fault.message}</dd>
          </>
        )}
      </dl>
    </>
  )
}

/** While it runs, its Flow. After a run: the same again. */
function Foot({ hasRun }: { readonly hasRun: boolean }): React.JSX.Element | null {
  const start = useApp((state) => state.startSimulation)
  const isFlow = useApp((state) => state.isFlowOfSimulation)
  const showFlow = useApp((state) => state.showFlowOfSimulation)
  const isRunning = useApp((state) => isActive(state.simulation))
  const canStart = hasRun && !isRunning
  if (!isRunning && !isFlow && !canStart) return null
  return (
    <footer className="foot-acts">
      {(isRunning || isFlow) && (
        <button type="button" className={isFlow ? 'btn' : 'btn primary'} onClick={() => showFlow(!isFlow)}>
          {isFlow ? <List className="i" aria-hidden="true" /> : <Activity className="i" aria-hidden="true" />}{' '}
          {isFlow ? 'Show the script' : 'Show in Flow'}
        </button>
      )}
      {canStart && (
        <button type="button" className="btn" onClick={() => void start()}>
          <Play className="i" aria-hidden="true" /> Run again
        </button>
      )}
    </footer>
  )
}

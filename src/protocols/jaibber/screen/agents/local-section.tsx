import { Plus } from 'lucide-react'
import { useNow } from '../../../../renderer/features/state/clock.ts'
import { localsOf, shownLocal } from './locals.ts'
import { teamsOf } from '../teams.ts'
import { age } from '../../../../renderer/ui/time.ts'
import { LocalRow } from './local-row.tsx'
import './local-agents.css'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { localAgentOverlay } from '../overlays.ts'

/** Local agents: state, program and queue. Absent while no team is linked. */
export function LocalSection(): React.JSX.Element | null {
  const locals = useApp(localsOf)
  const hasTeam = useApp((state) => teamsOf(state).length > 0)
  const shownKey = useApp((state) => shownLocal(state)?.key)
  const setOverlay = useApp((state) => state.setOverlay)
  const now = useNow()
  if (!hasTeam) return null
  return (
    <section className="part top" aria-labelledby="agents-local">
      <header>
        <h2 id="agents-local">Local agents</h2>
        <span className="n">{locals.length}</span>
        <span className="end dim cut">Each prompt runs once, in order, even after a restart.</span>
      </header>
      {locals.length === 0 ? (
        <p className="none">
          No local agents yet. A local agent is a program, or you by copy and paste, that answers when mentioned in a project.{' '}
          <button type="button" className="link" onClick={() => setOverlay(localAgentOverlay({}))}>
            Add one
          </button>
        </p>
      ) : (
        <div role="table" aria-label="Local agents">
          <div className="tr loc th" role="row">
            <span role="columnheader">
              <span className="sr">Shape</span>
            </span>
            <span role="columnheader">State</span>
            <span role="columnheader">Name</span>
            <span role="columnheader" className="col-chip">
              <span className="sr">Link</span>
            </span>
            <span role="columnheader" className="col-provider">
              Provider
            </span>
            <span role="columnheader" className="col-runs">
              Runs
            </span>
            <span role="columnheader" className="r">
              Queue
            </span>
            <span role="columnheader" className="age">
              Last
            </span>
            <span role="columnheader">
              <span className="sr">Verb</span>
            </span>
          </div>
          {locals.map((local) => (
            <LocalRow key={local.key} local={local} isOn={local.key === shownKey} last={age(local.agent.since, now)} />
          ))}
        </div>
      )}
    </section>
  )
}

/** In the head of the view: adds a local agent. */
export function NewLocalAgent(): React.JSX.Element | null {
  const hasTeam = useApp((state) => teamsOf(state).length > 0)
  const setOverlay = useApp((state) => state.setOverlay)
  return hasTeam ? (
    <button type="button" className="btn" onClick={() => setOverlay(localAgentOverlay({}))}>
      <Plus className="i" aria-hidden="true" /> Local agent
    </button>
  ) : null
}

import { useState } from 'react'
import { useNow } from '../../../renderer/features/state/clock.ts'
import { useSwitchboardAct } from './use-open-switchboard.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import type { WorkflowRow } from '../pure/view.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { age } from '../../../renderer/ui/time.ts'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { ConfirmDialog } from '../../../renderer/features/links/confirm-dialog.tsx'
import { OpenInspector } from './open-inspector.tsx'
import { KeeperNote } from './keeper-note.tsx'
import { PaneHead } from './pane-head.tsx'
import { PhaseRow } from './phase-row.tsx'

/** Running workflows with their phases: done, next and required artifacts. */
export function WorkflowsPane({ switchboard }: { readonly switchboard: ShownSwitchboard }): React.JSX.Element {
  const { view } = switchboard
  const shown = view.workflows.filter((row) => row.active !== undefined || row.suspended.length > 0)
  return (
    <>
      <PaneHead title="Workflows">
        <span className="sub">{view.workflows.filter((row) => row.active !== undefined).length} running</span>
        <span className="end" />
        <OpenInspector label="Start a workflow" />
      </PaneHead>
      <KeeperNote view={view} />
      <div className="scroll">
        {shown.length === 0 && (
          <div className="empty">
            <h2>No workflows running</h2>
            <p>
              A workflow takes agents through phases in order. A phase is complete when its files exist in the workspace. Choose “Start a
              workflow” to begin.
            </p>
          </div>
        )}
        {shown.map((row) => (
          <Course key={row.targetAgent ?? ''} row={row} />
        ))}
      </div>
    </>
  )
}

function Course({ row }: { readonly row: WorkflowRow }): React.JSX.Element {
  const { active, suspended, targetAgent } = row
  const stop = useSwitchboardAct('stopWorkflow')
  const [isAsked, setAsked] = useState(false)
  const now = useNow()
  const target = targetAgent === undefined ? {} : { targetAgent }
  const name = active?.name ?? ''
  const startedAt = active === undefined ? Number.NaN : Date.parse(active.startedAt)
  return (
    <section className="part course" aria-label={targetAgent === undefined ? `Workflow ${name}` : `Workflow ${name} of ${targetAgent}`}>
      <header>
        <h2>
          <VisibleText text={active === undefined ? 'Suspended' : name} />
        </h2>
        <span className="n cut">
          {targetAgent !== undefined && (
            <>
              of <VisibleText text={targetAgent} />,{' '}
            </>
          )}
          {active !== undefined && (
            <>
              started{Number.isNaN(startedAt) ? '' : ` ${age(startedAt, now)} ago`}
              {active.startedBy !== '' && (
                <>
                  {' '}
                  by <VisibleText text={active.startedBy} />
                </>
              )}
            </>
          )}
        </span>
        <span className="end" />
        {active !== undefined && (
          <button type="button" className="btn small" disabled={stop.isBusy} onClick={() => setAsked(true)}>
            Stop…
          </button>
        )}
      </header>
      {active?.context !== undefined && (
        <p className="pane-about small mid">
          <VisibleText text={active.context} />
        </p>
      )}
      {active !== undefined && active.phases.length === 0 && (
        <p className="pane-about small dim">Started by another program, now at phase {active.phase}. Its phases are unknown.</p>
      )}
      <ol className="phases">
        {active?.phases.map((phase) => (
          <PhaseRow key={phase.number} workflow={active.name} current={active.phase} phase={phase} targetAgent={targetAgent} />
        ))}
      </ol>
      {suspended.length > 0 && (
        <p className="pane-about small dim">
          Suspended, resumes afterwards: <VisibleText text={suspended.map((one) => `${one.name} at phase ${one.phase}`).join(', ')} />
        </p>
      )}
      {stop.fault !== undefined && (
        <div className="box-fault">
          <FieldFault fault={stop.fault} />
        </div>
      )}
      {isAsked && (
        <ConfirmDialog
          title={`Stop ${name}?`}
          exact={`Ends ${name} at phase ${active?.phase ?? ''}. Finished work is kept in reviews/.${suspended.length > 0 ? ` ${suspended.at(-1)?.name} resumes.` : ''}`}
          verb="Stop workflow"
          isDanger
          onConfirm={() => {
            setAsked(false)
            void stop.run({ reason: 'stopped by the operator', ...target })
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  )
}

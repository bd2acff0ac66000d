import { useState } from 'react'
import { useSwitchboardAct } from './use-open-switchboard.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import { workflows } from '../pure/workflows-data.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { SelectField } from '../../../renderer/ui/select-field.tsx'
import { TextField } from '../../../renderer/ui/text-field.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useTyped } from '../../../renderer/features/state/use-typed.ts'

/** Starts a workflow; a running one can be suspended for it. */
export function StartWorkflow({ switchboard }: { readonly switchboard: ShownSwitchboard }): React.JSX.Element {
  const toast = useApp((state) => state.toast)
  const start = useSwitchboardAct('startWorkflow')
  const [name, setName] = useState(workflows[0]?.name ?? '')
  const [{ context }, type] = useTyped(`workflow of ${switchboard.link.id}`, { context: '' })
  const [target, setTarget] = useState('')
  const [isForced, setForced] = useState(false)
  const chosen = workflows.find((workflow) => workflow.name === name)
  const running = switchboard.view.workflows.find((row) => (row.targetAgent ?? '') === target.trim())?.active
  const run = async (): Promise<void> => {
    const started = await start.run({
      name,
      ...(context.trim() === '' ? {} : { context: context.trim() }),
      ...(target.trim() === '' ? {} : { targetAgent: target.trim() }),
      ...(isForced && running !== undefined ? { force: true } : {}),
    })
    if (!started.ok) return
    setForced(false)
    type({ context: '' })
    toast({ text: 'Workflow started', detail: name })
  }
  const { fault } = start
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <h3>Start a workflow</h3>
      <SelectField
        label="Workflow"
        options={workflows.map((workflow) => [workflow.name, workflow.title])}
        value={name}
        hint={chosen?.about}
        onChange={setName}
      />
      <TextField
        label="For"
        value={target}
        fault={fault?.field === 'targetAgent' ? fault : undefined}
        options={switchboard.view.roster.map((row) => row.name)}
        placeholder="the whole workspace"
        hint="An agent’s name, or empty for the whole workspace."
        onChange={setTarget}
      />
      <TextField label="Context" isLong value={context} hint="Background for every phase." onChange={(text) => type({ context: text })} />
      {running !== undefined && (
        <label className="tick small">
          <input type="checkbox" checked={isForced} onChange={(event) => setForced(event.currentTarget.checked)} />
          Suspend {running.name}, now at phase {running.phase}
        </label>
      )}
      {fault !== undefined && fault.field !== 'targetAgent' && <FieldFault fault={fault} />}
      <div className="acts">
        <button type="submit" className="btn primary" disabled={start.isBusy}>
          Start
        </button>
      </div>
      {chosen !== undefined && (
        <>
          <h3>Phases</h3>
          <ol className="plan-phases">
            {chosen.phases.map((phase, at) => (
              <li key={phase.name}>
                <span className="dim">{at + 1}</span>
                <span>
                  {phase.name} <span className="dim">{phase.role}</span>
                </span>
                <span className="dim small">{phase.artifact}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </form>
  )
}

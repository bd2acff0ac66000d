import { useId, useState } from 'react'
import { useTeamAct } from '../../app/use-team.ts'
import { FieldFault } from '../../ui/field-fault.tsx'

interface AddProjectProps {
  readonly link: string
  readonly onDone: () => void
}

/** Joins one more project by its id, with a name of ours where no server knows one. */
export function AddProject({ link, onDone }: AddProjectProps): React.JSX.Element {
  const [project, setProject] = useState('')
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const join = useTeamAct(link, 'addProject')
  const id = useId()
  const fault = isMissing ? ({ code: 'invalid', message: 'Give the id of a project.' } as const) : join.fault
  const run = async (): Promise<void> => {
    const given = project.trim()
    setMissing(given === '')
    if (given === '' || join.isBusy) return
    const named = name.trim() === '' ? {} : { name: name.trim() }
    if ((await join.run({ project: given, ...named })).ok) onDone()
  }
  const leave = (event: React.KeyboardEvent): void => {
    if (event.key === 'Escape') onDone()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it from any of its fields
    <form
      className="join"
      aria-label="Join a project"
      onKeyDown={leave}
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <input
        className="in mono"
        aria-label="Project id"
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : id}
        placeholder="project id"
        maxLength={512}
        spellCheck={false}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the operator has just asked for this field
        autoFocus
        value={project}
        onChange={(event) => setProject(event.currentTarget.value)}
      />
      <input
        className="in"
        aria-label="Name"
        placeholder="name, if you like"
        maxLength={128}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" className="btn small" aria-busy={join.isBusy}>
        Join
      </button>
      {fault !== undefined && <FieldFault id={id} fault={fault} onFix={setProject} />}
    </form>
  )
}

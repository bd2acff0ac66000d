import { useState } from 'react'
import { useTeamAct } from '../use-team.ts'
import { JoinLine } from '../../../../renderer/features/links/join-line.tsx'

interface AddProjectProps {
  readonly link: string
  readonly onDone: () => void
}

/** Joins a project by its id, with a local name where no server knows one. */
export function AddProject({ link, onDone }: AddProjectProps): React.JSX.Element {
  const [project, setProject] = useState('')
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const join = useTeamAct(link, 'addProject')
  const fault = isMissing ? ({ code: 'invalid', message: 'Enter a project id.' } as const) : join.fault
  const run = async (): Promise<void> => {
    const given = project.trim()
    setMissing(given === '')
    if (given === '' || join.isBusy) return
    const named = name.trim() === '' ? {} : { name: name.trim() }
    if ((await join.run({ project: given, ...named })).ok) onDone()
  }
  return (
    <JoinLine
      label="Join a project"
      field="Project id"
      placeholder="Project id"
      most={512}
      value={project}
      fault={fault}
      isBusy={join.isBusy}
      onChange={setProject}
      onJoin={() => void run()}
      onDone={onDone}
    >
      <input
        className="in"
        aria-label="Name"
        placeholder="Name (optional)"
        maxLength={128}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </JoinLine>
  )
}

import { useState } from 'react'
import type { Fault } from '../../../../core/fault.ts'
import type { Project } from '../../pure/api.ts'
import type { PlaceProps } from '../../../../renderer/features/screen.ts'
import { projectOf, teamOf } from '../teams.ts'
import { useTeamAct } from '../use-team.ts'
import { CopyButton } from '../../../../renderer/features/common/copy-button.tsx'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../../renderer/ui/glyph.tsx'
import { counted } from '../../../../renderer/ui/time.ts'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { ProjectLimits } from '../links/project-limits.tsx'
import { MemberList } from './member-list.tsx'
import './projects.css'
import { TaskList } from './task-list.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** A project of a team: our state in it, its members, its tasks, and the limits for local agents. */
export function ProjectPane({ link, place }: PlaceProps): React.JSX.Element {
  const project = useApp((state) => projectOf(state, link, place))
  const hasServer = useApp((state) => teamOf(state, link)?.server !== undefined)
  if (project === undefined) return <p className="small dim">You are no longer in this project.</p>
  return (
    <div className="project">
      <h3>Project</h3>
      <About link={link} project={project} />
      <MemberList key={project.id} link={link} project={project} />
      {hasServer && <TaskList key={`tasks ${project.id}`} link={link} project={project.id} />}
      <Settings link={link} project={project} />
    </div>
  )
}

function About({ link, project }: { readonly link: string; readonly project: Project }): React.JSX.Element {
  const name = useApp((state) => state.state?.links.find((one) => one.id === link)?.name ?? link)
  const { id, isAttached, reason, isListed, writing } = project
  return (
    <dl className="kv">
      <dt>Name</dt>
      <dd>
        <VisibleText text={project.name} />
      </dd>
      <dt>Id</dt>
      <dd>
        <span className="mono cut">
          <VisibleText text={id} />
        </span>
        <CopyButton text={id} what="Project id" />
      </dd>
      <dt>Team</dt>
      <dd>
        <VisibleText text={name} />
        <span className="dim">{isListed ? 'from the server’s list' : 'added by hand'}</span>
      </dd>
      <dt>State</dt>
      <dd className="wrap">
        <Glyph shape={isAttached ? 'up' : 'off'} /> {isAttached ? 'joined' : 'not joined'}
        {reason !== undefined && (
          <span className="lost">
            <VisibleText text={reason} />
          </span>
        )}
      </dd>
      {writing > 0 && (
        <>
          <dt>Now</dt>
          <dd>
            <Glyph shape="working" /> {counted(writing, 'answer')} being written
          </dd>
        </>
      )}
    </dl>
  )
}

function Settings({ link, project }: { readonly link: string; readonly project: Project }): React.JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const change = useTeamAct(link, 'project')
  const leave = useTeamAct(link, 'leaveProject')
  const join = useTeamAct(link, 'addProject')
  const { maxResponseDepth, budget, mute } = project.settings
  const fault: Fault | undefined = change.fault ?? leave.fault ?? join.fault
  return (
    <>
      <h3>Settings</h3>
      <label className="tick small">
        <input
          type="checkbox"
          checked={mute}
          disabled={change.isBusy}
          onChange={(event) => void change.run({ project: project.id, settings: { mute: event.currentTarget.checked } })}
        />
        <span>Mute: record without notifying</span>
      </label>
      <p className="small mid">
        My agents answer up to depth {maxResponseDepth}, at most {counted(budget, 'time')} in 10 minutes.
      </p>
      <p className="acts">
        <button type="button" className="btn small" onClick={() => setOpen(true)}>
          Change limits…
        </button>
        {!project.isAttached && (
          <button type="button" className="btn small" aria-busy={join.isBusy} onClick={() => void join.run({ project: project.id })}>
            Join again
          </button>
        )}
        <button type="button" className="btn small ghost" aria-busy={leave.isBusy} onClick={() => void leave.run({ project: project.id })}>
          Leave
        </button>
      </p>
      {fault !== undefined && <FieldFault fault={fault} />}
      {isOpen && <ProjectLimits link={link} project={project} onClose={() => setOpen(false)} />}
    </>
  )
}

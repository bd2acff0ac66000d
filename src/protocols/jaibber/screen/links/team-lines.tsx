import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Fault } from '../../../../core/fault.ts'
import type { Link } from '../../../../core/link.ts'
import type { Project, TeamView } from '../../pure/api.ts'
import { teamOf } from '../teams.ts'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../../renderer/ui/glyph.tsx'
import { count, counted } from '../../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { AddProject } from './add-project.tsx'
import { ProjectLimits } from './project-limits.tsx'
import { ProjectMenu } from './project-menu.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** A team under its row: our identity, its connection, server and projects. */
export function TeamLines({ link }: { readonly link: Link }): React.JSX.Element | null {
  const view = useApp((state) => teamOf(state, link.id))
  const [isAdding, setAdding] = useState(false)
  const [limited, setLimited] = useState<Project>()
  const [fault, setFault] = useState<Fault>()
  if (view === undefined || !link.enabled) return null
  const says = saysOf(view)
  return (
    <div className="net">
      <p className="net-says cut" title={visibleString(says)}>
        <VisibleText text={says} />
      </p>
      {view.server !== undefined && <Server server={view.server} />}
      <div className="chans">
        {view.projects.map((project) => (
          <ProjectMenu key={project.id} link={link} project={project} onFault={setFault} onLimits={() => setLimited(project)} />
        ))}
        <button type="button" className="btn ghost small" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
          <Plus className="i" aria-hidden="true" /> project
        </button>
      </div>
      {isAdding && <AddProject link={link.id} onDone={() => setAdding(false)} />}
      {fault !== undefined && <FieldFault fault={fault} />}
      {limited !== undefined && <ProjectLimits link={link.id} project={limited} onClose={() => setLimited(undefined)} />}
    </div>
  )
}

/** Who is online is known only while connected. */
function saysOf({ username, machine, connection, online, backfill, isConnected }: TeamView): string {
  const parts = [
    `as ${username}${machine === '' ? '' : ` on ${machine}`}`,
    ...connection,
    ...(isConnected ? [`${count(online)} online`] : []),
  ]
  return [...parts, ...(backfill === '' ? [] : [`history: ${backfill}`])].join(' · ')
}

/** The server that stores the messages, and the number still to be stored. */
function Server({ server }: { readonly server: NonNullable<TeamView['server']> }): React.JSX.Element {
  const { place, state, isReachable, waiting } = server
  return (
    <p className="net-says server">
      <Glyph shape={isReachable ? 'up' : 'down'} />
      <span className="cut">
        server <VisibleText text={place} />: <VisibleText text={state} />
        {waiting > 0 && <span className="mid">, {counted(waiting, 'message')} not stored there yet</span>}
      </span>
    </p>
  )
}

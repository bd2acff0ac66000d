import { DropdownMenu } from 'radix-ui'
import type { Fault } from '../../../../core/fault.ts'
import type { Link } from '../../../../core/link.ts'
import { jaibberMethods } from '../../pure/api.ts'
import type { Project } from '../../pure/api.ts'
import { callLink } from '../../../../renderer/features/state/call-link.ts'
import type { TeamInput } from '../use-team.ts'
import { counted } from '../../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { PlaceMenu } from '../../../../renderer/features/links/place-menu.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

interface ProjectMenuProps {
  readonly link: Link
  readonly project: Project
  readonly onFault: (fault: Fault | undefined) => void
  /** Opens the limits for local agents. */
  readonly onLimits: () => void
}

/** A project with its number of members; its menu shows its messages, mutes it, limits its agents, and leaves it. */
export function ProjectMenu({ link, project, onFault, onLimits }: ProjectMenuProps): React.JSX.Element {
  const client = useApp((state) => state.client)
  const { id, name, isAttached, reason, members, more, settings } = project
  const call = async <M extends 'project' | 'leaveProject' | 'addProject'>(method: M, input: TeamInput<M>): Promise<void> => {
    const done = await callLink(client, link.id, jaibberMethods, method, input)
    onFault(done.ok ? undefined : done.fault)
  }
  const limits = `depth ${settings.maxResponseDepth}, ${counted(settings.budget, 'answer')} in 10 m`
  return (
    <PlaceMenu
      name={name}
      link={link.id}
      conversation={id}
      people={members.length + more}
      isIn={isAttached}
      reason={reason}
      isMuted={settings.mute}
      about={id}
      more={limits}
      heading={
        <DropdownMenu.Label className="mi-label cut mono" title={visibleString(id)}>
          <VisibleText text={id} />
        </DropdownMenu.Label>
      }
      onMute={(mute) => void call('project', { project: id, settings: { mute } })}
      onJoin={() => void call('addProject', { project: id })}
      onLeave={() => void call('leaveProject', { project: id })}
    >
      <DropdownMenu.Item className="mi" onSelect={onLimits}>
        Agent limits… <span className="dim">{limits}</span>
      </DropdownMenu.Item>
    </PlaceMenu>
  )
}

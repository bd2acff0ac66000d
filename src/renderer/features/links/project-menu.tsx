import { BellOff } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { conversationId } from '../../../core/conversation.ts'
import type { Fault } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import { jaibberMethods } from '../../../protocols/jaibber/pure/api.ts'
import type { Project } from '../../../protocols/jaibber/pure/api.ts'
import { callLink } from '../../app/call-link.ts'
import { useApp } from '../../app/store.ts'
import type { TeamInput } from '../../app/use-team.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { count, counted } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { keepOpen, MenuTick } from './menu-tick.tsx'

interface ProjectMenuProps {
  readonly link: Link
  readonly project: Project
  readonly onFault: (fault: Fault | undefined) => void
  /** The operator wants to change how far agents of this machine go there. */
  readonly onLimits: () => void
}

/** A project with how many are in it; its menu leads to its messages, mutes it, limits its agents, and leaves it. */
export function ProjectMenu({ link, project, onFault, onLimits }: ProjectMenuProps): React.JSX.Element {
  const client = useApp((state) => state.client)
  const setFilter = useApp((state) => state.setFilter)
  const { id, name, isAttached, reason, members, more, settings } = project
  const people = members.length + more
  const call = async <M extends 'project' | 'leaveProject' | 'addProject'>(method: M, input: TeamInput<M>): Promise<void> => {
    const done = await callLink(client, link.id, jaibberMethods, method, input)
    onFault(done.ok ? undefined : done.fault)
  }
  const state = isAttached ? counted(people, 'member') : `not joined${reason === undefined ? '' : `: ${reason}`}`
  const limits = `depth ${settings.maxResponseDepth}, ${counted(settings.budget, 'answer')} in 10 min`
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button
          type="button"
          className={`btn ghost small chan ${isAttached ? '' : 'out'}`}
          title={visibleString([id, state, limits, ...(settings.mute ? ['muted'] : [])].join(' · '))}
        >
          {!isAttached && <Glyph shape="off" />}
          <VisibleText text={name} />
          {isAttached ? <span className="n">{count(people)}</span> : <span className="sr">not joined</span>}
          {settings.mute && (
            <>
              <BellOff className="i" aria-hidden="true" />
              <span className="sr">muted</span>
            </>
          )}
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start">
          <DropdownMenu.Label className="mi-label cut mono" title={visibleString(id)}>
            <VisibleText text={id} />
          </DropdownMenu.Label>
          <DropdownMenu.Label className="mi-label cut">
            <VisibleText text={state} />
          </DropdownMenu.Label>
          <DropdownMenu.Item className="mi" onSelect={() => setFilter({ conversation: conversationId(link.id, id) })}>
            Show in the feed
          </DropdownMenu.Item>
          <DropdownMenu.CheckboxItem
            className="mi pick rule-t"
            checked={settings.mute}
            onSelect={keepOpen}
            onCheckedChange={(mute) => void call('project', { project: id, settings: { mute } })}
          >
            <MenuTick /> Mute: recorded and silent
          </DropdownMenu.CheckboxItem>
          <DropdownMenu.Item className="mi" onSelect={onLimits}>
            Limits of my agents… <span className="dim">{limits}</span>
          </DropdownMenu.Item>
          {!isAttached && (
            <DropdownMenu.Item className="mi rule-t" onSelect={() => void call('addProject', { project: id })}>
              Join again
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className={`mi ${isAttached ? 'rule-t' : ''}`} onSelect={() => void call('leaveProject', { project: id })}>
            Leave
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

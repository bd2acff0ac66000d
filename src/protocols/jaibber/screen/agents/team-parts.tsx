import type { Agent, AgentName } from '../../../../core/agent.ts'
import type { Member, Project } from '../../pure/api.ts'
import { useNow } from '../../../../renderer/features/state/clock.ts'
import { localsOf } from './locals.ts'
import { teamOf, teamProtocol } from '../teams.ts'
import { Glyph } from '../../../../renderer/ui/glyph.tsx'
import { RawText } from '../../../../renderer/ui/raw-text.tsx'
import { age, plain } from '../../../../renderer/ui/time.ts'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { OnLink } from '../../../../renderer/features/agents/on-link.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** What teams know about an agent or a person, one section per name. */
export function TeamParts({ agent }: { readonly agent: Agent }): React.JSX.Element {
  return (
    <>
      {agent.names
        .filter((name) => name.protocol === teamProtocol)
        .map((name) => (
          <TeamPart key={`${name.source}|${name.name}`} name={name} known={agent.instructions} />
        ))}
    </>
  )
}

interface Entry {
  readonly project: Project
  readonly member: Member
}

interface TeamPartProps {
  readonly name: AgentName
  /** Instructions that the pane shows anyway. */
  readonly known: string | undefined
}

function TeamPart({ name: { source, name }, known }: TeamPartProps): React.JSX.Element | null {
  const link = useApp((state) => state.state?.links.find((one) => one.id === source))
  const view = useApp((state) => teamOf(state, source))
  const now = useNow()
  const entries: readonly Entry[] = (view?.projects ?? []).flatMap((project) =>
    project.members.filter((member) => isNamed(member, name)).map((member) => ({ project, member })),
  )
  if (link === undefined || entries.length === 0) return null
  const texts = [...new Set(entries.flatMap(({ member }) => member.instructions ?? []))].filter((text) => text !== '' && text !== known)
  return (
    <>
      <OnLink link={link.name} name={name} />
      <dl className="kv">
        {entries.map(({ project, member }) => (
          <EntryRow key={`${project.id} ${member.userId} ${member.machine} ${member.since}`} project={project} member={member} now={now} />
        ))}
      </dl>
      <RunsHere link={source} name={name} />
      {texts.map((text) => (
        <RawText key={text} label="Instructions, as its team sees them" text={text} />
      ))}
    </>
  )
}

/** The agent of a connection, or the person of one without any. */
function isNamed({ agentName, username }: Member, name: string): boolean {
  return (agentName ?? username) === name
}

function EntryRow({ project, member, now }: Entry & { readonly now: number }): React.JSX.Element {
  const { machine, agentName, username, since, isOurs, doubt } = member
  const parts = [
    project.name,
    ...(machine === undefined || machine === '' ? [] : [`on ${machine}`]),
    ...(isOurs ? ['this machine'] : []),
    ...(agentName === undefined ? [] : [`of ${username}`]),
    `for ${plain(age(since, now))}`,
  ]
  return (
    <>
      <dt>In</dt>
      <dd className="wrap">
        <span>
          <VisibleText text={parts.join(', ')} />
        </span>
        {doubt !== undefined && (
          <span className="doubt wrong">
            <Glyph shape="over" /> <VisibleText text={doubt} />
          </span>
        )}
      </dd>
    </>
  )
}

/** Opens an agent that runs on this machine. */
function RunsHere({ link, name }: { readonly link: string; readonly name: string }): React.JSX.Element | null {
  const local = useApp((state) => localsOf(state).find((one) => one.link.id === link && one.agent.settings.name === name))
  const setDetail = useApp((state) => state.setDetail)
  return local === undefined ? null : (
    <button type="button" className="link small" onClick={() => setDetail('agents', local.key)}>
      Runs on this machine: show prompts and log
    </button>
  )
}

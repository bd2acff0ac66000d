import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Member, Project } from '../../pure/api.ts'
import { useNow } from '../../../../renderer/features/state/clock.ts'
import { agentByName } from '../../../../renderer/features/agents/directory.ts'
import { memberName } from '../teams.ts'
import { useTeamAnswer } from '../use-team.ts'
import { AgentName } from '../../../../renderer/features/common/agent-name.tsx'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { Glyph, StatusGlyph } from '../../../../renderer/ui/glyph.tsx'
import { RawText } from '../../../../renderer/ui/raw-text.tsx'
import { age, count } from '../../../../renderer/ui/time.ts'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** Fewer members need no filter. */
const fewMembers = 8
const pageSize = 50

/** People and agents of a project, agents first; each expands to its machine, instructions and doubts. */
export function MemberList({ link, project }: { readonly link: string; readonly project: Project }): React.JSX.Element {
  const [words, setWords] = useState('')
  const [wanted, setWanted] = useState(pageSize)
  const total = project.members.length + project.more
  const typed = words.trim()
  const isHere = project.more === 0 || (typed === '' && wanted <= project.members.length)
  const input = { project: project.id, limit: Math.min(wanted, 500), ...(typed !== '' && { text: typed }) }
  const answer = useTeamAnswer(link, 'members', isHere ? undefined : input, `${total}`)
  const local = project.members.filter((one) => holds(one, typed.toLowerCase()))
  const found = answer?.ok === true ? answer.value.members : local
  const all = answer?.ok === true ? answer.value.total : typed === '' ? total : local.length
  const shown = found.slice(0, wanted)
  return (
    <section aria-label="Members">
      <h3>
        Members <span className="n">{count(total)}</span>
      </h3>
      {total > fewMembers && (
        <input
          className="in"
          type="search"
          aria-label="Filter members"
          placeholder="Name or machine"
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            setWanted(pageSize)
          }}
        />
      )}
      {answer?.ok === false && <FieldFault fault={answer.fault} />}
      {total === 0 && <p className="small dim">Members appear here when they join the project.</p>}
      <ul className="members">
        {shown.map((member, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- one person may be there several times, with nothing to tell them apart
          <MemberRow key={`${member.userId} ${memberName(member)} ${index}`} link={link} project={project.id} member={member} />
        ))}
      </ul>
      {all > shown.length && (
        <button type="button" className="link small mid" onClick={() => setWanted(wanted + pageSize)}>
          Show more of {count(all)}
        </button>
      )}
    </section>
  )
}

interface MemberRowProps {
  readonly link: string
  readonly project: string
  readonly member: Member
}

function MemberRow({ link, project, member }: MemberRowProps): React.JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const name = memberName(member)
  const status = useApp((state) => agentByName(state, link, name)?.status)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <li>
      <button type="button" className="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Chevron className="i" aria-hidden="true" />
        <AgentName source={link} name={name} className="ink" />
        {member.doubt !== undefined && (
          <>
            <Glyph shape="over" />
            <span className="sr">doubtful</span>
          </>
        )}
        <span className="dim cut">
          {member.agentName === undefined ? 'person' : 'agent'}
          {member.isOurs && ', this machine'}
          {member.machine !== undefined && (
            <>
              {' on '}
              <VisibleText text={member.machine} />
            </>
          )}
        </span>
        {member.agentName !== undefined && status !== undefined && status.word !== '?' && (
          <span className="end state">
            <StatusGlyph word={status.word} evidence={status.evidence} /> {status.word}
          </span>
        )}
      </button>
      {isOpen && <MemberAbout link={link} project={project} member={member} />}
    </li>
  )
}

function MemberAbout({ link, project, member }: MemberRowProps): React.JSX.Element {
  const now = useNow()
  return (
    <div className="about">
      {member.doubt !== undefined && (
        <p className="doubt wrong">
          <Glyph shape="over" /> <VisibleText text={member.doubt} />
        </p>
      )}
      <dl className="kv">
        {member.agentName !== undefined && (
          <>
            <dt>Owner</dt>
            <dd>
              <VisibleText text={member.username} />
            </dd>
          </>
        )}
        <dt>User id</dt>
        <dd className="mono">
          <VisibleText text={member.userId} />
        </dd>
        <dt>Machine</dt>
        <dd>{member.machine === undefined ? <span className="dim">not reported</span> : <VisibleText text={member.machine} />}</dd>
        <dt>Online for</dt>
        <dd>{age(member.since, now)}</dd>
      </dl>
      {member.instructions !== undefined && <Instructions link={link} project={project} member={member} />}
    </div>
  )
}

/** The system prompt that an agent publishes, always shown as plain text. The list has only its beginning. */
function Instructions({ link, project, member }: MemberRowProps): React.JSX.Element {
  const answer = useTeamAnswer(link, 'members', { project, text: memberName(member), limit: pageSize }, member.instructions)
  const same = answer?.ok === true ? answer.value.members.find((one) => isSame(one, member)) : undefined
  return (
    <>
      <p className="small dim">Instructions</p>
      <RawText className="raw short" label="Instructions" text={same?.instructions ?? member.instructions ?? ''} />
    </>
  )
}

function isSame(a: Member, b: Member): boolean {
  return a.userId === b.userId && a.agentName === b.agentName && a.since === b.since && a.machine === b.machine
}

function holds({ username, agentName, machine }: Member, words: string): boolean {
  return [username, agentName, machine].some((one) => one?.toLowerCase().includes(words) === true)
}

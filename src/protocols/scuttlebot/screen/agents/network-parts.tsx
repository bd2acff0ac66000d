import { useState } from 'react'
import type { Agent, AgentName } from '../../../../core/agent.ts'
import type { Fault } from '../../../../core/fault.ts'
import type { Link } from '../../../../core/link.ts'
import type { FleetAgent, SeenBy } from '../../pure/agents.ts'
import { ircMethods } from '../../pure/api.ts'
import { agentTypes } from '../../pure/match.ts'
import { callLink } from '../../../../renderer/features/state/call-link.ts'
import { useNow } from '../../../../renderer/features/state/clock.ts'
import { ircProtocol, networkOf } from '../networks.ts'
import { fleetAgent, useIrc } from '../use-irc.ts'
import { runtimeText } from './about-name.ts'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../../renderer/ui/glyph.tsx'
import { age } from '../../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { AgentTasks } from './agent-tasks.tsx'
import { OnLink } from '../../../../renderer/features/agents/on-link.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import '../networks.css'

/** The evidence that an agent was online. */
const seenWords: Readonly<Record<SeenBy, string>> = {
  hello: 'announced itself',
  envelope: 'sent an envelope',
  join: 'joined a channel',
  text: 'wrote a message',
  list: 'listed in a channel',
  relay: 'relayed by a bridge',
}

/** Its type as the network or the link's settings have it: what counts where the operator chose none. */
function ownType({ type, typeBy }: FleetAgent): string {
  if (typeBy === 'operator') return 'as reported'
  if (type === undefined) return 'not reported'
  return typeBy === 'configuration' ? `${type}, from link settings` : `${type}, as reported`
}

/** What IRC networks know about an agent, one section per nick. */
export function NetworkParts({ agent }: { readonly agent: Agent }): React.JSX.Element {
  const names = agent.isOperator ? [] : agent.names.filter((name) => name.protocol === ircProtocol)
  return (
    <>
      {names.map((name) => (
        <NetworkPart key={`${name.source}|${name.name}`} name={name} />
      ))}
    </>
  )
}

function NetworkPart({ name: { source, name } }: { readonly name: AgentName }): React.JSX.Element | null {
  const link = useApp((state) => state.state?.links.find((one) => one.id === source))
  const listed = useApp((state) => fleetAgent(networkOf(state, source), name))
  // The view lists a limited number; others are fetched.
  const isLong = useApp((state) => listed === undefined && (networkOf(state, source)?.more ?? 0) > 0)
  const roster = useIrc(isLong ? source : undefined, 'roster', { text: name, limit: 20 })
  const found = listed ?? (roster?.ok === true ? roster.value.agents.find((one) => one.nick === name) : undefined)
  if (link === undefined || found === undefined) return null
  return (
    <>
      <OnLink link={link.name} name={name} />
      <Facts link={link} agent={found} />
      <AgentTasks link={link} nick={name} />
    </>
  )
}

function Facts({ link, agent }: { readonly link: Link; readonly agent: FleetAgent }): React.JSX.Element {
  const now = useNow()
  const { isOnline, via, away, left, channels, lastSeen, seenBy } = agent
  const runtime = runtimeText(agent)
  return (
    <dl className="kv">
      <dt>Online</dt>
      <dd className="wrap">
        <Glyph shape={isOnline ? 'up' : 'off'} />
        <VisibleText
          text={
            isOnline
              ? away === undefined || away === ''
                ? `yes${via === undefined ? '' : `, via ${via}`}`
                : `away: ${away}`
              : `no${left === undefined ? '' : `, ${left}`}`
          }
        />
      </dd>
      <dt>Type</dt>
      <dd className="wrap">
        <TypeSelect key={agent.nick} link={link} agent={agent} />
      </dd>
      <dt>Runtime</dt>
      <dd className="wrap">{runtime === '' ? <span className="dim">not reported</span> : <VisibleText text={runtime} />}</dd>
      <dt>Channels</dt>
      <dd className="wrap mono meta">
        {channels.length === 0 ? <span className="dim">–</span> : <VisibleText text={channels.join(' ')} />}
      </dd>
      {lastSeen !== undefined && (
        <>
          <dt>Last seen</dt>
          <dd className="wrap">
            {age(lastSeen, now)} ago, <span className="dim">{seenWords[seenBy]}</span>
          </dd>
        </>
      )}
    </dl>
  )
}

function TypeSelect({ link, agent }: { readonly link: Link; readonly agent: FleetAgent }): React.JSX.Element {
  const client = useApp((state) => state.client)
  const [fault, setFault] = useState<Fault>()
  const { nick, type, typeBy } = agent
  const choose = async (value: string): Promise<void> => {
    const chosen = agentTypes.find((one) => one === value) ?? null
    const set = await callLink(client, link.id, ircMethods, 'setType', { nick, type: chosen })
    setFault(set.ok ? undefined : set.fault)
  }
  return (
    <>
      <select
        className="in type-select"
        aria-label={`Type of ${visibleString(nick)}`}
        value={typeBy === 'operator' ? type : ''}
        onChange={(event) => void choose(event.currentTarget.value)}
      >
        <option value="">{ownType(agent)}</option>
        {agentTypes.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      {typeBy === 'operator' && <span className="dim">set by you</span>}
      {typeBy === undefined && <span className="dim">only @all reaches it</span>}
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}

import type { z } from 'zod'
import type { ircMethods } from '../../pure/api.ts'
import { networkOf } from '../networks.ts'
import { useAnswer } from '../../../../renderer/features/state/use-answer.ts'
import { AgentName } from '../../../../renderer/features/common/agent-name.tsx'
import { Glyph } from '../../../../renderer/ui/glyph.tsx'
import { count } from '../../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import '../networks.css'

type Reached = z.output<typeof ircMethods.reach.output>

/** Maximum number of names in the line; the tooltip has all of them. */
const shownHere = 5
const shownGone = 3

interface ReachProps {
  readonly source: string
  readonly to: readonly string[]
  /** Target channel; empty: none. */
  readonly where: string
}

/** Which agents the recipients match now, which are offline, and which entries match nobody. Only where a network can tell. */
export function Reach({ source, to, where }: ReachProps): React.JSX.Element | null {
  const present = useApp((state) => {
    const fleet = to.length === 0 ? undefined : networkOf(state, source)?.fleet
    return fleet?.map((agent) => `${agent.isOnline ? '+' : '-'}${agent.nick} ${agent.type ?? ''}`).join()
  })
  const channel = /^[#&]/.test(where) ? { channel: where } : {}
  const input = present === undefined ? undefined : { link: source, method: 'reach', input: { to: [...to], ...channel } }
  const answer = useAnswer('links.call', input, present)
  if (answer?.ok !== true) return null
  const { here, gone, unknown } = answer.value.output as Reached
  return (
    <span className="reach" role="group" aria-label="Reach">
      <span className="ink" title={here.map(visibleString).join(', ')}>
        {count(here.length)} now
      </span>
      {here.slice(0, shownHere).map((nick) => (
        <AgentName key={nick} source={source} name={nick} />
      ))}
      {here.length > shownHere && <span className="dim">+{count(here.length - shownHere)}</span>}
      {gone.slice(0, shownGone).map((nick) => (
        <span key={nick} className="agent lost" title={`${visibleString(nick)} is offline`}>
          <Glyph shape="lost" outline="dotted" />
          <span className="sr">offline: </span>
          <AgentName source={source} name={nick} />
        </span>
      ))}
      {gone.length > shownGone && <span className="dim">+{count(gone.length - shownGone)} offline</span>}
      {unknown.map((entry) => (
        <span key={entry} className="lost agent">
          <Glyph shape="over" /> no match for “<VisibleText text={entry} />”
        </span>
      ))}
    </span>
  )
}

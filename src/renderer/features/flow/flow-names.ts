import { useMemo } from 'react'
import type { Agent } from '../../../core/agent.ts'
import type { FlowLane } from '../../../core/flow.ts'
import type { Link } from '../../../core/link.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import { useApp } from '../state/store.ts'
import type { LinkLook } from './paint/palette.ts'

/** Names as Flow shows them, by id. */
export interface FlowNames {
  /** `you`, or the agent's name. */
  readonly agent: (id: string) => string
  readonly hue: (id: string) => number | undefined
  readonly link: (id: string) => string
  readonly protocol: (link: string) => string
  /** Hue and letters of each link. */
  readonly looks: ReadonlyMap<string, LinkLook>
}

const noAgents: readonly Agent[] = []
const noLinks: readonly Link[] = []

/** Names of the agents and links of the workspace on screen, and of those that only Flow still knows. */
export function useFlowNames(): FlowNames {
  const agents = useApp((state) => state.state?.agents ?? noAgents)
  const links = useApp((state) => state.state?.links ?? noLinks)
  const lanes = useApp((state) => state.flowRows.lanes)
  const protocols = useApp((state) => state.protocols)
  const screens = useApp((state) => state.screens)
  return useMemo(() => {
    const known = new Map<string, Pick<FlowLane, 'name' | 'hue' | 'isOperator'>>([
      ...lanes.map((lane): [string, FlowLane] => [lane.agent, lane]),
      ...agents.map((agent): [string, Agent] => [agent.id, agent]),
    ])
    const byId = new Map(links.map((link) => [link.id, link]))
    const chips = new Map(protocols.map(({ id, chip }) => [id, chip]))
    return {
      agent: (id) => {
        const agent = known.get(id)
        return agent?.isOperator === true ? 'you' : quotedName(agent?.name ?? id)
      },
      hue: (id) => {
        const agent = known.get(id)
        return agent?.isOperator === true ? 0 : agent?.hue
      },
      link: (id) => byId.get(id)?.name ?? 'a link that was removed',
      protocol: (id) => byId.get(id)?.protocol ?? '',
      looks: new Map(
        links.map(({ id, protocol }) => [
          id,
          { hue: screens.get(protocol)?.hue ?? 'var(--line-3)', letters: chips.get(protocol) ?? protocol.slice(0, 2).toUpperCase() },
        ]),
      ),
    }
  }, [agents, links, lanes, protocols, screens])
}

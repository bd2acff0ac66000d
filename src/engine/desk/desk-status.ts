import type { DeskState } from '../../api/desk.ts'
import type { Agent } from '../../core/agent.ts'
import { needWords, type NeedSource } from '../../core/need.ts'

/** Needs in which the agent itself waits for the operator. */
const waits: ReadonlySet<NeedSource> = new Set(['answer', 'review', 'task', 'approve', 'terminal', 'paste', 'decide', 'prompt'])

/**
 * Statuses as the desk knows them: an agent that waits for the operator needs you, and one that waits for another is waiting for it,
 * unless it reports that it works. What is lost or has ended waits for nobody.
 */
export function withDeskStatus(agents: readonly Agent[], desk: Pick<DeskState, 'needs' | 'agents'>): Agent[] {
  const needs = new Map<string, DeskState['needs'][number]>()
  for (const need of desk.needs)
    if (waits.has(need.source) && need.row?.spoke === undefined && !needs.has(need.who)) needs.set(need.who, need)
  const awaited = new Map(
    desk.agents.flatMap(({ id, awaitedAgent: on, waitsSince: since }) => (on === undefined ? [] : [[id, { on, since }] as const])),
  )
  if (needs.size === 0 && awaited.size === 0) return [...agents]
  const known = new Map(agents.map((agent) => [agent.id, agent]))
  return agents.map((agent) => {
    const { status } = agent
    if (agent.isOperator || status.word === 'lost' || status.word === 'ended') return agent
    const need = needs.get(agent.id)
    if (need !== undefined) {
      const evidence = need.row?.debt.evidence ?? 'declared'
      const event = need.event === undefined ? {} : { event: need.event }
      return {
        ...agent,
        status: {
          word: 'needs you',
          evidence,
          said: needWords(need),
          since: need.since,
          ...event,
        },
      }
    }
    const wait = awaited.get(agent.id)
    if (wait === undefined || status.word === 'working') return agent
    const { on, since = status.since } = wait
    // Since when it waits, not since when it reported something else.
    const other = known.get(on)
    return {
      ...agent,
      status: {
        ...status,
        word: 'waiting',
        on: other?.name ?? on,
        ...(other?.isOperator === true && { isOnOperator: true as const }),
        ...(since !== undefined && { since }),
      },
    }
  })
}

import type { NameRow } from '../../core/fold/names.ts'

/** An agent that its link reports, not only its own messages, counts as one that has said this much: such reports are harder to make up than names. */
const reported = 20

/** How much was heard of each agent (id) on all links: its messages, and whether its links know it by more than these. */
export function heardByAgent(names: Iterable<NameRow>, idOf: (source: string, name: string) => string): ReadonlyMap<string, number> {
  const heard = new Map<string, number>()
  for (const { source, name, sent, presence, profile } of names) {
    const agent = idOf(source, name)
    const isReported = presence !== undefined || profile !== undefined
    heard.set(agent, (heard.get(agent) ?? 0) + sent + (isReported ? reported : 0))
  }
  return heard
}

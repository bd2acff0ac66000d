import type { DebtRow } from '../../core/debt.ts'
import { quotedName } from '../../core/quoted-name.ts'
import { spanWords } from '../../core/span-words.ts'
import type { Stuck } from '../../core/stuck.ts'
import { findWakeRing, wakesMs, wakesOf, type Wake } from '../../core/stuck/wakes.ts'
import type { LoopGuard } from '../gate/loop-guard.ts'

/** Wakes that are kept; the oldest go first. */
const mostWakes = 4_096

export interface LoopsOptions {
  readonly now: () => number
  readonly idOf: (source: string, name: string) => string
  readonly operator: () => string
  /** Loops and storms as of now. */
  readonly talks: () => readonly Stuck[]
  readonly personSpokeAt: (agent: string) => number | undefined
  /** What an agent owed and that has ended, in the order of its end. */
  readonly endedOf: (agent: string) => readonly DebtRow[]
}

/** Opens it. Agents of this machine are known by the links that start them; who wakes whom is kept in memory, so it begins again with each run. */
export function openLoops({ now, idOf, operator, talks, personSpokeAt, endedOf }: LoopsOptions): LoopGuard {
  let wakes: Wake[] = []

  function recent(): readonly Wake[] {
    const from = now() - wakesMs
    if ((wakes[0]?.at ?? from) < from) wakes = wakes.filter(({ at }) => at >= from)
    return wakes
  }

  /** When a person last spoke to an agent, or it delivered something. */
  function resumedAt(agent: string): number {
    const delivered = endedOf(agent).findLast(({ debt: { state, kind } }) => state === 'settled' && kind !== 'answer')
    return Math.max(delivered?.debt.end?.at ?? 0, personSpokeAt(agent) ?? 0)
  }

  return {
    why(source, { agent: name, by: byName, budget }) {
      const [agent, by] = [idOf(source, name), idOf(source, byName)]
      // Whoever is woken by the operator may answer the operator.
      if (by === operator()) return undefined
      const talk = talks().find(({ agents }) => agents.includes(agent))
      if (talk !== undefined) return talk.text
      const ring = findWakeRing(recent(), { agent, by }, resumedAt)
      if (ring !== undefined)
        return `${[...ring.members, ring.members[0] ?? ''].slice(0, 8).map(quotedName).join(' → ')}: each woke the next ${ring.times} times in ${spanWords(now() - ring.since)}`
      const count = wakesOf(recent(), agent)
      return count < budget ? undefined : `${quotedName(agent)} was started ${count} times in ten minutes, over all links`
    },
    woke(source, { agent: name, by: byName, isByPerson }, isByOperator) {
      const [agent, by] = [idOf(source, name), idOf(source, byName)]
      const wake = isByOperator || by === operator() ? { isByPerson: true, isByOperator: true as const } : { isByPerson }
      wakes = [...recent(), { agent, by, at: now(), ...wake }].slice(-mostWakes)
    },
  }
}

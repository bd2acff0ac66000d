import type { Event, PresenceBody } from '../../core/event.ts'
import { nameKey, type NameRow } from '../../core/fold/names.ts'
import type { FlowLife } from '../../core/flow.ts'
import { joinLife } from '../../core/flow/join-life.ts'
import type { Journal } from '../../core/journal.ts'
import type { Window } from './debts.ts'
import type { Known } from './known.ts'

/** States of one name that are looked at. */
const mostStates = 32

interface State {
  readonly at: number
  readonly life: FlowLife['life']
  /** When its evidence expires, ms. */
  readonly until: number | undefined
}

/**
 * An agent's life line: from the states that were reported, and where nothing reports any, from what it said. It is unknown from where its evidence expired, or where
 * it has said nothing for longer than an agent may be silent.
 */
export function lifeOfNames(
  journal: Pick<Journal, 'page' | 'lastPlace'>,
  workspace: string,
  names: readonly NameRow[],
  window: Window,
  known: Known,
): { readonly life: FlowLife[]; readonly lastSign: number | undefined } {
  const end = Math.min(window.to, known.at)
  const silentMs = known.limits.stuck.silent * 60_000
  const place = journal.lastPlace(workspace, end)
  const states = names
    .filter(({ presence }) => presence !== undefined)
    .flatMap((name) => statesOf(name))
    .toSorted((a, b) => a.at - b.at)
  const spoke = names.flatMap(({ lastSeen }) => lastSeen ?? [])
  const signs = [...spoke, ...states.filter(({ life }) => life === 'seen').map(({ at }) => at)]
  const lastSign = signs.length === 0 ? undefined : Math.max(...signs)
  return { life: states.length > 0 ? fromStates() : fromWords(), lastSign }

  function statesOf({ source, name }: NameRow): State[] {
    const filter = { names: [nameKey(source, name)], kinds: ['presence'] }
    const { events } = journal.page({ workspace, filter, before: place, limit: mostStates })
    return events.flatMap((event) => (event.cursor > known.cursor || event.at >= end ? [] : (stateOf(event) ?? [])))
  }

  /** Each state lasts until the next one. */
  function fromStates(): FlowLife[] {
    const parts = states.flatMap(({ at, life, until }, index): FlowLife[] => {
      const next = states[index + 1]?.at ?? end
      if (until === undefined || until >= next) return [{ from: at, to: next, life }]
      return [
        { from: at, to: until, life },
        { from: until, to: next, life: 'unknown' },
      ]
    })
    return inside(parts)
  }

  function fromWords(): FlowLife[] {
    const last = Math.max(...spoke)
    const first = firstSign()
    if (spoke.length === 0 || first === undefined) return []
    const until = last + silentMs
    return inside([
      { from: first, to: Math.min(until, end), life: 'seen' },
      { from: until, to: end, life: 'unknown' },
    ])
  }

  function firstSign(): number | undefined {
    const first = names.flatMap(({ source, name }) => {
      const filter = { names: [nameKey(source, name)], kinds: ['message'] }
      return journal.page({ workspace, filter, after: 0, limit: 1 }).events.map(({ at }) => at)
    })
    return first.length === 0 ? undefined : Math.min(...first)
  }

  function inside(parts: readonly FlowLife[]): FlowLife[] {
    const cut = parts.map(({ from, to, life }) => ({ from: Math.max(from, window.from), to: Math.min(to, end), life }))
    return joinLife(cut.filter(({ from, to }) => to > from))
  }
}

function stateOf({ body, at }: Event): State | undefined {
  return body.kind === 'presence' ? { at, life: lifeOf(body), until: body.until } : undefined
}

function lifeOf({ word }: PresenceBody): FlowLife['life'] {
  return word === 'lost' || word === 'ended' ? word : word === '?' ? 'unknown' : 'seen'
}

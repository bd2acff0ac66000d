import type { Debt } from '../debt.ts'
import type { PresenceBody } from '../event.ts'
import { afterRunning } from '../stood-still.ts'
import type { NameRow } from './names.ts'
import type { DownSince, SaidState } from './status.ts'

/** Nobody waits for what somebody asked who has left for longer than this, ms. */
const leftMs = 24 * 60 * 60_000

/** Says that somebody is gone: signed off, quit, unregistered. Whoever reports a fault may wait for just this answer. */
export function hasLeft({ word, evidence }: Pick<PresenceBody, 'word' | 'evidence'>): boolean {
  return word === 'ended' || (word === 'lost' && evidence !== 'declared')
}

/** By agent (id): how its questions ended. */
export type EndsOfLeft = ReadonlyMap<string, Pick<NonNullable<Debt['end']>, 'event' | 'at' | 'evidence'>>

/** What else is known. */
export interface LeftInput {
  /** The agent (id) that a name belongs to. */
  readonly idOf: (source: string, name: string) => string
  readonly now: number
  /** How long the clock stood still since a moment, ms. */
  readonly stoodStill?: ((since: number) => number) | undefined
  /** Since when a link has been down, ms; undefined: it is up. */
  readonly downSince: DownSince
}

/**
 * Agents who left a day ago, with all of their names that ever reported a state, and who have said nothing since. Their questions end; if they come back, they
 * are asked again. Somebody may be back on a link that is down: nobody's day ends there. Pure. @returns `nextAt`: when the next one has been away for so long, ms
 */
export function endsOfLeft(
  rows: Iterable<NameRow>,
  { idOf, now, stoodStill, downSince }: LeftInput,
): { readonly ends: EndsOfLeft; readonly nextAt: number | undefined } {
  const left = new Map<string, SaidState>()
  const here = new Set<string>()
  const spoke = new Map<string, number>()
  const knownUntil = new Map<string, number>()
  for (const { source, name, presence, lastSeen } of rows) {
    const id = idOf(source, name)
    if (lastSeen !== undefined) spoke.set(id, Math.max(lastSeen, spoke.get(id) ?? lastSeen))
    if (presence === undefined) continue
    knownUntil.set(id, Math.min(downSince(source) ?? now, knownUntil.get(id) ?? now))
    if (!hasLeft(presence)) here.add(id)
    else if (presence.at >= (left.get(id)?.at ?? presence.at)) left.set(id, presence)
  }
  const ends = new Map<string, Pick<NonNullable<Debt['end']>, 'event' | 'at' | 'evidence'>>()
  let nextAt = Infinity
  for (const [id, { at: since, event, evidence }] of left) {
    if (here.has(id) || (spoke.get(id) ?? since) > since) continue
    const at = afterRunning(since, leftMs, stoodStill)
    if (at <= (knownUntil.get(id) ?? now)) ends.set(id, { event, at, evidence })
    else if (at > now) nextAt = Math.min(nextAt, at)
  }
  return { ends, nextAt: nextAt === Infinity ? undefined : nextAt }
}

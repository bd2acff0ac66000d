import type { Command } from '../../../core/command.ts'
import { lastedAt } from '../../../core/lasted-at.ts'
import type { Link } from '../../../core/link.ts'
import type { Need } from '../../../core/need.ts'

/** A link that is down for less than this comes back by itself, ms. */
export const downMs = 30_000
/** What a link weighs with messages that may be lost, or with debts that nothing else can settle. */
const losingWeight = 10

export interface LinksInput {
  readonly links: readonly Link[]
  readonly commands: readonly Command[]
  readonly downSince: (link: string) => number | undefined
  /** How many open debts came by a link, and can be settled there only. */
  readonly openDebts: (link: string) => number
  readonly now: number
}

/** Links that are down or work otherwise than they were set up, and when the next one has been so for long enough, ms. Pure. */
export function linkNeeds({ links, commands, downSince, openDebts, now }: LinksInput): {
  readonly needs: Need[]
  readonly nextAt: number | undefined
} {
  const needs: Need[] = []
  let nextAt: number | undefined
  for (const link of links) {
    const { lamp, text, reason } = link.status
    const isDown = link.enabled && (lamp === 'down' || (lamp === 'connecting' && reason !== undefined))
    // It works, but not as it was set up.
    const isImpaired = link.enabled && lamp === 'up' && reason !== undefined
    const since = isDown ? downSince(link.id) : isImpaired ? link.status.since : undefined
    if (since === undefined) continue
    const ripeAt = lastedAt(since, downMs, now)
    if (now < ripeAt) {
      nextAt = Math.min(nextAt ?? Infinity, ripeAt)
      continue
    }
    const waiting = commands.filter((command) => command.source === link.id && isUnsent(command)).length
    const held = isDown ? openDebts(link.id) : 0
    const warnings = [
      ...(waiting > 0 ? [waiting === 1 ? '1 of your messages has not been sent' : `${waiting} of your messages have not been sent`] : []),
      ...(held > 0 ? [held === 1 ? '1 open debt can be settled only there' : `${held} open debts can be settled only there`] : []),
    ]
    needs.push({
      id: `link|${link.id}`,
      source: 'link',
      band: waiting > 0 ? 'losing' : 'rest',
      who: link.name,
      text: `${link.name}${isDown ? ' is down' : ''}: ${reason?.message ?? text}`,
      link: link.id,
      ...(isImpaired && { isUp: true }),
      since,
      blocks: [],
      change: 'new',
      ...(warnings.length > 0 && { weight: losingWeight, warning: warnings.join('; ') }),
    })
  }
  return { needs, nextAt }
}

/** Messages of the operator that were not sent. Pure. */
export function commandNeeds(commands: readonly Command[]): Need[] {
  return commands.flatMap((command): Need[] => {
    if (command.state !== 'failed' && command.state !== 'unsent') return []
    const { id, source, draft, fault, at } = command
    const text = draft.text.slice(0, 140).toWellFormed()
    return [
      {
        id: `command|${id}`,
        source: 'command',
        band: 'rest',
        who: draft.to[0] ?? draft.where ?? '',
        text,
        link: source,
        about: id,
        since: at,
        blocks: [],
        change: 'failed',
        ...(fault !== undefined && { warning: fault.message }),
      },
    ]
  })
}

function isUnsent({ state }: Command): boolean {
  return state === 'accepted' || state === 'failed' || state === 'unsent'
}

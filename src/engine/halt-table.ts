import { createHash } from 'node:crypto'
import { reasonOf } from '../core/fault.ts'
import { hasName, noPlan } from '../core/halt.ts'
import type { HaltLevel, HaltOrder, HaltPart, HaltPlan, HaltRow, HaltScope, HaltText } from '../core/halt.ts'
import type { Link } from '../core/link.ts'
import { limits } from '../core/limits.ts'
import type { Room } from './room.ts'
import type { Services } from './services.ts'

/** Agents that were heard this recently are told. */
const seenMs = 24 * 60 * 60_000
const mostParts = 200
const mostSent = 20

/** What a table is made for. */
export interface TableOf {
  readonly id: string
  readonly verb: 'halt' | 'resume'
  readonly level: HaltLevel
  readonly scope: HaltScope
  readonly reason?: string | undefined
  /** When it was first shown, and the ids of its messages. */
  readonly at: number
  messageId(place: string): string
}

/** The rows of the links of a workspace, before anything is done. */
export function rowsOf(services: Pick<Services, 'now' | 'log'>, room: Room, of: TableOf): HaltRow[] {
  const { agents } = room.state()
  const meant = of.scope.kind === 'agents' ? of.scope.agents : undefined
  return room.links
    .list()
    .filter((link) => link.enabled)
    .map((link): HaltRow => {
      const here = agents.filter(
        ({ isOperator, names, lastSeen = 0 }) =>
          !isOperator && lastSeen >= services.now() - seenMs && names.some(({ source }) => source === link.id),
      )
      const named = (some: typeof here): string[] =>
        some.flatMap(({ names }) =>
          names.flatMap(({ source, name }) => (source === link.id && (meant === undefined || hasName(meant, name)) ? [name] : [])),
        )
      const order = {
        ...orderOf(of, room.workspace().operator, meant),
        messageId: (place: string) => of.messageId(`${link.id} ${place}`),
        seen: named(here),
      }
      const plan = planOf(services, room, link, order)
      const isTold = plan.says.length > 0
      return {
        workspace: room.id,
        link: link.id,
        protocol: link.protocol,
        name: link.name,
        refuses: of.level === 'ask' ? [] : plan.refuses.slice(0, mostParts),
        ends: of.level === 'ask' ? [] : plan.ends.slice(0, mostParts).map((part) => ({ ...part, step: 'planned' })),
        says: plan.says.slice(0, mostParts).map((text) => ({ ...text, step: 'planned' })),
        starts: plan.starts.slice(0, mostParts),
        hears: plan.hears.slice(0, limits.agentsListed),
        cannot: { ...plan.cannot, names: plan.cannot.names.slice(0, limits.agentsListed) },
        ...(of.verb === 'halt' && { sent: sentOn(room, link.id) }),
        lost: isTold ? named(here.filter(({ status }) => status.word === 'lost')) : [],
        ...(of.level === 'cut' &&
          room.links.isNetwork(link.id) && { leaves: { step: 'planned' }, later: laterOf(services, room, link, order) }),
      }
    })
}

/** Messages that were sent on a link, and have not been seen to arrive. */
function sentOn(room: Room, link: string): HaltPart[] {
  const waiting = room.sendQueue.list().filter(({ source, state }) => source === link && (state === 'accepted' || state === 'sent'))
  return waiting.slice(-mostSent).map(({ id, draft: { to, where, text } }) => ({
    key: id,
    what: `to ${to.length === 0 ? (where ?? 'everyone') : to.join(', ')}: ${text.replaceAll(/\s+/gu, ' ')}`.slice(0, 200).toWellFormed(),
  }))
}

/** What RESUME will say on a link that is cut. */
function laterOf(services: Pick<Services, 'now' | 'log'>, room: Room, link: Link, order: HaltOrder): HaltText[] {
  if (order.verb === 'resume') return []
  const resume = { ...order, verb: 'resume', messageId: (place: string) => order.messageId(`resume ${place}`) } as const
  return planOf(services, room, link, resume).says.slice(0, mostParts)
}

/** The order without what only one link knows. */
export function orderOf(of: TableOf, operator: string, agents: readonly string[] | undefined): Omit<HaltOrder, 'seen'> {
  const { id, verb, level, reason, at, messageId } = of
  return { id, verb, level, at, messageId, operator, ...(reason !== undefined && { reason }), ...(agents !== undefined && { agents }) }
}

function planOf({ log }: Pick<Services, 'log'>, room: Room, link: Link, order: HaltOrder): HaltPlan {
  const hook = room.links.halt(link.id)
  const unheard = (why: string): HaltPlan => ({ ...noPlan, cannot: { names: [...order.seen], why } })
  if (hook === undefined)
    return unheard(
      order.verb === 'resume' && order.level === 'cut'
        ? 'this link was cut: it is told once it is back'
        : 'this link is not followed at the moment',
    )
  try {
    return hook.preview(order)
  } catch (thrown) {
    log('a link could not say what a halt does', { link: link.id, reason: reasonOf(thrown), level: 'error' })
    return unheard('Patchbay hit an internal error on this link')
  }
}

/** Digest of the exact texts of a table. */
export function digestOf(rows: readonly HaltRow[]): string {
  const texts = rows.map(({ link, says }) => [link, says.map(({ key, place, wire }) => [key, place, wire])])
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url')
}

/** Identity of a text: the link, where it goes and every byte of it. */
export function textKeys(rows: readonly HaltRow[]): Set<string> {
  return new Set(rows.flatMap(({ link, says }) => says.map(({ key, wire }) => JSON.stringify([link, key, wire]))))
}

/** What was done keeps its outcome; what is new is planned; rows that are not ticked are left out. */
export function mergeRows(before: readonly HaltRow[], fresh: readonly HaltRow[], ticked: readonly string[]): HaltRow[] {
  const over = new Set(['done', 'sending'])
  return [
    ...fresh.map((row): HaltRow => {
      const old = before.find(({ link }) => link === row.link)
      const left = ticked.includes(row.link) ? {} : ({ step: 'left' } as const)
      const keep = <T extends { key: string; step: HaltRow['says'][number]['step'] }>(now: readonly T[], then: readonly T[]): T[] => [
        ...then.filter(({ step }) => over.has(step)),
        ...now.filter(({ key }) => !then.some((each) => each.key === key && over.has(each.step))).map((each) => ({ ...each, ...left })),
      ]
      return {
        ...row,
        ends: keep(row.ends, old?.ends ?? []),
        says: keep(row.says, old?.says ?? []),
        // A link that was left already cannot make them again.
        ...(old?.later !== undefined && { later: old.later }),
        // What was on its way when it began may have arrived since.
        ...(old?.sent !== undefined && { sent: old.sent }),
        ...(row.leaves !== undefined && { leaves: old?.leaves?.step === 'done' ? old.leaves : { ...row.leaves, ...left } }),
      }
    }),
    ...before.filter(({ link }) => !fresh.some((row) => row.link === link)),
  ]
}

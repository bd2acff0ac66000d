import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { reasonOf } from '../../core/fault.ts'
import { haltPlanSchema, hasName, isFor, noPlan, textsOf, unreadableId } from '../../core/halt.ts'
import type {
  Halt,
  HaltLater,
  HaltLevel,
  HaltOfferName,
  HaltOrder,
  HaltPart,
  HaltPlan,
  HaltRow,
  HaltScope,
  HaltText,
  StayingHalts,
} from '../../core/halt.ts'
import type { Link } from '../../core/link.ts'
import { limits } from '../../core/limits.ts'
import type { Halts } from './halts.ts'
import type { Room } from '../room.ts'
import type { Services } from '../services.ts'

/** Agents that were heard this recently are told. */
const seenMs = 24 * 60 * 60_000
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

/** The halts of a workspace that stay when one of them ends, also those that only ask: they said what to wait for. `ending` is absent once it is over. */
export function stayingHalts(halts: Pick<Halts, 'list'>, ending: string | undefined, workspace: string): StayingHalts | undefined {
  const others = halts.list().filter((halt) => halt.id !== ending && isFor(halt, workspace) && !isUnheard(halt))
  const ofAll = others.find(({ scope }) => scope.kind !== 'agents')
  if (ofAll !== undefined) return { isForAll: true, id: ofAll.id }
  const [first, ...more] = others
  if (first === undefined) return undefined
  return more.length === 0 ? { isForAll: false, id: first.id } : { isForAll: false }
}

/** It stands for a file that could not be read, and nobody was told of it. */
export function isUnheard({ id, rows }: Pick<Halt, 'id' | 'rows'>): boolean {
  return id === unreadableId && rows.every((row) => textsOf(row).length === 0)
}

/** The rows of the links of a workspace, before anything is done. */
export function rowsOf(
  services: Pick<Services, 'now' | 'log'> & { readonly halts: Pick<Halts, 'list'> },
  room: Room,
  of: TableOf,
): HaltRow[] {
  const { agents } = room.state()
  const meant = of.scope.kind === 'agents' ? of.scope.agents : undefined
  const stays = of.verb === 'halt' ? undefined : stayingHalts(services.halts, of.id, room.id)
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
        ...(stays !== undefined && { stays }),
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
        refuses: of.level === 'ask' ? [] : plan.refuses,
        ends: of.level === 'ask' ? [] : plan.ends.map((part) => ({ ...part, step: 'planned' })),
        says: plan.says.map((text) => ({ ...text, step: 'planned' })),
        ...(of.verb === 'halt' &&
          of.level !== 'ask' &&
          plan.offers !== undefined && { offers: plan.offers.map((text) => ({ ...text, step: 'left' })) }),
        starts: plan.starts,
        hears: plan.hears,
        cannot: plan.cannot,
        ...(of.verb === 'halt' && { sent: sentOn(room, link.id) }),
        lost: isTold ? named(here.filter(({ status }) => status.word === 'lost')) : [],
        ...(of.level === 'cut' && room.links.isNetwork(link.id) && { leaves: { step: 'planned' } }),
        ...(of.verb === 'halt' && room.links.isNetwork(link.id) && { later: laterOf(services, room, link, order) }),
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

/** What RESUME will say on a link if it is cut until then, by this halt or another. */
function laterOf(services: Pick<Services, 'now' | 'log'>, room: Room, link: Link, order: HaltOrder): HaltLater[] {
  const resume = { ...order, verb: 'resume', messageId: (place: string) => order.messageId(`resume ${place}`) } as const
  const others = planOf(services, room, link, { ...resume, stays: { isForAll: false } }).says
  return planOf(services, room, link, resume).says.map((text) => ({ ...text, unless: others.find(({ key }) => key === text.key)?.wire }))
}

/** Which texts of RESUME are true for whoever reads them while other halts stay. While one of all stays, they are said with the RESUME of that one. */
export function trueTexts(later: readonly HaltLater[], stays: StayingHalts | undefined): HaltText[] {
  if (stays?.isForAll === true) return []
  return later.flatMap(({ unless, ...text }) => (stays === undefined ? text : unless === undefined ? [] : { ...text, wire: unless }))
}

/** The order without what only one link knows. */
export function orderOf(of: TableOf, operator: string, agents: readonly string[] | undefined): Omit<HaltOrder, 'seen'> {
  const { id, verb, level, reason, at, messageId } = of
  return { id, verb, level, at, messageId, operator, ...(reason !== undefined && { reason }), ...(agents !== undefined && { agents }) }
}

function planOf({ log }: Pick<Services, 'log'>, room: Room, link: Link, order: HaltOrder): HaltPlan {
  const hook = room.links.halt(link.id)
  const unheard = (why: string): HaltPlan => within({ ...noPlan, cannot: { names: [...order.seen], why } }, log)
  if (hook === undefined)
    return unheard(
      order.verb === 'resume' && order.level === 'cut'
        ? 'this link was cut: it is told once it is back'
        : 'this link is not followed at the moment',
    )
  try {
    return within(hook.preview(order), log)
  } catch (thrown) {
    log('a link could not say what a halt does', { link: link.id, reason: reasonOf(thrown), level: 'error' })
    return unheard('Patchbay hit an internal error on this link')
  }
}

/** A plan as the contract can carry it: one part that cannot be shown, such as a name that is too long, keeps nothing else from being done. */
function within(plan: HaltPlan, log: Services['log']): HaltPlan {
  const { ends, refuses, says, offers, starts, hears } = haltPlanSchema.shape
  const fit = <T>(schema: { readonly element: z.ZodType<T> }, parts: readonly T[], most: number = limits.haltParts): T[] => {
    const shown = parts.filter((part) => schema.element.safeParse(part).success).slice(0, most)
    if (shown.length < parts.length) log('parts of a halt cannot be shown', { count: parts.length - shown.length, level: 'warn' })
    return shown
  }
  return {
    ...plan,
    ends: fit(ends, plan.ends),
    refuses: fit(refuses, plan.refuses),
    says: fit(says, plan.says),
    ...(plan.offers !== undefined && { offers: fit(offers.unwrap(), plan.offers) }),
    starts: fit(starts, plan.starts),
    hears: fit(hears, plan.hears, limits.agentsListed),
    cannot: { ...plan.cannot, names: fit(hears, plan.cannot.names, limits.agentsListed) },
  }
}

/** Digest of the exact texts of a table; of that of Resume, also of the halt that it ends, which another window may have raised since. */
export function digestOf({ verb, level }: Pick<TableOf, 'verb' | 'level'>, rows: readonly HaltRow[]): string {
  const texts = rows.map((row) => [row.link, textsOf(row).map(({ key, place, wire }) => [key, place, wire])])
  return createHash('sha256')
    .update(JSON.stringify([...texts, ...(verb === 'resume' ? [level] : [])]))
    .digest('base64url')
}

/** Identity of a text: the link, where it goes and every byte of it. */
export function textKeys(rows: readonly HaltRow[]): Set<string> {
  return new Set(rows.flatMap((row) => textsOf(row).map(({ key, wire }) => JSON.stringify([row.link, key, wire]))))
}

const stepIf = (isMeant: boolean) => ({ step: isMeant ? 'planned' : 'left' }) as const

const isMeantEnd = ({ step }: HaltRow['ends'][number]): boolean => step === 'planned' || step === 'failed'

/** What was done keeps its outcome; what is new is planned; rows and offers that are not ticked are left out. */
export function mergeRows(
  before: readonly HaltRow[],
  fresh: readonly HaltRow[],
  ticked: readonly string[],
  offers: readonly HaltOfferName[] = [],
): HaltRow[] {
  const over = new Set(['done', 'sending'])
  return [
    ...fresh.map((row): HaltRow => {
      const old = before.find(({ link }) => link === row.link)
      const isTicked = ticked.includes(row.link)
      const keep = <T extends { key: string; step: HaltRow['says'][number]['step'] }>(
        now: readonly T[],
        then: readonly T[] = [],
        isMeant: (key: string) => boolean = () => true,
      ): T[] => [
        ...then.filter(({ step }) => over.has(step)),
        ...now
          .filter(({ key }) => !then.some((each) => each.key === key && over.has(each.step)))
          .map((each) => ({ ...each, ...stepIf(isTicked && isMeant(each.key)) })),
      ]
      const isChosen = (key: string): boolean => offers.some((offer) => offer.link === row.link && offer.key === key)
      return {
        ...row,
        // A program that is being ended, or has ended by itself, no longer runs.
        ends: [
          ...(old?.ends ?? []).filter((end) => isMeantEnd(end) && !row.ends.some(({ key }) => key === end.key)),
          ...keep(row.ends, old?.ends),
        ],
        says: keep(row.says, old?.says),
        ...((row.offers ?? old?.offers) !== undefined && { offers: keep(row.offers ?? [], old?.offers, isChosen) }),
        // A link that was left already cannot make them again.
        ...(old?.later !== undefined && (row.later ?? []).length === 0 && { later: old.later }),
        ...(old?.unsaid !== undefined && { unsaid: old.unsaid }),
        // What was on its way when it began may have arrived since.
        ...(old?.sent !== undefined && { sent: old.sent }),
        ...(row.leaves !== undefined && { leaves: old?.leaves?.step === 'done' ? old.leaves : { ...row.leaves, ...stepIf(isTicked) } }),
      }
    }),
    ...before.filter(({ link }) => !fresh.some((row) => row.link === link)),
  ]
}

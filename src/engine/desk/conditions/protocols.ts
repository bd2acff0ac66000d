import type { Condition } from '../../../core/condition.ts'
import { isMessage, type Event } from '../../../core/event.ts'
import type { Need } from '../../../core/need.ts'
import type { Protocol } from '../../../core/protocol.ts'

/** A condition of an event that nobody looks at for this long is over, ms. */
export const seenMs = 24 * 60 * 60_000
/** A message that is not answered for this long needs the operator, ms. Others may have other limits, and still answer. */
export const patienceMs = 60_000
/** Of those in events, the newest are kept. */
const most = 200
const mostText = 280

/** Conditions that protocols read out of their links' events. */
export interface ProtocolConditions {
  apply(event: Event): void
  needs(now: number): { readonly needs: Need[]; readonly nextAt: number | undefined }
}

export interface ProtocolConditionsOptions {
  readonly protocolOf: (id: string) => Protocol | undefined
  /** Whether an event was seen happening. */
  readonly isLate: (event: Event) => boolean
}

/** What a running link shows, with its protocol. */
export interface ShownView {
  readonly link: string
  readonly view: unknown
  readonly protocol: Protocol
}

interface Kept {
  readonly condition: Condition
  readonly event: Event
  readonly count: number
  /** From when it needs the operator, ms. */
  readonly dueAt: number
}

/** Opens it without any; it is told the events of the last day. */
export function openProtocolConditions({ protocolOf, isLate }: ProtocolConditionsOptions): ProtocolConditions {
  const kept = new Map<string, Kept>()

  /** An answer that names the message ends what says that nobody answers. */
  function answered({ source, body }: Event): void {
    if (body.kind !== 'message' || body.replyTo === undefined || body.quiet === true) return
    for (const [id, { condition, event }] of kept) if (event.source === source && condition.unanswered === body.replyTo) kept.delete(id)
  }

  return {
    apply(event) {
      if (isMessage(event)) answered(event)
      for (const id of protocolOf(event.protocol)?.conditions?.endedBy?.(event) ?? []) kept.delete(idOf(event.source, { id }))
      if (isLate(event)) return
      for (const condition of protocolOf(event.protocol)?.conditions?.inEvent?.(event) ?? []) {
        const id = idOf(event.source, condition)
        const before = kept.get(id)
        const dueAt = condition.unanswered === undefined ? condition.since : condition.since + patienceMs
        kept.delete(id)
        kept.set(id, { condition, event, count: (before?.count ?? 0) + 1, dueAt: Math.min(before?.dueAt ?? Infinity, dueAt) })
      }
      for (const old of [...kept.keys()].slice(0, -most)) kept.delete(old)
    },
    needs(now) {
      for (const [id, { condition }] of kept) if (now >= condition.since + seenMs) kept.delete(id)
      const all = [...kept.values()]
      const moments = all.map((each) => (now < each.dueAt ? each.dueAt : each.condition.since + seenMs))
      const due = all.filter((each) => now >= each.dueAt)
      const needs = due.map(({ condition, event, count }): Need => {
        const times = count > 1 ? ` (${count} ×)` : ''
        return {
          ...needOf(event.source, { ...condition, text: `${condition.text.slice(0, mostText - times.length)}${times}` }),
          event: event.id,
          ...(condition.unanswered !== undefined && { about: condition.unanswered }),
          ...('conversation' in event.body && { conversation: event.body.conversation }),
          ...(event.raw.anchor !== undefined && { anchor: event.raw.anchor }),
        }
      })
      return { needs, nextAt: moments.length === 0 ? undefined : Math.min(...moments) }
    },
  }
}

/** Conditions that links show now. Pure. */
export function viewNeeds(views: readonly ShownView[]): Need[] {
  return views.flatMap(({ link, view, protocol }) => (protocol.conditions?.inView?.(view) ?? []).map((each) => needOf(link, each)))
}

/** Leaves out files that their link says are mended, gone or sent again as a message. Pure. */
export function stillUnusable(needs: readonly Need[], views: readonly ShownView[]): Need[] {
  const files = new Map(
    views.flatMap(({ link, view, protocol }) => {
      const shown = protocol.conditions?.unusableFiles?.(view)
      return shown === undefined ? [] : [[link, shown] as const]
    }),
  )
  return needs.filter(({ source, link = '', anchor }) => source !== 'unusable' || files.get(link)?.has(anchor?.path ?? '') !== false)
}

function idOf(link: string, { id }: Pick<Condition, 'id'>): string {
  return `${link}|${id}`.slice(0, 1_000).toWellFormed()
}

function needOf(link: string, condition: Condition): Need {
  const { source, who, text, since, to, about } = condition
  return {
    id: idOf(link, condition),
    source,
    band: 'rest',
    who,
    text: text.slice(0, mostText).toWellFormed(),
    link,
    since,
    blocks: [],
    change: 'new',
    ...(to !== undefined && { to }),
    ...(about !== undefined && { about }),
  }
}

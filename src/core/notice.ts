import { z } from 'zod'
import { lastedAt } from './lasted-at.ts'
import { terminalText } from './terminal-text.ts'
import { headOf, oneLine } from './text.ts'

/**
 * Which changes reach the operator as a notification of the system, and which only the badge. Pure: the engine calls `stepNotices` with everything that
 * needs the operator, whenever that changes and at the moment it asked for.
 */

/** What a notification is about: one line of the settings. */
const noticeKinds = ['asks', 'overdue', 'link', 'others', 'journal'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What a notification offers. reply: opens the item with its answer · later: puts it off for an hour · open: shows the item · waits: shows who waits for whom. */
export const noticeVerbs = ['reply', 'later', 'open', 'waits'] as const
export type NoticeVerb = (typeof noticeVerbs)[number]
export const noticeVerbWords: Readonly<Record<NoticeVerb, string>> = { reply: 'Reply', later: 'Later', open: 'Show', waits: 'Who waits' }
/** How long *Later* is, ms. */
export const laterMs = 60 * 60_000

const reach = z.strictObject({ badge: z.boolean(), notify: z.boolean(), sound: z.boolean() })
export type NoticeReach = z.infer<typeof reach>
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const noticeMuteSchema = z.strictObject({
  /** An agent (id), or a conversation of a link. */
  agent: z.string().max(200).optional(),
  source: z.string().max(200).optional(),
  conversation: z.string().max(1_000).optional(),
  /** Only what is of this kind. */
  kind: z.enum(noticeKinds).optional(),
  workspace: z.string().max(200),
  /** ms; absent: until it is taken back. */
  until: z.number().optional(),
})
/** One thing that stays silent. It is recorded and counted as before. */
export type NoticeMute = z.infer<typeof noticeMuteSchema>
export const noticeSettingsSchema = z.strictObject({
  kinds: z.strictObject({ asks: reach, overdue: reach, link: reach, others: reach, journal: reach }),
  /** Between these times of day nothing is shown; the badge still counts. From later than to: over midnight. */
  quiet: z.strictObject({ from: timeOfDay, to: timeOfDay }).optional(),
  /** name: who and why, without the words of the message, for a screen that others can see. */
  text: z.enum(['full', 'name']),
  muted: z.array(noticeMuteSchema).max(200),
  /** Nothing is shown until then, ms. */
  mutedUntil: z.number().optional(),
})
export type NoticeSettings = z.infer<typeof noticeSettingsSchema>

export const defaultNoticeSettings: NoticeSettings = {
  kinds: {
    asks: { badge: true, notify: true, sound: false },
    overdue: { badge: true, notify: true, sound: false },
    link: { badge: true, notify: true, sound: false },
    others: { badge: true, notify: false, sound: false },
    journal: { badge: true, notify: true, sound: false },
  },
  text: 'full',
  muted: [],
}

/** One thing that needs the operator, as far as notifications are concerned. */
export interface NoticeItem {
  /** The same for as long as it needs the operator. */
  readonly id: string
  readonly kind: NoticeKind
  /** A later change of the same item: it became overdue, it failed. One notification for each. */
  readonly change: 'new' | 'overdue' | 'failed'
  readonly workspace: string
  /** Who and why: `reviewer asks you`. */
  readonly title: string
  /** Their own words. */
  readonly body?: string
  readonly agent?: string
  readonly source?: string
  readonly conversation?: string
  /** Since when it needs the operator, ms. */
  readonly since: number
  /** It did not just happen: it was read from history. */
  readonly late?: true
  /** It was answered, and stays in its list for a while: it counts, and is not notified. */
  readonly isAnswered?: true
  /** What its notification offers. */
  readonly verbs?: readonly NoticeVerb[]
  /** It is a link that is down. */
  readonly isLinkDown?: true
  /** Somebody waits for the operator's approval: muting an agent does not hide it. */
  readonly isApproval?: true
}

/** A notification to show, in place of an earlier one with the same id. */
export const noticeSchema = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string().optional(),
  sound: z.boolean(),
  /** The item that a click leads to; absent: the list of all of them. */
  item: z.string().optional(),
  workspace: z.string(),
  /** What it offers besides a click, where the system can show that. */
  verbs: z.array(z.enum(noticeVerbs)).max(noticeVerbs.length).optional(),
})
export type Notice = z.infer<typeof noticeSchema>

/** The id of an item: two workspaces can have a need with the same id. */
export function noticeItemId(workspace: string, need: string): string {
  return `${workspace}|${need}`
}

/** The need that an item of a workspace is about. */
export function needOfItem(workspace: string, item: string): string {
  return item.slice(noticeItemId(workspace, '').length)
}

/** What was notified so far. */
export interface NoticeMemory {
  /** The change last told of each item; what stays silent by a setting counts as told. */
  readonly told: ReadonlyMap<string, NoticeItem['change']>
  /** Id of the notification that an item is in, by id of the item, and when it was shown, ms. */
  readonly shown: ReadonlyMap<string, { readonly notice: string; readonly at: number }>
}

export const emptyMemory: NoticeMemory = { told: new Map(), shown: new Map() }

export interface NoticeContext {
  readonly now: number
  /** Minutes since midnight, in the operator's time zone. */
  readonly minuteOfDay: number
  readonly settings: NoticeSettings
  /** What the operator is looking at: a conversation, or the list of everything that needs attention. What is in sight is not notified. */
  readonly looking?: { readonly workspace: string; readonly source?: string; readonly conversation?: string; readonly list?: true }
  /** This machine slept, or Patchbay has just started: what came in the meantime becomes one summary. */
  readonly wasAway?: true
}

export interface NoticeStep {
  readonly memory: NoticeMemory
  readonly show: readonly Notice[]
  /** Notifications whose cause is gone, or that became part of another. */
  readonly close: readonly string[]
  /** When to call again, ms; absent: when something changes. */
  readonly wakeAt?: number
}

/** An item that ends within this time is never shown. */
export const settleMs = 3_000
/** From this many within `joinMs` on, notifications become one. */
const joinFrom = 3
const joinMs = 10_000
/** How much of their own words a notification has. */
const bodyChars = 140
const summaryId = 'summary'
const dayMinutes = 24 * 60

/** Decides what is shown and closed now. `items`: everything that needs the operator, in all workspaces. */
export function stepNotices(memory: NoticeMemory, items: readonly NoticeItem[], context: NoticeContext): NoticeStep {
  const { now, settings } = context
  const present = new Map(items.map((item) => [item.id, item]))
  const told = new Map([...memory.told].filter(([id]) => present.has(id)))
  const shown = new Map([...memory.shown].filter(([id]) => present.has(id)))
  const fresh = items.filter((item) => isNews(told.get(item.id), item.change))
  const ripe = fresh.filter((item) => item.change !== 'new' || item.late === true || lastedAt(item.since, settleMs, now) <= now)
  const silentFor = silentMs(context)
  // What comes while nothing may be shown stays news, and is told afterwards if it still needs the operator.
  const due = silentFor > 0 ? [] : ripe
  for (const item of due) told.set(item.id, item.change)
  const loud = due.filter((item) => settings.kinds[item.kind].notify && !isMuted(item, settings, now) && !isInSight(item, context))
  const show = context.wasAway === true ? summary(loud, 'While you were away', settings) : asTheyCome(loud)
  for (const { notice, items: ofNotice } of show) for (const item of ofNotice) shown.set(item.id, { notice: notice.id, at: now })
  const open = new Set([...shown.values()].map(({ notice }) => notice))
  const waits = [
    ...fresh.filter((item) => !ripe.includes(item)).map((item) => item.since + settleMs),
    ...(silentFor > 0 && ripe.length > 0 ? [now + silentFor] : []),
  ]
  return {
    memory: { told, shown },
    show: show.map(({ notice }) => notice),
    close: [...new Set([...memory.shown.values()].map(({ notice }) => notice))].filter((id) => !open.has(id)),
    ...(waits.length > 0 && { wakeAt: Math.min(...waits) }),
  }

  function asTheyCome(news: readonly NoticeItem[]): Telling[] {
    const current = news.filter((item) => item.late !== true)
    if (current.length === 0) return []
    const before = [...shown].filter(([, { at }]) => now - at < joinMs).flatMap(([id]) => present.get(id) ?? [])
    const joined = [...before.filter((item) => !current.includes(item)), ...current]
    if (joined.length >= joinFrom) return summary(joined, undefined, settings)
    return current.map((item) => single(item, settings))
  }
}

/** How many items count in the badge: all but those of kinds that the settings leave out. What is muted or quiet still counts. */
export function badgeCount(items: readonly NoticeItem[], settings: NoticeSettings): number {
  return items.filter((item) => settings.kinds[item.kind].badge).length
}

/** A notification and the items that it is about. */
interface Telling {
  readonly notice: Notice
  readonly items: readonly NoticeItem[]
}

function isNews(told: NoticeItem['change'] | undefined, change: NoticeItem['change']): boolean {
  return told !== change && !(told !== undefined && change === 'new')
}

/** An approval and a journal at risk are shown even if their agent or conversation is muted. */
function isMuted(item: NoticeItem, { muted }: NoticeSettings, now: number): boolean {
  if (item.kind === 'journal' || item.isApproval === true) return false
  return muted.some(
    (mute) =>
      mute.workspace === item.workspace &&
      (mute.until === undefined || mute.until > now) &&
      (mute.kind === undefined || mute.kind === item.kind) &&
      (mute.agent === undefined || mute.agent === item.agent) &&
      (mute.source === undefined || (mute.source === item.source && mute.conversation === item.conversation)),
  )
}

function isInSight(item: NoticeItem, { looking }: NoticeContext): boolean {
  if (looking?.workspace !== item.workspace) return false
  return (
    looking.list === true || (looking.source !== undefined && looking.source === item.source && looking.conversation === item.conversation)
  )
}

/** For how long nothing may be shown from now on, ms: quiet hours, or muted until a time. */
function silentMs({ now, minuteOfDay, settings }: NoticeContext): number {
  const muted = Math.max(0, (settings.mutedUntil ?? 0) - now)
  const { quiet } = settings
  if (quiet === undefined || !isQuietAt(quiet, minuteOfDay)) return muted
  return Math.max(muted, ((minutesOf(quiet.to) - minuteOfDay + dayMinutes) % dayMinutes) * 60_000)
}

/** Whether quiet hours hold at a minute of the local day; they may go beyond midnight. Pure. */
export function isQuietAt(quiet: NonNullable<NoticeSettings['quiet']>, minuteOfDay: number): boolean {
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  return from <= to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to
}

/** The minute of the local day of a time, ms. */
export function minuteOfDayAt(at: number): number {
  const date = new Date(at)
  return date.getHours() * 60 + date.getMinutes()
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function single(item: NoticeItem, settings: NoticeSettings): Telling {
  const body = settings.text === 'name' || item.body === undefined ? undefined : bodyLine(item.body)
  const notice = { id: item.id, title: item.title, sound: settings.kinds[item.kind].sound, item: item.id, workspace: item.workspace }
  const { verbs = [] } = item
  return { notice: { ...notice, ...(body !== undefined && { body }), ...(verbs.length > 0 && { verbs: [...verbs] }) }, items: [item] }
}

function summary(items: readonly NoticeItem[], lead: string | undefined, settings: NoticeSettings): Telling[] {
  const [first] = items
  if (first === undefined) return []
  const count = items.length === 1 ? '1 thing needs you' : `${items.length} things need you`
  const notice = {
    id: summaryId,
    title: lead === undefined ? count : `${lead}: ${count}`,
    body: bodyLine(
      items
        .toSorted((a, b) => urgency(b) - urgency(a))
        .map(({ title }) => title)
        .join(' · '),
    ),
    sound: items.some((item) => settings.kinds[item.kind].sound),
    workspace: first.workspace,
  }
  return [{ notice, items }]
}

/** A summary has room for few: what loses data and what waits for an approval are named before anything that anybody can ask. */
function urgency({ kind, isApproval }: NoticeItem): number {
  return kind === 'journal' ? 2 : isApproval === true ? 1 : 0
}

/** A text in one line, hidden characters shown, no longer than a notification has room for. */
function bodyLine(text: string): string {
  return oneLine(terminalText(headOf(text, 4 * bodyChars)), bodyChars)
}

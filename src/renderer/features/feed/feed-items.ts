import type { Event } from '../../../core/event.ts'

/** One row of the feed's list: an event, or chatter folded into one line. */
export type FeedItem =
  | { readonly kind: 'event'; readonly key: string; readonly event: Event; readonly isInner: boolean }
  | { readonly kind: 'fold'; readonly key: string; readonly events: readonly Event[]; readonly isOpen: boolean }

/** After a pause of this length, chatter of the same sender begins a new fold, ms. */
const pauseMs = 15 * 60_000

/** What is folded: nothing · tool use and presence · everything that machines write for people to read. */
export type FoldLevel = 'none' | 'chatter' | 'notices'

/** The fold key of an event: notices by sender, presence by link. Undefined: the event is not folded. */
export function chatterKey({ source, body }: Event, level: FoldLevel): string | undefined {
  if (body.kind !== 'notice' || level === 'none' || (body.tone === 'status' && level === 'chatter')) return undefined
  return body.tone === 'presence' ? source : `${source}|${body.tone}|${body.from}`
}

/**
 * The items for rows. Between two rows that are not chatter, lines with the same key make one fold, at the position of the first. Messages and
 * failures are never folded, and no fold spans one. An open fold is followed by its lines.
 * @param isOpen takes the id of any event in a fold.
 * @param keyOf undefined: the event is not folded.
 */
export function itemsOf(
  rows: readonly Event[],
  isOpen: (id: string) => boolean,
  keyOf: (event: Event) => string | undefined,
): readonly FeedItem[] {
  const items: FeedItem[] = []
  let run: Event[][] = []
  let newest = new Map<string, Event[]>()
  const endRun = (): void => {
    for (const events of run) items.push(...itemsOfFold(events, isOpen))
    if (run.length === 0) return
    run = []
    newest = new Map()
  }
  for (const event of rows) {
    const key = keyOf(event)
    if (key === undefined) {
      endRun()
      items.push(itemOf(event, false))
      continue
    }
    const fold = newest.get(key)
    const last = fold?.at(-1)
    if (fold !== undefined && last !== undefined && Math.abs(shownTime(event) - shownTime(last)) < pauseMs) fold.push(event)
    else {
      const begun = [event]
      run.push(begun)
      newest.set(key, begun)
    }
  }
  endRun()
  return items
}

/** Whether the item shows the event: itself, or as a line of a closed fold. */
export function showsEvent(item: FeedItem, id: string | undefined): boolean {
  if (id === undefined) return false
  return item.kind === 'event' ? item.event.id === id : !item.isOpen && item.events.some((event) => event.id === id)
}

/** The event that represents the item: the first of a fold. */
export function leadOf(item: FeedItem): Event | undefined {
  return item.kind === 'event' ? item.event : item.events[0]
}

/** The latest time a clock can show, ms since 1970. */
const lastTime = 8.64e15

/** The time a row shows: for a streamed answer when it began, otherwise the claimed time, otherwise when it arrived. */
export function shownTime(event: Event): number {
  const { body } = event
  const began = body.kind === 'stream' || body.kind === 'message' ? body.since : undefined
  return began !== undefined && Math.abs(began) <= lastTime ? began : endTime(event)
}

/** When the item happened, by what its row shows. */
export function timeOf(item: FeedItem): number {
  const event = leadOf(item)
  return event === undefined ? 0 : shownTime(event)
}

/** When the content of the row was complete, or as far as it is. */
export function endTime(event: Event): number {
  return event.claimedAt ?? event.at
}

/** The newest display position that the item shows. */
export function lastOrdOf(item: FeedItem): number {
  return item.kind === 'event' ? item.event.ord : (item.events.at(-1)?.ord ?? 0)
}

/**
 * The index of the first item for the virtual list after the items changed, so that what is on screen stays in place. Rows added or removed
 * at the front may split or merge folds there; the first message keeps its index, and so does everything after it.
 */
export function baseAfter(before: readonly FeedItem[], base: number, after: readonly FeedItem[]): number {
  if (before[0]?.key === after[0]?.key) return base
  const places = new Map(after.map((item, index) => [item.key, index]))
  const kept = before.flatMap((item, index) => {
    const place = places.get(item.key)
    return place === undefined ? [] : [{ item, shift: index - place }]
  })
  const said = kept.find(({ item }) => item.kind === 'event' && item.event.body.kind !== 'notice')
  return base + ((said ?? kept[0])?.shift ?? 0)
}

function itemsOfFold(events: readonly Event[], isOpen: (id: string) => boolean): readonly FeedItem[] {
  const [first] = events
  if (first === undefined || events.length === 1) return events.map((event) => itemOf(event, false))
  const open = events.some((event) => isOpen(event.id))
  const fold: FeedItem = { kind: 'fold', key: `fold ${first.ord}`, events, isOpen: open }
  return open ? [fold, ...events.map((event) => itemOf(event, true))] : [fold]
}

function itemOf(event: Event, isInner: boolean): FeedItem {
  return { kind: 'event', key: String(event.ord), event, isInner }
}

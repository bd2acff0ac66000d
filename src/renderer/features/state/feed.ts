import type { Event } from '../../../core/event.ts'
import { fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { conversationsOf, everything, filterKey, findUnread, matchesFilter } from '../feed/feed-filter.ts'
import { emptyWindow, positionOf, successorOf, windowOf, withNewer, withOlder, withPushed } from '../feed/feed-window.ts'
import type { FeedWindow, Page } from '../feed/feed-window.ts'
import { createRequests } from './requests.ts'
import { shownAgent } from './shown-agent.ts'
import type { AppState, MakeSlice } from '../screen.ts'
import type { FeedSlice } from './slices.ts'

const pageRows = 200
/** With more waiting events than this, the page is reloaded instead. */
const pendingMax = 5_000
const markReadMs = 300
/** After more than `busyRows` new rows at a time, the next ones wait `busyMs`: most of them would be gone before anyone read them. */
const busyRows = 10
const busyMs = 50

/** What was pushed since a page was asked for: the page may have been read before it. */
interface Since {
  events: Event[]
  /** Too much to keep, or everything may have changed: the page has to be loaded again. */
  isTooMuch: boolean
}

/** The rows on screen: a window of the history, kept up to date by pushes. */
export const feedSlice: MakeSlice<FeedSlice> = (set, get, env) => {
  const { client } = env
  let pending: Event[] = []
  let isOverrun = false
  let isScheduled = false
  let isResting = false
  const underWay = new Set<Since>() // pages that are not answered yet
  let loading: Since | undefined // of them, the one that will replace the rows
  const jumps = createRequests() // to places that the operator asked for
  const loads = createRequests()
  let seenOrd = 0
  let shownOrd = 0 // the last row on screen
  let markedOrd = 0
  let isReadHeld = false // the operator marked something unread here
  let isMarkScheduled = false
  let wantsMarker = true

  function isOwn(event: Event): boolean {
    return event.body.kind === 'message' && event.body.from === get().state?.info.operator
  }

  function placeMarker(): void {
    const { state, feed, feedPhase } = get()
    if (get().past !== undefined) return
    if (!wantsMarker || state === undefined || feedPhase !== 'ready') return
    wantsMarker = false
    set((now) => ({ marker: findUnread(now.feed.rows, conversationsOf(now.filter, state.conversations, shownAgent(now)), isOwn) }))
    if (feed.hasAfter) return
    markSeen()
  }

  async function page(where: { before?: number; after?: number; around?: number }, since: Since): Promise<Result<Page>> {
    const { workspace, filter } = get()
    if (workspace === undefined) return fail('not-found', 'No workspace is open.')
    underWay.add(since)
    const answer = await client.call('feed.page', { workspace, filter, ...where, limit: pageRows })
    underWay.delete(since)
    return answer
  }

  /** Adds what was pushed while a page of the window was on its way. */
  function withSince(window: FeedWindow, { events, isTooMuch }: Since, following: boolean): FeedWindow {
    if (isTooMuch) {
      isOverrun = true
      schedule()
    }
    const { filter } = get()
    return withPushed(window, events, (event) => matchesFilter(event, filter, shownAgent(get())), following ? 'end' : 'start').window
  }

  async function loadWindow(where: { around?: number }, after: (page: Page) => Partial<AppState>): Promise<Result<Page>> {
    const isNewest = loads.next()
    const since: Since = { events: [], isTooMuch: false }
    loading = since
    set((state) => ({ feedPhase: state.feed.rows.length > 0 ? state.feedPhase : 'loading', feedFault: undefined, loadingSide: undefined }))
    const answer = await page(where, since)
    if (!isNewest()) return fail('cancelled', 'Another page was requested.')
    loading = undefined
    if (!answer.ok) {
      set({ feedPhase: 'failed', feedFault: answer.fault })
      return answer
    }
    const { isContinued, ...read } = windowOf(answer.value, where.around === undefined ? get().feed : undefined)
    const next = after(answer.value)
    const feed = withSince(read, since, next.following ?? get().following)
    set((state) => ({ feed, feedPhase: 'ready', feedLoad: isContinued ? state.feedLoad : state.feedLoad + 1, ...next }))
    flush()
    placeMarker()
    return answer
  }

  function loadNewest(): void {
    void loadWindow({}, () => ({ following: true, pausedBy: undefined, newCount: 0, scroll: { to: 'end' } }))
  }

  /** Loads the next page at one end of the window. */
  async function extend(side: 'before' | 'after'): Promise<void> {
    const { feed, loadingSide } = get()
    const [hasMore, edge, join] =
      side === 'before' ? [feed.hasBefore, feed.rows[0], withOlder] : [feed.hasAfter, feed.rows.at(-1), withNewer]
    if (!hasMore || loadingSide !== undefined || edge === undefined) return
    const isCurrent = loads.current()
    set({ loadingSide: side })
    const since: Since = { events: [], isTooMuch: false }
    const answer = await page({ [side]: edge.ord }, since)
    if (!isCurrent()) return
    const { rows } = get().feed
    // Another window, or one whose end was cut off since: between its rows and this page there would be a gap.
    const isJoined = (side === 'before' ? rows[0] : rows.at(-1))?.ord === edge.ord
    set((state) => ({
      loadingSide: undefined,
      feedFault: answer.ok ? undefined : answer.fault,
      ...(answer.ok && isJoined && { feed: withSince(join(state.feed, answer.value), since, state.following) }),
    }))
  }

  function schedule(): void {
    if (isScheduled || isResting) return
    isScheduled = true
    env.onFrame(() => {
      isScheduled = false
      flush()
    })
  }

  function rest(): void {
    if (isResting) return
    isResting = true
    env.later(() => {
      isResting = false
      if (pending.length > 0 || isOverrun) schedule()
    }, busyMs)
  }

  function flush(): void {
    const state = get()
    if (state.feedPhase === 'loading') return // waiting events are merged into the arriving page
    if (isOverrun) {
      isOverrun = false
      pending = []
      state.reload()
      return
    }
    if (pending.length === 0 || state.feedPhase === 'failed') return
    const events = pending
    pending = []
    for (const since of underWay) {
      since.isTooMuch ||= since.events.length + events.length > pendingMax
      if (!since.isTooMuch) since.events.push(...events)
    }
    if (events.length > busyRows) rest()
    const agent = shownAgent(state)
    const applied = withPushed(state.feed, events, (event) => matchesFilter(event, state.filter, agent), state.following ? 'end' : 'start')
    // An answer that began above what was seen is complete: it counts as unseen.
    for (const { ord, supersedes } of applied.appended) {
      if (supersedes === undefined) continue
      seenOrd = Math.min(seenOrd, ord - 1)
      markedOrd = Math.min(markedOrd, ord - 1)
    }
    const messages = applied.appended.filter((event) => event.body.kind === 'message')
    const foreign = messages.filter((event) => !isOwn(event) && !isQuiet(event))
    const next: Partial<AppState> = { feed: applied.window }
    if (!state.following) Object.assign(next, { newCount: state.newCount + messages.length })
    const first = foreign[0]
    if (first !== undefined) {
      Object.assign(next, { arrived: { count: state.arrived.count + foreign.length, last: foreign.at(-1) } })
      const isWatched = state.following && env.isLooking()
      const { marker } = state
      if (!isWatched && (marker === undefined || marker.ord <= seenOrd))
        Object.assign(next, { marker: { ord: first.ord, count: foreign.length } })
      else if (!isWatched && marker !== undefined) Object.assign(next, { marker: { ...marker, count: marker.count + foreign.length } })
    }
    const selection = successorOf(state.selection, events)
    const highlight = successorOf(state.highlight, events)
    if (selection !== state.selection) Object.assign(next, { selection, selected: events.find((event) => event.id === selection) })
    if (highlight !== state.highlight) Object.assign(next, { highlight })
    set(next)
  }

  function markSeen(): void {
    if (get().past !== undefined || isMarkScheduled || isReadHeld || seenOrd <= markedOrd) return
    isMarkScheduled = true
    env.later(() => {
      isMarkScheduled = false
      const { workspace, filter, state } = get()
      if (workspace === undefined || state === undefined || get().past !== undefined || isReadHeld || !env.isLooking()) return
      const shown = conversationsOf(filter, state.conversations, shownAgent(get()))
      if (!shown.some((one) => one.unread > 0)) return
      markedOrd = seenOrd
      void client.call('conversations.markRead', { workspace, filter, upTo: seenOrd })
    }, markReadMs)
  }

  return {
    filter: everything,
    feed: emptyWindow,
    feedLoad: 0,
    feedPhase: 'loading',
    feedFault: undefined,
    loadingSide: undefined,
    following: true,
    pausedBy: undefined,
    newCount: 0,
    marker: undefined,
    highlight: undefined,
    scroll: undefined,
    arrived: { count: 0, last: undefined },

    setFilter(filter) {
      jumps.next()
      seenOrd = 0
      shownOrd = 0
      markedOrd = 0
      isReadHeld = false
      wantsMarker = true
      const isSame = filterKey(filter) === filterKey(get().filter)
      if (!isSame) get().select(undefined)
      set({ view: 'feed', drawer: undefined, filter, feed: emptyWindow, feedPhase: 'loading', marker: undefined, highlight: undefined })
      pending = []
      loadNewest()
    },

    showNewest() {
      jumps.next()
      pending = []
      loadNewest()
    },

    reload() {
      // What is being loaded is where the operator wants to be.
      if (loading !== undefined) {
        loading.isTooMuch = true
        return
      }
      pending = []
      const middle = get().following ? undefined : shownOrd
      if (middle === undefined || middle === 0) loadNewest()
      else void loadWindow({ around: middle }, () => ({}))
    },

    loadOlder: () => extend('before'),
    loadNewer: () => extend('after'),

    async jumpTo(id, { isBeside = false } = {}) {
      const isNewest = jumps.next()
      if (!isBeside) set({ view: 'feed', overlay: undefined, drawer: undefined })
      if (positionOf(get().feed, id) >= 0) {
        const row = get().feed.rows[positionOf(get().feed, id)]
        get().select(id)
        set({ following: false, pausedBy: 'scroll', highlight: id, scroll: { to: 'event', id, align: 'center' } })
        if (row !== undefined) return { ok: true, value: row }
      }
      const found = await client.call('events.get', { id })
      if (!isNewest()) return fail('cancelled', 'Another message was opened since.')
      if (!found.ok) return found
      const event = found.value
      const { filter } = get()
      if (!matchesFilter(event, filter, shownAgent(get()))) {
        const isPlain = matchesFilter(event, everything, undefined)
        set({ filter: isPlain ? everything : { raw: true }, marker: undefined })
      }
      pending = []
      shownOrd = event.ord
      const answer = await loadWindow({ around: event.ord }, () => ({
        following: false,
        pausedBy: 'scroll',
        newCount: 0,
        highlight: id,
        scroll: { to: 'event', id, align: 'center' },
      }))
      if (!answer.ok) return answer
      get().select(id)
      return found
    },

    follow() {
      if (get().feed.hasAfter) loadNewest()
      else set({ following: true, pausedBy: undefined, newCount: 0, highlight: undefined, scroll: { to: 'end' } })
    },

    pause(by) {
      if (get().following) set({ following: false, pausedBy: by, newCount: 0 })
    },

    toggleFollow() {
      if (get().following) get().pause('key')
      else get().follow()
    },

    seen(ord) {
      shownOrd = ord
      // Nothing is read by looking at the past.
      if (!env.isLooking() || get().past !== undefined) return
      seenOrd = Math.max(seenOrd, ord)
      markSeen()
    },

    async markUnread(id = get().selection) {
      const at = positionOf(get().feed, id)
      const row = get().feed.rows[at]
      if (row === undefined || row.body.kind !== 'message') return fail('not-found', 'Select a message first.')
      const conversation = row.body.conversation
      const marked = await client.call('conversations.markUnread', { event: row.id })
      if (!marked.ok) {
        set({ actFault: { event: row.id, fault: marked.fault } })
        return marked
      }
      isReadHeld = true
      const after = get().feed.rows.slice(positionOf(get().feed, row.id))
      const count = after.filter(
        (one) => one.source === row.source && one.body.kind === 'message' && one.body.conversation === conversation,
      )
      set({ marker: { ord: row.ord, count: count.filter((one) => !isOwn(one) && !isQuiet(one)).length } })
      return marked
    },

    receive(events) {
      if (pending.length + events.length > pendingMax) {
        isOverrun = true
        pending = []
      }
      if (!isOverrun) pending.push(...events)
      schedule()
    },

    stateArrived() {
      placeMarker()
      markSeen()
    },
  }
}

function isQuiet({ body }: Event): boolean {
  return body.kind === 'message' && body.quiet === true
}

import type { Event } from '../../../core/event.ts'
import { fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { conversationsOf, everything, filterKey, findUnread, matchesFilter } from '../feed/feed-filter.ts'
import { emptyWindow, positionOf, successorOf, windowOf, withNewer, withOlder, withPushed } from '../feed/feed-window.ts'
import type { Page } from '../feed/feed-window.ts'
import { shownAgent } from './shown-agent.ts'
import type { AppState, MakeSlice } from '../screen.ts'
import type { FeedSlice } from './slices.ts'

const pageRows = 200
/** With more waiting events than this, the page is reloaded instead. */
const pendingMax = 5_000
const markReadMs = 300
/** After more than `busyRows` new rows at a time, the next ones wait `busyMs`: most of them would be gone before anyone read them. */
const busyRows = 10
const busyMs = 100

/** The rows on screen: a window of the history, kept up to date by pushes. */
export const feedSlice: MakeSlice<FeedSlice> = (set, get, env) => {
  const { client } = env
  let pending: Event[] = []
  let isOverrun = false
  let isScheduled = false
  let isResting = false
  let load = 0 // number of the newest load; answers to older ones are dropped
  let seenOrd = 0
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

  async function page(where: { before?: number; after?: number; around?: number }): Promise<Result<Page>> {
    const { workspace, filter } = get()
    if (workspace === undefined) return fail('not-found', 'No workspace is open.')
    return client.call('feed.page', { workspace, filter, ...where, limit: pageRows })
  }

  async function loadWindow(where: { around?: number }, after: (page: Page) => Partial<AppState>): Promise<Result<Page>> {
    const mine = ++load
    set((state) => ({ feedPhase: state.feed.rows.length > 0 ? state.feedPhase : 'loading', feedFault: undefined, loadingSide: undefined }))
    const answer = await page(where)
    if (mine !== load) return fail('cancelled', 'Another page was requested.')
    if (!answer.ok) {
      set({ feedPhase: 'failed', feedFault: answer.fault })
      return answer
    }
    const { isContinued, ...feed } = windowOf(answer.value, where.around === undefined ? get().feed : undefined)
    set((state) => ({ feed, feedPhase: 'ready', feedLoad: isContinued ? state.feedLoad : state.feedLoad + 1, ...after(answer.value) }))
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
    const mine = load
    set({ loadingSide: side })
    const answer = await page({ [side]: edge.ord })
    if (mine !== load) return
    set((state) => ({
      loadingSide: undefined,
      ...(answer.ok ? { feed: join(state.feed, answer.value), feedFault: undefined } : { feedFault: answer.fault }),
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
      seenOrd = 0
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
      pending = []
      loadNewest()
    },

    reload() {
      pending = []
      const middle = get().following ? undefined : seenOrd
      if (middle === undefined || middle === 0) loadNewest()
      else void loadWindow({ around: middle }, () => ({}))
    },

    loadOlder: () => extend('before'),
    loadNewer: () => extend('after'),

    async jumpTo(id, { isBeside = false } = {}) {
      if (!isBeside) set({ view: 'feed', overlay: undefined, drawer: undefined })
      if (positionOf(get().feed, id) >= 0) {
        const row = get().feed.rows[positionOf(get().feed, id)]
        get().select(id)
        set({ following: false, pausedBy: 'scroll', highlight: id, scroll: { to: 'event', id, align: 'center' } })
        if (row !== undefined) return { ok: true, value: row }
      }
      const found = await client.call('events.get', { id })
      if (!found.ok) return found
      const event = found.value
      const { filter } = get()
      if (!matchesFilter(event, filter, shownAgent(get()))) {
        const isPlain = matchesFilter(event, everything, undefined)
        set({ filter: isPlain ? everything : { raw: true }, marker: undefined })
      }
      pending = []
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

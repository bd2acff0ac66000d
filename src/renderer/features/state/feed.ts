import type { Event } from '../../../core/event.ts'
import { fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { conversationsOf, everything, filterKey, findUnread, matchesFilter } from '../feed/feed-filter.ts'
import { emptyWindow, positionOf, successorOf, windowOf, withNewer, withOlder, withPushed } from '../feed/feed-window.ts'
import type { FeedWindow, Page } from '../feed/feed-window.ts'
import { createPushQueue, pendingMax } from './push-queue.ts'
import { createReadMarks } from './read-marks.ts'
import { createRequests } from './requests.ts'
import { shownAgent } from './shown-agent.ts'
import type { AppState, MakeSlice } from '../screen.ts'
import type { FeedSlice } from './slices.ts'

const pageRows = 200

/** What was pushed since a page was asked for: the page may have been read before it. */
interface Since {
  events: Event[]
  /** Too much to keep, or everything may have changed: the page has to be loaded again. */
  isTooMuch: boolean
}

/** The rows on screen: a window of the history, kept up to date by pushes. */
export const feedSlice: MakeSlice<FeedSlice> = (set, get, env) => {
  const { client } = env
  const pushes = createPushQueue(env, flush)
  const marks = createReadMarks(get, env)
  const underWay = new Set<Since>() // pages that are not answered yet
  let loading: Since | undefined // of them, the one that will replace the rows
  const jumps = createRequests() // to places that the operator asked for
  const loads = createRequests()
  let shownOrd = 0 // the last row on screen
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
    if (!feed.hasAfter) marks.mark()
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
    if (isTooMuch) pushes.overrun()
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

  function flush(): void {
    const state = get()
    if (state.feedPhase === 'loading') return // waiting events are merged into the arriving page
    if (pushes.takeOverrun()) return state.reload()
    if (state.feedPhase === 'failed') return
    const events = pushes.take()
    if (events.length === 0) return
    for (const since of underWay) {
      since.isTooMuch ||= since.events.length + events.length > pendingMax
      if (!since.isTooMuch) since.events.push(...events)
    }
    const agent = shownAgent(state)
    const applied = withPushed(state.feed, events, (event) => matchesFilter(event, state.filter, agent), state.following ? 'end' : 'start')
    // An answer that began above what was seen is complete: it counts as unseen.
    for (const { ord, supersedes } of applied.appended) if (supersedes !== undefined) marks.unseen(ord)
    const messages = applied.appended.filter((event) => event.body.kind === 'message')
    const foreign = messages.filter((event) => !isOwn(event) && !isQuiet(event))
    const [first] = foreign
    const isUnwatched = !state.following || !env.isLooking()
    const selection = successorOf(state.selection, events)
    set({
      feed: applied.window,
      highlight: successorOf(state.highlight, events),
      ...(!state.following && { newCount: state.newCount + messages.length }),
      ...(first !== undefined && { arrived: { count: state.arrived.count + foreign.length, last: foreign.at(-1) } }),
      ...(first !== undefined && isUnwatched && { marker: markerWith(first, foreign.length) }),
      ...(selection !== state.selection && { selection, selected: events.find((event) => event.id === selection) }),
    })
  }

  /** The mark of what is new, with messages that came while nobody looked: it moves to the first of them if all before were seen. */
  function markerWith(first: Event, count: number): AppState['marker'] {
    const { marker } = get()
    return marker === undefined || marks.isSeen(marker.ord) ? { ord: first.ord, count } : { ...marker, count: marker.count + count }
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
      marks.restart()
      shownOrd = 0
      wantsMarker = true
      const isSame = filterKey(filter) === filterKey(get().filter)
      if (!isSame) get().select(undefined)
      set({ view: 'feed', drawer: undefined, filter, feed: emptyWindow, feedPhase: 'loading', marker: undefined, highlight: undefined })
      pushes.clear()
      loadNewest()
    },

    showNewest() {
      jumps.next()
      pushes.clear()
      loadNewest()
    },

    reload() {
      // What is being loaded is where the operator wants to be.
      if (loading !== undefined) {
        loading.isTooMuch = true
        return
      }
      pushes.clear()
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
      pushes.clear()
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
      marks.seen(ord)
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
      marks.hold()
      const after = get().feed.rows.slice(positionOf(get().feed, row.id))
      const count = after.filter(
        (one) => one.source === row.source && one.body.kind === 'message' && one.body.conversation === conversation,
      )
      set({ marker: { ord: row.ord, count: count.filter((one) => !isOwn(one) && !isQuiet(one)).length } })
      return marked
    },

    receive: pushes.add,

    stateArrived() {
      placeMarker()
      marks.mark()
    },
  }
}

function isQuiet({ body }: Event): boolean {
  return body.kind === 'message' && body.quiet === true
}

import type { Push, Subscription, WorkspaceState } from '../api/contract.ts'
import type { SubscriptionHandle } from '../api/server.ts'
import type { Event } from '../core/event.ts'
import { limits } from '../core/limits.ts'
import { tryJournal } from './journal-fault.ts'
import type { Journal } from '../core/journal.ts'
import { openLiveTexts } from './links/live-texts.ts'
import { openPace } from './pace.ts'

/** The folds are sent immediately, then at most four times a second; what the operator waits for, twenty times. */
const statePeriodMs = 250
const urgentPeriodMs = 50
/** After pushes whose folds take long, the next one waits, but for no longer than this, ms. */
const longestPauseMs = 5_000
/** Growing replies are sent immediately and then at this interval: at half the frame rate of a screen. */
const livePeriodMs = 32
/**
 * With more events than this in one period, they are not pushed one by one: every follower is told to reload its pages. While the burst lasts,
 * only that is pushed: twice, and then once a second, as the folds are. Nobody can read that fast, and drawing it would take time needed for storing it.
 */
const burst = limits.queuedEvents
/** How many periods of a burst there are between two pushes, from the third on. */
const burstPeriods = 4
/** Estimated size of one push of events. */
const chunkChars = 512 * 1024

export interface HubOptions {
  readonly workspace: string
  readonly journal: Pick<Journal, 'since'>
  /** Highest cursor of the workspace, as far as it is known. */
  readonly head: () => number
  /** The current folds; called when someone follows and something has changed. */
  readonly state: () => WorkspaceState
}

/** Pushes what happens in one workspace to its followers. */
export interface Hub {
  /** New events, in cursor order, already stored. */
  publish(events: readonly Event[]): void
  /** Complete text of a reply that is being written; undefined: it stopped growing. */
  live(source: string, stream: string, text: string | undefined): void
  /** All growing replies of this link have stopped. */
  endLive(source: string): void
  /** Something that `state` shows has changed. `isUrgent`: it needs the operator. */
  changed(isUrgent?: boolean): void
  /** The operator has decided something: no window goes on showing what was before. */
  decided(): void
  follow(subscription: Subscription, send: (push: Push) => boolean): SubscriptionHandle
  /** Current number of followers. */
  followers(): number
  close(): void
}

interface Follower {
  readonly send: (push: Push) => boolean
  /** Where its next event starts. */
  cursor: number
  /** starting: its first pushes are being sent · full: it refused a push and has not called `resume` */
  mode: 'starting' | 'live' | 'full' | 'ended'
}

/**
 * Opens the hub of a workspace. A follower receives `state`, what it missed since its cursor, and then events as they are stored.
 * One that cannot keep up, or missed more than `limits.queuedEvents`, receives a `resync` instead of a growing queue.
 */
export function openHub(options: HubOptions): Hub {
  const followers = new Set<Follower>()
  let stateTimer: NodeJS.Timeout | undefined
  let statedAt = Number.NEGATIVE_INFINITY
  const pace = openPace(longestPauseMs)
  let pauseMs = 0
  let isStatePlanned = false
  const texts = openLiveTexts(options.workspace)
  let liveTimer: NodeJS.Timeout | undefined
  let burstTimer: NodeJS.Timeout | undefined
  let recent = 0
  /** How many periods the burst has lasted; 0: there is none. */
  let periods = 0
  /** Something was stored that was not pushed, nor followers told. */
  let isHeldBack = false

  /** It has lasted for so long that pushes are put off. */
  const isLong = (): boolean => periods > 2

  function push(follower: Follower, value: Push): void {
    if (follower.mode === 'ended') return
    if (!follower.send(value)) follower.mode = 'full'
    else if (value.type === 'events' || value.type === 'resync') follower.cursor = value.cursor
  }

  function resync(follower: Follower): void {
    push(follower, { type: 'resync', workspace: options.workspace, cursor: options.head() })
    pushWhole(follower)
  }

  /** What a new or restarted follower does not have yet. */
  function pushWhole(follower: Follower): void {
    const whole = texts.whole()
    if (whole !== undefined && follower.mode === 'live') push(follower, whole)
  }

  function pushEvents(follower: Follower, events: readonly Event[]): void {
    for (const chunk of chunksOf(events)) {
      if (follower.mode !== 'live') return
      push(follower, { type: 'events', workspace: options.workspace, events: [...chunk], cursor: chunk.at(-1)?.cursor ?? follower.cursor })
    }
  }

  function start(follower: Follower): void {
    if (follower.mode !== 'starting') return
    push(follower, options.state())
    if (follower.mode !== 'starting') return
    follower.mode = 'live'
    pushWhole(follower)
    const missed = tryJournal(() => options.journal.since(options.workspace, follower.cursor, limits.queuedEvents + 1))
    // A page that reads its pages again shows the fault in them.
    if (!missed.ok || follower.cursor > options.head() || missed.value.length > limits.queuedEvents) resync(follower)
    else pushEvents(follower, missed.value)
  }

  function pushState(): void {
    isStatePlanned = false
    stateTimer = undefined
    const live = [...followers].filter((follower) => follower.mode === 'live')
    if (live.length === 0) return
    statedAt = performance.now()
    const state = options.state()
    for (const follower of live) push(follower, state)
    pauseMs = pace(performance.now() - statedAt)
  }

  function pushLive(): void {
    const changes = texts.changes()
    liveTimer = changes === undefined ? undefined : setTimeout(pushLive, livePeriodMs)
    if (changes !== undefined) for (const follower of followers) if (follower.mode === 'live') push(follower, changes)
  }

  function endBurst(): void {
    burstTimer = undefined
    isHeldBack ||= recent > (periods > 0 ? 0 : burst)
    const wasLong = isLong()
    periods = recent > burst ? periods + 1 : 0
    recent = 0
    if (periods > 0) burstTimer = setTimeout(endBurst, statePeriodMs)
    else if (wasLong && stateTimer !== undefined) {
      clearTimeout(stateTimer)
      stateTimer = setTimeout(pushState, 0) // it was put off for the burst
    }
    if (!isHeldBack || (isLong() && periods % burstPeriods !== 0)) return
    isHeldBack = false
    for (const follower of followers) if (follower.mode === 'live') resync(follower)
  }

  function changed(isUrgent = false): void {
    const isPutOff = stateTimer !== undefined
    if (followers.size === 0 || (isStatePlanned && !(isUrgent && isPutOff))) return
    clearTimeout(stateTimer)
    stateTimer = undefined
    isStatePlanned = true
    const usual = isLong() ? statePeriodMs * burstPeriods : statePeriodMs
    const wait = statedAt + Math.max(isUrgent ? urgentPeriodMs : usual, pauseMs) - performance.now()
    if (wait <= 0) setImmediate(pushState)
    else stateTimer = setTimeout(pushState, wait)
  }

  return {
    publish(events) {
      if (events.length === 0) return
      recent += events.length
      burstTimer ??= setTimeout(endBurst, statePeriodMs)
      if (periods === 0 && recent <= burst) for (const follower of followers) if (follower.mode === 'live') pushEvents(follower, events)
    },
    live(source, stream, text) {
      if (texts.put(source, stream, text)) liveTimer ??= setTimeout(pushLive, 0)
    },
    endLive(source) {
      if (texts.end(source)) liveTimer ??= setTimeout(pushLive, 0)
    },
    changed,
    decided() {
      pauseMs = 0
      changed(true)
    },
    follow(subscription, send) {
      const follower: Follower = { send, cursor: subscription.cursor ?? options.head(), mode: 'starting' }
      followers.add(follower)
      // Nothing is pushed inside this call, because the caller does not have the handle yet.
      queueMicrotask(() => start(follower))
      return {
        resume() {
          if (follower.mode !== 'full') return
          follower.mode = 'live'
          resync(follower)
          if (follower.mode === 'live') push(follower, options.state())
        },
        end() {
          follower.mode = 'ended'
          followers.delete(follower)
        },
      }
    },
    followers: () => followers.size,
    close() {
      clearTimeout(stateTimer)
      clearTimeout(burstTimer)
      clearTimeout(liveTimer)
      for (const follower of followers) follower.mode = 'ended'
      followers.clear()
    },
  }
}

/** Splits a batch so that one push stays small, however large its messages are. */
function* chunksOf(events: readonly Event[]): Generator<readonly Event[]> {
  let from = 0
  let chars = 0
  for (const [at, event] of events.entries()) {
    chars += event.raw.text.length + 500
    if (at > from && (at - from >= limits.pageRows || chars > chunkChars)) {
      yield events.slice(from, at)
      from = at
      chars = event.raw.text.length + 500
    }
  }
  if (from < events.length) yield events.slice(from)
}

import type { WorkspaceState } from '../../../../api/contract.ts'
import { limits } from '../../../../core/limits.ts'
import type { AppState, MakeSlice } from '../../screen.ts'
import type { LookedAt } from '../past-client.ts'
import { createRequests } from '../../state/requests.ts'
import { pastState } from '../past-state.ts'
import { dayOf, tickOf } from '../stepping.ts'
import type { ReplaySlice } from './replay-slice.ts'

/** The present. */
export const noReplay = {
  replay: { isPlaying: false, speed: 10, stepTo: 'event', reading: undefined, fault: undefined, typed: undefined, focus: 0 },
  past: undefined,
  present: undefined,
} satisfies Partial<ReplaySlice>

const [minute, hour] = [60_000, 3_600_000]
/** The moments that prepare for all others, ms before now: the engine starts a thread for the first, and the second is the first that is not near now. */
const preparedAgo = [1_000, 6 * hour] as const
/** How much of Flow is read of each, ms. */
const preparedSpan = 20 * minute

const stepWords = { event: 'event', owed: 'change of what is owed', failure: 'failure' } as const

/** The moment that is looked at, ms; undefined: now. */
export function momentOf({ past }: Pick<AppState, 'past'>): number | undefined {
  return past?.asOf
}

/** The state of now, whatever is looked at. */
export function liveState({ past, present, state }: Pick<AppState, 'past' | 'present' | 'state'>): WorkspaceState | undefined {
  return past === undefined ? state : present
}

/** What the wire needs of the moment. */
export function lookedAt({ past }: Pick<AppState, 'past'>): LookedAt | undefined {
  return past
}

/** Looking at a moment in the past. */
export const replaySlice: MakeSlice<ReplaySlice> = (set, get, { client, now, later }) => {
  const looks = createRequests()
  /** After a pause, the tick from before it must not continue next to the new one. */
  const ticks = createRequests()
  let prepared: { readonly workspace: string; readonly at: number } | undefined

  function setReplay(patch: Partial<AppState['replay']>): void {
    set(({ replay }) => ({ replay: { ...replay, ...patch } }))
  }

  /** Makes what was asked before out of date. @param reading the moment that is read now */
  function ask(reading?: number): () => boolean {
    if (get().replay.reading !== reading) setReplay({ reading })
    return looks.next()
  }

  function shownAgain(): void {
    const { selected, past, flow, flowRows } = get()
    if (past !== undefined && selected !== undefined && selected.cursor > past.cursor) get().select(undefined)
    const [bundled] = flow.bundle ?? []
    const first = flowRows.messages.find(({ event }) => event === bundled)
    if (past !== undefined && bundled !== undefined && (first === undefined || first.cursor > past.cursor))
      get().setFlow({ bundle: undefined, mark: undefined })
    get().followFlow()
    get().flowChanged()
    get().showNewest()
  }

  function play(): void {
    const isNewest = ticks.next()
    const { speed } = get().replay
    later(() => void tick(isNewest), tickOf(speed).everyMs)
  }

  async function tick(isNewest: () => boolean): Promise<void> {
    const { past, replay } = get()
    if (!isNewest() || past === undefined || !replay.isPlaying) return
    await get().lookAt(past.asOf + tickOf(replay.speed).byMs)
    if (isNewest() && get().replay.isPlaying) play()
  }

  return {
    ...noReplay,
    setReplay,

    async preparePast() {
      const { workspace, past, isSimulated } = get()
      const isReady = prepared?.workspace === workspace && (prepared?.at ?? 0) > now() - limits.pastReaderMs
      if (workspace === undefined || past !== undefined || isSimulated || isReady) return
      const isUnasked = looks.current()
      for (const ago of preparedAgo) {
        prepared = { workspace, at: now() }
        const asOf = Math.max(0, Math.floor(now()) - ago)
        const read = await client.call('flow.window', { workspace, from: Math.max(0, asOf - preparedSpan), to: asOf, asOf })
        // What the operator asks for does not wait for the rest.
        if (!read.ok || !isUnasked() || get().workspace !== workspace) return
      }
    },

    async lookAt(at) {
      const { workspace } = get()
      if (workspace === undefined) return
      if (at >= now()) return get().backToNow()
      const isNewest = ask(at)
      const read = await client.call('past.state', { workspace, asOf: Math.max(0, Math.floor(at)) })
      if (!isNewest()) return
      setReplay({ reading: undefined })
      if (get().workspace !== workspace) return
      const present = liveState(get())
      const wasNow = get().past === undefined
      if (!read.ok) setReplay({ fault: read.fault, isPlaying: false })
      if (!read.ok || present === undefined) return
      set(({ replay }) => ({
        past: read.value,
        present,
        state: pastState(present, read.value),
        overlay: undefined,
        replay: { ...replay, fault: undefined },
      }))
      if (wasNow) get().forgetOwing()
      shownAgain()
    },

    cancelLook() {
      ask()
      setReplay({ isPlaying: false })
    },

    async stepMoment(by, to = get().replay.stepTo) {
      const { workspace } = get()
      if (workspace === undefined) return
      const from = momentOf(get()) ?? now()
      const isNewest = ask()
      setReplay({ isPlaying: false })
      const found = await client.call('past.step', { workspace, at: from, to, by })
      if (!isNewest()) return
      if (!found.ok) return setReplay({ fault: found.fault })
      if (found.value.at !== undefined) return get().lookAt(found.value.at)
      setReplay({ fault: { code: 'not-found', message: `There is no ${by > 0 ? 'later' : 'earlier'} ${stepWords[to]}.` } })
    },

    togglePlay() {
      const { past, replay } = get()
      if (past === undefined) return
      setReplay({ isPlaying: !replay.isPlaying, fault: undefined })
      if (!replay.isPlaying) play()
    },

    async lookAtDay(edge) {
      const at = momentOf(get())
      if (at === undefined) return
      const { first, last } = dayOf(at, now())
      if (edge === 'last') return get().lookAt(last)
      const workspace = get().workspace ?? ''
      const isNewest = ask()
      const found = await client.call('past.step', { workspace, at: first, to: 'event', by: 1 })
      if (!isNewest()) return
      await get().lookAt(found.ok && found.value.at !== undefined && found.value.at <= last ? found.value.at : first)
    },

    backToNow() {
      ask()
      const { present, past } = get()
      if (past === undefined) return
      set(({ replay }) => ({ ...noReplay, state: present, replay: { ...replay, isPlaying: false, fault: undefined, typed: undefined } }))
      get().forgetOwing()
      shownAgain()
    },

    presentArrived(present) {
      const { past, state } = get()
      if (past === undefined || state === undefined) return
      const isSame = state.halt === present.halt && state.journalFault === present.journalFault && state.info === present.info
      set({ present, ...(!isSame && { state: pastState(present, past) }) })
    },
  }
}

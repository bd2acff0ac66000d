import type { Owing } from '../../../api/desk.ts'
import { limits } from '../../../core/limits.ts'
import { momentOf } from '../replay/state/replay.ts'
import type { MakeSlice } from '../screen.ts'
import type { OwingSlice } from './slices.ts'

/** While rows pass faster than this, nothing is asked, ms. */
const stayMs = 200
/** How often the same rows are asked about at most, ms. */
const againMs = 1_000
/** Rows that are no longer on screen are kept up to this number. */
const mostKept = 1_000

export const owingSlice: MakeSlice<OwingSlice> = (set, get, { client, later }) => {
  let shown: readonly string[] = []
  let isChangeAwaited = false
  let asked = ''

  async function ask(): Promise<void> {
    const { workspace, state } = get()
    const events = shown
    if (workspace === undefined || events.length === 0) return
    // Nobody owes anything: there is nothing to draw, and nothing to ask.
    if (state === undefined || state.desk.agents.length === 0) {
      if (get().owing.size > 0) set({ owing: new Map() })
      return
    }
    const key = `${workspace} ${state.desk.revision} ${events.join(' ')}`
    if (key === asked) return
    asked = key
    const moment = momentOf(get())
    const answer = await client.call('desk.ofEvents', { workspace, events: [...events] })
    // Something newer was asked, or what was known was dropped.
    if (asked !== key) return
    if (!answer.ok || momentOf(get()) !== moment) {
      asked = ''
      return
    }
    const before = get().owing
    const next = new Map(before.size > mostKept ? [] : before)
    for (const id of events) next.delete(id)
    for (const one of answer.value) next.set(one.event, same(before.get(one.event), one))
    set({ owing: next })
  }

  return {
    owing: new Map(),
    inSight(events) {
      const next = events.slice(0, limits.eventsOnScreen)
      if (next.length === shown.length && next.every((id, at) => id === shown[at])) return
      shown = next
      later(() => {
        if (shown === next) void ask()
      }, stayMs)
    },
    owingChanged() {
      if (isChangeAwaited) return
      isChangeAwaited = true
      later(() => {
        isChangeAwaited = false
        void ask()
      }, againMs)
    },
    forgetOwing() {
      asked = ''
      set({ owing: new Map() })
      if (shown.length > 0) get().owingChanged()
    },
  }
}

/** The object that was drawn already, if nothing about it changed. */
function same(before: Owing | undefined, now: Owing): Owing {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now
}

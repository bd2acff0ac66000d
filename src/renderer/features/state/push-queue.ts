import type { Event } from '../../../core/event.ts'
import type { StoreEnv } from './env.ts'

/** With more waiting events than this, the page is reloaded instead. */
export const pendingMax = 5_000
/** After more than `busyRows` new rows at a time, the next ones wait `busyMs`: most of them would be gone before anyone read them. */
const busyRows = 10
const busyMs = 50

/** Pushed events that wait for the next frame. */
export interface PushQueue {
  add(events: readonly Event[]): void
  /** What waits is part of a page that is being loaded. */
  clear(): void
  /** Everything may have changed: as if more waited than is kept. */
  overrun(): void
  /** @returns whether more waited than is kept; what waits is dropped then */
  takeOverrun(): boolean
  take(): readonly Event[]
}

/** @param flush takes what waits, before a frame is drawn */
export function createPushQueue({ later, onFrame }: Pick<StoreEnv, 'later' | 'onFrame'>, flush: () => void): PushQueue {
  let pending: Event[] = []
  let isOverrun = false
  let isScheduled = false
  let isResting = false

  function schedule(): void {
    if (isScheduled || isResting) return
    isScheduled = true
    onFrame(() => {
      isScheduled = false
      flush()
    })
  }

  function rest(): void {
    if (isResting) return
    isResting = true
    later(() => {
      isResting = false
      if (pending.length > 0 || isOverrun) schedule()
    }, busyMs)
  }

  function overrun(): void {
    isOverrun = true
    schedule()
  }

  return {
    add(events) {
      if (pending.length + events.length > pendingMax) {
        pending = []
        overrun()
      }
      if (!isOverrun) pending.push(...events)
      schedule()
    },
    clear() {
      pending = []
    },
    overrun,
    takeOverrun() {
      const was = isOverrun
      isOverrun = false
      if (was) pending = []
      return was
    },
    take() {
      const events = pending
      pending = []
      if (events.length > busyRows) rest()
      return events
    },
  }
}

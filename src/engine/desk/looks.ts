import { limits } from '../../core/limits.ts'
import { openPace } from '../pace.ts'
import type { Services } from '../services.ts'

/** How often the desk is looked at, at most, ms. */
const periodMs = 250
/** After looks that take long, the next one waits, but never longer than this, ms. */
const longestPauseMs = 10_000

/** When the desk is looked at again. One timer stands, for the next moment. */
export interface Looks {
  /** Something changed: look soon, whether or not a screen follows. */
  soon(): void
  /** Time alone changes something at this moment, ms. */
  at(moment: number): void
  close(): void
}

/** @param look looks at the desk; gets the moment that was waited for, and returns the next one at which time alone changes something, ms */
export function openLooks(
  { now, steady = () => performance.now() }: Pick<Services, 'now' | 'steady'>,
  look: (due: number) => number,
): Looks {
  let timer: NodeJS.Timeout | undefined
  let wakeAt = Infinity
  let lookedAtMs = Number.NEGATIVE_INFINITY
  const pace = openPace(longestPauseMs)
  let pauseMs = 0
  let isClosed = false

  /** When it looked last; a clock that was set back since holds nothing up. */
  const lookedAt = (): number => Math.min(lookedAtMs, now())

  function wake(at: number): void {
    const next = Math.min(at, wakeAt)
    // One that is over already is on its way; a clock that was set forward would hold it up.
    if (isClosed || (at >= wakeAt && wakeAt > now())) return
    clearTimeout(timer)
    wakeAt = next
    timer = setTimeout(run, Math.min(Math.max(0, next - now()), limits.timerMs)).unref()
  }

  function run(): void {
    const due = wakeAt
    const began = steady()
    wakeAt = Infinity
    lookedAtMs = now()
    const nextAt = look(due)
    pauseMs = pace(steady() - began)
    at(nextAt)
  }

  function at(moment: number): void {
    wake(Math.max(moment, lookedAt() + pauseMs))
  }

  return {
    soon: () => wake(Math.max(now(), lookedAt() + Math.max(periodMs, pauseMs))),
    at,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

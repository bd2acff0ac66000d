import { setTimeout as sleep } from 'node:timers/promises'

/** How fast a simulation goes. It can change while it runs. */
export interface Pace {
  /** Waits until the next `ms` of the scenario may begin, or the signal aborts. */
  next(ms: number, signal: AbortSignal): Promise<void>
  /** Something was done: a step ends with it. */
  acted(): void
  /** @param speed times faster than written. */
  setSpeed(speed: number): void
  pause(): void
  /** Goes on after a pause. */
  go(): void
  /** Pauses after the next action. */
  step(): void
  isPaused(): boolean
}

/** @param first times faster than written, at the beginning. */
export function openPace(first: number): Pace {
  let speed = first
  let mode: 'going' | 'paused' | 'stepping' = 'going'
  /** Real time at which the next stretch begins; undefined: as soon as it may. */
  let due: number | undefined
  let changed = Promise.withResolvers<void>()

  const isPaused = (): boolean => mode === 'paused'

  function change(next: typeof mode): void {
    mode = next
    due = undefined
    changed.resolve()
    changed = Promise.withResolvers()
  }

  return {
    async next(ms, signal) {
      const go = (): void => changed.resolve()
      signal.addEventListener('abort', go, { once: true })
      while (isPaused() && !signal.aborted) await changed.promise
      signal.removeEventListener('abort', go)
      if (mode === 'stepping') return
      const now = performance.now()
      due ??= now
      const wait = due - now
      due += ms / speed
      if (wait > 1) await sleep(wait, undefined, { signal }).catch(() => undefined)
    },
    acted() {
      if (mode === 'stepping') change('paused')
    },
    setSpeed(next) {
      speed = next
      due = undefined
    },
    pause: () => change('paused'),
    go: () => change('going'),
    step: () => change('stepping'),
    isPaused,
  }
}

import type { NewEvent } from '../core/event.ts'
import { spanWords } from '../core/span-words.ts'

/** Clocks are corrected by seconds all the time; only a larger step matters for what is shown in minutes. */
const leastBackMs = 60_000
/** Forward, a clock that was set looks like a machine that slept, so only more than a long holiday counts. */
const leastForwardMs = 30 * 24 * 60 * 60_000

/** Compares this machine's clock, which can be set, with one that only runs forward. */
export interface ClockJump {
  /** The marker that reports that the clock was set since the last call; undefined if it was not. */
  marker(newId: () => string): NewEvent | undefined
}

/**
 * Starts comparing.
 * @param now the clock, ms. @param steady runs forward only, ms.
 * @param newest when the newest stored event arrived, so that a clock set back before this start is reported, too.
 */
export function openClockJump(now: () => number, newest: number | undefined, steady = (): number => performance.now()): ClockJump {
  let difference = (newest !== undefined && newest - now() >= leastBackMs ? newest : now()) - steady()
  return {
    marker(newId) {
      const before = difference
      difference = now() - steady()
      const jump = difference - before
      if (jump > -leastBackMs && jump < leastForwardMs) return undefined
      const how = jump < 0 ? `set back by ${spanWords(-jump)}` : `moved forward by ${spanWords(jump)}`
      const text = `The clock of this machine was ${how}. Times above and below do not compare; messages are in the order of their arrival.`
      return { wireId: `clock:${newId()}`, raw: { text }, body: { kind: 'marker', marker: 'clock', text } }
    },
  }
}

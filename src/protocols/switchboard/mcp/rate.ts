/** A bucket of `burst` calls, refilled at `perSecond`. */
export interface Rate {
  /** True if one more is allowed at `now` (ms), and counts it. */
  take(now: number): boolean
}

/** Makes a full bucket. A clock that is set back adds nothing. */
export function openRate(perSecond: number, burst: number): Rate {
  let left = burst
  let at: number | undefined
  return {
    take(now) {
      left = Math.min(burst, left + (Math.max(0, now - (at ?? now)) / 1_000) * perSecond)
      at = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}

/** A step that takes longer than this holds up others, ms. */
const longMs = 20
/** No rest is longer, ms. */
const restMost = 30_000
/** So many times as long as a step is the rest after it: until long steps took this much time together, ms, and from then on. */
const [patientMs, timesAtFirst, timesLater] = [1_000, 10, 100]

/**
 * Says how long to rest after a step, ms; 0: not at all. The words of a common term leave the search index in one step, however many messages have it: where there
 * are many such steps, they are so rare that hardly any other call meets one, though all of them may then take a quarter of an hour.
 */
export function openRests(): (tookMs: number) => number {
  let long = 0
  return (tookMs) => {
    if (tookMs <= longMs) return 0
    long += tookMs
    return Math.min(tookMs * (long < patientMs ? timesAtFirst : timesLater), restMost)
  }
}

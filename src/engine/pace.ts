/** Of the time, so much is for pauses: ten times as long as what they follow. */
const pauseTimes = 10

/**
 * Opens the pace of what is done again and again, so that it takes a tenth of the time at most. Tell it how long it took this time, ms; it says how long to pause
 * now, ms. The quicker of the last two counts: that the machine stood still once says nothing.
 */
export function openPace(longestMs: number): (tookMs: number) => number {
  let last = 0
  return (tookMs) => {
    const quicker = Math.min(tookMs, last)
    last = tookMs
    return Math.min(quicker * pauseTimes, longestMs)
  }
}

/** How rarely something runs while nobody sees its result, ms. Two of these are less than a minute. */
export const restMs = 25_000

/**
 * Calls `run` every `everyMs`, at multiples of it: everything with the same period runs in the same moment, so a thousand watches wake the computer once, not a
 * thousand times. `run` must not throw.
 * @param isNeeded false: nobody sees the result now, and `run` is called only every `restMs`; it is asked at each multiple, so what is needed again runs at the next.
 * @returns what ends it.
 */
export function onBeat(everyMs: number, run: () => void, isNeeded: () => boolean = () => true): () => void {
  let timer: NodeJS.Timeout
  let rest = restNow()
  const plan = (least: number): void => {
    const wait = everyMs - (performance.now() % everyMs)
    timer = setTimeout(
      () => {
        plan(everyMs / 2) // a timer that was a moment early does not run twice
        if (!isNeeded() && rest === restNow()) return
        rest = restNow()
        run()
      },
      Math.ceil(wait < least ? wait + everyMs : wait),
    )
  }
  plan(0)
  return () => clearTimeout(timer)
}

/** Rests begin at multiples of `restMs`, for everything at once. */
function restNow(): number {
  return Math.floor(performance.now() / restMs)
}

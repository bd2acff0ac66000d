/** Period for what nobody sees at the moment, ms. Two of them are less than a minute. */
export const restMs = 25_000

/**
 * Calls `run` every `everyMs`, at multiples of it: everything with the same period runs at the same moment, so a thousand watches wake the computer one time
 * instead of a thousand. `run` must not throw.
 * @param isNeeded false: nobody sees the result now, and `run` is called only every `restMs`; it is checked at each multiple, so what is needed again runs at
 * the next.
 * @returns a function that stops it.
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

/** Rest periods begin at multiples of `restMs`, for everything together. */
function restNow(): number {
  return Math.floor(performance.now() / restMs)
}

/**
 * Calls `run` every `everyMs`, at multiples of it: everything with the same period runs in the same moment, so a thousand watches wake the computer once, not a
 * thousand times. `run` must not throw. @returns what ends it.
 */
export function onBeat(everyMs: number, run: () => void): () => void {
  let timer: NodeJS.Timeout
  const plan = (least: number): void => {
    const wait = everyMs - (performance.now() % everyMs)
    timer = setTimeout(
      () => {
        plan(everyMs / 2) // a timer that was a moment early does not run twice
        run()
      },
      Math.ceil(wait < least ? wait + everyMs : wait),
    )
  }
  plan(0)
  return () => clearTimeout(timer)
}

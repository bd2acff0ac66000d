interface Beat {
  readonly runs: Set<() => void>
  readonly timer: NodeJS.Timeout
}

const beats = new Map<number, Beat>()

/**
 * Calls `run` every `everyMs`, together with everything else of the same period: a thousand watches wake the computer once, not a thousand times.
 * `run` must not throw. @returns what ends it.
 */
export function onBeat(everyMs: number, run: () => void): () => void {
  const beat = beats.get(everyMs) ?? start(everyMs)
  // Its own function, so that registering the same one twice calls it twice.
  const own = (): void => run()
  beat.runs.add(own)
  return () => {
    beat.runs.delete(own)
    if (beat.runs.size > 0 || beats.get(everyMs) !== beat) return
    clearInterval(beat.timer)
    beats.delete(everyMs)
  }
}

function start(everyMs: number): Beat {
  const runs = new Set<() => void>()
  const timer = setInterval(() => {
    for (const run of runs) run()
  }, everyMs)
  const beat = { runs, timer }
  beats.set(everyMs, beat)
  return beat
}

/**
 * CPU time of this thread so far, ms. Tests measure speed with it because, unlike a clock, it stops while other processes have the cores. It moves in steps of
 * a few milliseconds.
 */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** CPU time of one turn of `work`, ms, averaged over enough turns that the steps do not matter. */
export function cpuTimeOf(work: () => unknown): number {
  const began = cpuTime()
  for (let turns = 1; ; turns++) {
    work()
    const took = cpuTime() - began
    if (took >= 24) return took / turns
  }
}

/** Time for everything to close after the first signal, ms; then the process ends anyway. */
const longestClose = 10_000

/**
 * Resolves when the process is asked to end (Ctrl+C, SIGTERM, a closed terminal). Further signals are ignored while things close, because a
 * launcher and a terminal may send the same one twice; what hangs is cut off after ten seconds with exit code 1.
 */
export function endOfProcess(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      resolve()
      setTimeout(() => process.exit(1), longestClose).unref()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  })
}

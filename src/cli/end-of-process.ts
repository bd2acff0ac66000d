/** How long everything may take to close after the first signal, ms; then the process exits anyway. */
const longestClose = 10_000

/**
 * Resolves when the process is asked to end (Ctrl+C, SIGTERM, a closed terminal). Further signals are ignored during shutdown, because a
 * launcher and a terminal may both send the same one; if shutdown hangs, the process exits with code 1 after ten seconds.
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

/**
 * Lets many writers of one folder share its syncs. A sync that has begun may miss a name given since, so a writer that asks while one runs gets the next one,
 * together with all others that asked in that time.
 */
export function sharedSync(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = (): Promise<void> => {
    next = undefined
    const begun = sync().finally(() => {
      if (running === begun) running = undefined
    })
    running = begun
    return begun
  }
  return () => (running === undefined ? begin() : (next ??= running.then(begin, begin)))
}

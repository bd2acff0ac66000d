/** Requests of one kind, of which only the newest counts. */
export interface Requests {
  /** Starts a request, which makes the earlier ones out of date. @returns whether it is still the newest: ask when its answer arrives */
  next(): () => boolean
  /** @returns whether no request was started since this call */
  current(): () => boolean
}

/** Numbers requests, so that an answer that arrives after a newer request can be dropped. */
export function createRequests(): Requests {
  let newest = 0
  const current = (): (() => boolean) => {
    const own = newest
    return () => own === newest
  }
  return {
    current,
    next() {
      newest++
      return current()
    },
  }
}

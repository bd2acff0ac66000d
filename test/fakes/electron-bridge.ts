/** What `contextBridge` does to values: proxies functions, clones data, drops prototypes and symbols, freezes the result. */
export function bridged(value: unknown): unknown {
  if (typeof value === 'function') {
    return (...args: unknown[]) => {
      const result: unknown = (value as (...args: unknown[]) => unknown)(...args.map(bridged))
      return result instanceof Promise ? result.then(bridged, rethrowBare) : bridged(result)
    }
  }
  if (typeof value === 'symbol') throw new Error('An object could not be cloned.')
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Promise) return value.then(bridged, rethrowBare)
  if (Array.isArray(value)) return value.map(bridged)
  if (value instanceof Error) return new Error(value.message)
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, bridged(inner)])))
}

/** Class, code and cause of an error are lost. */
function rethrowBare(thrown: unknown): never {
  throw new Error(thrown instanceof Error ? thrown.message : String(thrown))
}

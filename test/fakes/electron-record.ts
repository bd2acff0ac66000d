import { EventEmitter } from 'node:events'

/** Every call of an API that the fake only takes note of, in order. */
export const calls: { readonly api: string; readonly args: readonly unknown[] }[] = []

/** Makes a function that only takes note of its calls. */
export function record(api: string): (...args: unknown[]) => void {
  return (...args) => void calls.push({ api, args })
}

/** The page's end of IPC; here because windows push to it and it invokes main. */
export const pageInbox = new EventEmitter()

/** Structured clone, then a later turn: as a message between two processes. Throws what Electron throws, for example on functions. */
export function deliverToPage(channel: string, args: readonly unknown[]): void {
  const copy = structuredClone(args)
  setImmediate(() => pageInbox.emit(channel, {}, ...copy))
}

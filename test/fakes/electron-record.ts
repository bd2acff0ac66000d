/** Every call of an API that the fake only takes note of, in order. */
export const calls: { readonly api: string; readonly args: readonly unknown[] }[] = []

/** Makes a function that only takes note of its calls. */
export function record(api: string): (...args: unknown[]) => void {
  return (...args) => void calls.push({ api, args })
}

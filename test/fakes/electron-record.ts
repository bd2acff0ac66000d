/** Every call of an API that the fake only records, in order. */
export const calls: { readonly api: string; readonly args: readonly unknown[] }[] = []

/** Makes a function that only records its calls. */
export function record(api: string): (...args: unknown[]) => void {
  return (...args) => void calls.push({ api, args })
}

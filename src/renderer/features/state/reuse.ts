import { isJsonObject } from '../../../core/json-text.ts'

/**
 * Returns `next` with every part that equals its counterpart in `previous` replaced by that counterpart, so that a new state that changed in one place
 * re-renders in one place. JSON-like values only.
 */
export function reuse<T>(previous: unknown, next: T): T {
  if (Object.is(previous, next)) return next
  if (Array.isArray(next)) {
    const old: readonly unknown[] = Array.isArray(previous) ? previous : []
    const shared = next.map((item: unknown, index) => reuse(old[index], item))
    return (shared.length === old.length && shared.every((item, index) => item === old[index]) ? old : shared) as T
  }
  if (!isJsonObject(next) || !isJsonObject(previous)) return next
  const names = Object.keys(next)
  let isSame = names.length === Object.keys(previous).length
  const entries = names.map((name): [string, unknown] => {
    const value = reuse(previous[name], next[name])
    if (value !== previous[name] || !Object.hasOwn(previous, name)) isSame = false
    return [name, value]
  })
  return (isSame ? previous : Object.fromEntries(entries)) as T
}

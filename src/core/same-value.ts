/** Whether two JSON values say the same. A field that is undefined is like one that is not there. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  for (const name in a) if (!isSameValue(fieldOf(a, name), fieldOf(b, name))) return false
  for (const name in b) if (fieldOf(a, name) === undefined && fieldOf(b, name) !== undefined) return false
  return true
}

function fieldOf(of: object, name: string): unknown {
  return Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : undefined
}

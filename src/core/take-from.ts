/** Takes at most so many items out of a set, those first that were added first. */
export function takeFrom<T>(from: Set<T>, most = Infinity): T[] {
  const taken: T[] = []
  for (const one of from) {
    if (taken.length >= most) break
    taken.push(one)
    from.delete(one)
  }
  return taken
}

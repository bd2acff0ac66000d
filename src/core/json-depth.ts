/** True when objects and lists are nested more than `most` levels deep. Uses no recursion, however deep the value is. */
export function isDeeperThan(value: unknown, most: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = []
    for (const each of level) if (typeof each === 'object' && each !== null) for (const part of Object.values(each)) next.push(part)
    if (depth > most) return true
    level = next
  }
  return false
}

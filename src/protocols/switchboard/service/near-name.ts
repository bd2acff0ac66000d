import { nameKey } from '../pure/agent-name.ts'

/** The known name that differs by one or two letters, for `did you mean`; undefined if there is none or the name is known. */
export function nearName(name: string, known: readonly string[]): string | undefined {
  const key = nameKey(name).slice(0, 64)
  const most = key.length < 5 ? 1 : 2
  const near = known
    .map((each) => ({ each, distance: distance(key, nameKey(each).slice(0, 64)) }))
    .filter((each) => each.distance > 0 && each.distance <= most)
    .toSorted((left, right) => left.distance - right.distance)
  return near[0]?.each
}

/** Number of letters to add, drop or change. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change))
    }
    row = next
  }
  return row[right.length] ?? 0
}

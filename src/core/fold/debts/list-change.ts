/** How a list of numbers became another: so many left its beginning, so many of those after them stayed, and these follow. As a JSON value. */
export type ListChange = readonly [gone: number, kept: number, ...more: number[]]

/** How `before` became `now`. Nearly all lists lose a few numbers at the beginning and get some at the end. */
export function changeOf(before: readonly number[], now: readonly number[]): ListChange {
  const first = now[0] === undefined ? -1 : before.indexOf(now[0])
  const gone = first < 0 ? before.length : first
  let kept = 0
  while (kept < now.length && before[gone + kept] === now[kept]) kept++
  return [gone, kept, ...now.slice(kept)]
}

const none: readonly number[] = []

/** The `now` that `changeOf` was given. Called for each list of a chain: nearly all are new, and most are empty. */
export function changed(before: readonly number[], change: ListChange): readonly number[] {
  const [gone, kept] = [change[0], change[1]]
  if (change.length === 2) return kept === 0 ? none : before.slice(gone, gone + kept)
  const more = change.slice(2)
  return kept === 0 ? more : [...before.slice(gone, gone + kept), ...more]
}

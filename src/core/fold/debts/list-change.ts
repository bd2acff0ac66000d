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

/** The `now` that `changeOf` was given. */
export function changed(before: readonly number[], [gone, kept, ...more]: ListChange): readonly number[] {
  return kept === 0 ? more : [...before.slice(gone, gone + kept), ...more]
}

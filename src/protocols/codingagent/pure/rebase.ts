/** Lines around the searched ones that decide between several places. */
const context = 3

/** 1-based, inclusive. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

/**
 * Where lines of a file version that the LLM saw are in the current version: the only such place; of several, the one whose neighbours are the same as well;
 * otherwise undefined. Lines that occurred in several places before need the same neighbours in any case, because their own place may be gone. Linear in both
 * texts.
 * @param range lines of `seen`; it must be inside.
 */
export function rebase(seen: readonly string[], range: LineRange, present: readonly string[]): LineRange | undefined {
  const wanted = seen.slice(range.from - 1, range.to)
  const needed = occurrences(wanted, seen).length > 1 ? 1 : 0
  let places = occurrences(wanted, present)
  for (let around = 1; around <= context && (places.length > 1 || around <= needed); around++) {
    const [before, after] = [seen[range.from - 1 - around], seen[range.to - 1 + around]]
    const shift = around
    places = places.filter((place) => present[place - shift] === before && present[place + wanted.length - 1 + shift] === after)
  }
  const [only] = places
  return only === undefined || places.length > 1 ? undefined : { from: only + 1, to: only + wanted.length }
}

/** 0-based places where a run of lines occurs, overlapping ones as well (Knuth, Morris and Pratt). */
function occurrences(wanted: readonly string[], lines: readonly string[]): number[] {
  const falls: number[] = [0]
  for (let at = 1, length = 0; at < wanted.length; at++) {
    while (length > 0 && wanted[at] !== wanted[length]) length = falls[length - 1] ?? 0
    if (wanted[at] === wanted[length]) length++
    falls.push(length)
  }
  const places: number[] = []
  for (let at = 0, length = 0; at < lines.length; at++) {
    while (length > 0 && (length === wanted.length || lines[at] !== wanted[length])) length = falls[length - 1] ?? 0
    if (lines[at] === wanted[length]) length++
    if (length === wanted.length) places.push(at - length + 1)
  }
  return places
}

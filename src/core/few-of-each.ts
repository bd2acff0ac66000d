/**
 * Items in their order, but of each group only the first `few` before the others': a group with many displaces only its own. Does not change its argument. Pure.
 * @param few how many of a group keep their place
 */
export function fewOfEach<T>(items: readonly T[], groupOf: (item: T) => string, few: number): readonly T[] {
  const seen = new Map<string, number>()
  const [first, rest]: [T[], T[]] = [[], []]
  for (const item of items) {
    const group = groupOf(item)
    const before = seen.get(group) ?? 0
    seen.set(group, before + 1)
    ;(before < few ? first : rest).push(item)
  }
  return [...first, ...rest]
}

/** Row indexes that are on screen, from the virtual list's own marks; undefined when it shows none. */
export function visibleRows(scroller: HTMLElement): { readonly first: number; readonly last: number } | undefined {
  const frame = scroller.getBoundingClientRect()
  let first: number | undefined
  let last: number | undefined
  for (const item of scroller.querySelectorAll<HTMLElement>('[data-item-index]')) {
    const box = item.getBoundingClientRect()
    if (box.bottom <= frame.top + 1 || box.top >= frame.bottom - 1) continue
    const index = Number(item.dataset.itemIndex)
    first ??= index
    last = index
  }
  return first === undefined || last === undefined ? undefined : { first, last }
}

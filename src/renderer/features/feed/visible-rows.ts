export interface VisibleRows {
  /** Indexes of the virtual list. */
  readonly first: number
  readonly last: number
  /** The first row begins above the edge. */
  readonly isCut: boolean
}

/** Rows that are on screen, from the virtual list's own marks; undefined when it shows none. */
export function visibleRows(scroller: HTMLElement): VisibleRows | undefined {
  const frame = scroller.getBoundingClientRect()
  let first: number | undefined
  let last: number | undefined
  let isCut = false
  for (const item of scroller.querySelectorAll<HTMLElement>('[data-item-index]')) {
    const box = item.getBoundingClientRect()
    if (box.bottom <= frame.top + 1 || box.top >= frame.bottom - 1) continue
    const index = Number(item.dataset.itemIndex)
    if (first === undefined) isCut = box.top < frame.top - 1
    first ??= index
    last = index
  }
  return first === undefined || last === undefined ? undefined : { first, last, isCut }
}

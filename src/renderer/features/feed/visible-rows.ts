export interface VisibleRows {
  /** The elements of the first and last visible row, as drawn by the list. */
  readonly first: HTMLElement
  readonly last: HTMLElement
  /** The first row begins above the edge. */
  readonly isCut: boolean
  /** Ids of the events of the visible rows, in order. */
  readonly events: readonly string[]
}

/** Rows that are on screen, from the virtual list's own attributes; undefined if it shows none. */
export function visibleRows(scroller: HTMLElement): VisibleRows | undefined {
  const frame = scroller.getBoundingClientRect()
  let first: HTMLElement | undefined
  let last: HTMLElement | undefined
  let isCut = false
  const events: string[] = []
  for (const item of scroller.querySelectorAll<HTMLElement>('[data-item-index]')) {
    const box = item.getBoundingClientRect()
    if (box.bottom <= frame.top + 1 || box.top >= frame.bottom - 1) continue
    if (first === undefined) isCut = box.top < frame.top - 1
    first ??= item
    last = item
    const id = item.querySelector('article')?.id
    if (id?.startsWith('row-') === true) events.push(id.slice('row-'.length))
  }
  return first === undefined || last === undefined ? undefined : { first, last, isCut, events }
}

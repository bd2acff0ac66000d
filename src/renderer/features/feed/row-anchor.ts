/** Keeps what is being read in place while rows above it grow. */
export interface RowAnchor {
  /** Records where the rows are now; called after every scroll and every change that may move them. */
  note(scroller: HTMLElement): void
  /** The list itself has scrolled by this many pixels because rows were added above: what is being read has not moved. */
  carry(pixels: number): void
  /** Moves the recorded row back to where it was, or to where scrolling has brought it since. */
  hold(scroller: HTMLElement): void
}

interface Noted {
  /** The virtual list's own attribute of the row. */
  readonly index: string
  /** Pixels between the top of the list's frame and the top of the row. */
  readonly offset: number
  readonly scrollTop: number
}

/** Makes the anchor of a list. It keeps the first row that begins within the frame, otherwise the one that fills it. */
export function createRowAnchor(): RowAnchor {
  let noted: Noted | undefined

  function note(scroller: HTMLElement): void {
    const frame = scroller.getBoundingClientRect()
    noted = undefined
    for (const item of scroller.querySelectorAll<HTMLElement>('[data-item-index]')) {
      const box = item.getBoundingClientRect()
      if (box.bottom <= frame.top) continue
      if (box.top >= frame.bottom) break
      noted = { index: item.dataset.itemIndex ?? '', offset: box.top - frame.top, scrollTop: scroller.scrollTop }
      if (box.top >= frame.top) break
    }
  }

  return {
    note,
    carry(pixels) {
      if (noted !== undefined) noted = { ...noted, scrollTop: noted.scrollTop + pixels }
    },
    hold(scroller) {
      const item = noted && scroller.querySelector(`[data-item-index="${noted.index}"]`)
      if (noted !== undefined && item !== null && item !== undefined) {
        const wanted = noted.offset - (scroller.scrollTop - noted.scrollTop)
        const moved = item.getBoundingClientRect().top - scroller.getBoundingClientRect().top - wanted
        if (Math.abs(moved) < 1) return
        const before = scroller.scrollTop
        scroller.scrollTop += moved
        if (Math.abs(scroller.scrollTop - before - moved) >= 1) {
          // No room for it now: as soon as there is.
          noted = { ...noted, offset: wanted, scrollTop: scroller.scrollTop }
          return
        }
      }
      note(scroller)
    },
  }
}

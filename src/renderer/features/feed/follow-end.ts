import { watchHand, type Way } from './hand.ts'
import { createRowAnchor } from './row-anchor.ts'

/** Whether the list follows its end, who may change that, and how much of the end is known. */
export interface Following {
  /** Height of all rows as far as the list has measured them, px. */
  knownHeight(): number
  isFollowing(): boolean
  /** The operator paused it, and nothing is newer than the end of the list. */
  mayResume(): boolean
  pause(): void
  resume(): void
}

/** Keeps a list at its end while following; otherwise keeps what is being read in place. */
export interface EndKeeper {
  /** Rows or the viewport have changed. */
  settle(): void
  /** The list has scrolled, for any reason. */
  scrolled(): void
  /** Scrolls to the end. */
  toEnd(): void
  /** The list scrolls to a requested row. */
  leave(): void
  /** The list itself has scrolled by this many pixels because rows were added above. */
  carry(pixels: number): void
  end(): void
}

/** Distance from the end within which the list counts as being at its end, px. */
const endSlack = 24
/**
 * How much higher the rows may be than the list has measured, px. The list draws by its own heights: scrolled further than that it draws nothing, the
 * browser pulls it back, and so on endlessly. Higher rows are measured within a frame, and `settle` is called.
 */
const unknownSlack = 300

/**
 * Keeps a list at its end. Only the operator (`watchHand`) stops following, by scrolling up; scrolling down to the end resumes it. Any other
 * scroll is made by the browser or the list: when rows lose their height for a moment, the browser pulls the list up and leaves it there. That is
 * reverted.
 */
export function keepEnd(scroller: HTMLElement, following: Following): EndKeeper {
  const anchor = createRowAnchor()
  let last = { top: scroller.scrollTop, height: scroller.scrollHeight }

  const isAtEnd = (): boolean => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= endSlack
  const resumeAtEnd = (): void => {
    if (following.mayResume() && isAtEnd()) following.resume()
  }
  function turned(way: Way): void {
    if (way === 'down') resumeAtEnd()
    else if (following.isFollowing() && scroller.scrollTop > 0) following.pause()
  }
  const hand = watchHand(scroller, turned)

  function toEnd(): void {
    const known = Math.max(following.knownHeight(), scroller.clientHeight)
    if (scroller.scrollHeight - known > unknownSlack) return
    const { scrollTop } = scroller
    scroller.scrollTop = scroller.scrollHeight
    // The browser says so a frame later, and until then the list would draw nothing there.
    if (scroller.scrollTop !== scrollTop) scroller.dispatchEvent(new Event('scroll'))
  }

  return {
    settle() {
      if (following.isFollowing()) {
        if (!hand.isHolding()) toEnd()
      } else anchor.hold(scroller)
      last = { top: scroller.scrollTop, height: scroller.scrollHeight }
    },
    scrolled() {
      const before = last
      last = { top: scroller.scrollTop, height: scroller.scrollHeight }
      const moved = last.top - before.top
      if (following.isFollowing()) {
        if (isAtEnd()) return
        if (hand.isHolding()) {
          if (moved < 0) following.pause()
        } else toEnd()
        return
      }
      if (moved < 0 && last.height < before.height) anchor.carry(moved)
      else anchor.note(scroller)
      if (moved > 0 && (hand.way() === 'down' || hand.isHolding())) resumeAtEnd()
    },
    toEnd,
    leave: () => hand.rest(),
    carry: (pixels) => anchor.carry(pixels),
    end: () => hand.end(),
  }
}

import { watchHand, type Way } from './hand.ts'
import { createRowAnchor } from './row-anchor.ts'

/** Whether the list follows its end, who may change that, and how far the end is known. */
export interface Following {
  /** Height of all rows as far as the list has measured them, px. */
  knownHeight(): number
  isFollowing(): boolean
  /** It was paused by a hand, and there is nothing newer than the end of the list. */
  mayResume(): boolean
  pause(): void
  resume(): void
}

/** Keeps a list at its end while it follows, and else keeps what is read in its place. */
export interface EndKeeper {
  /** Rows, or the room for them, have changed. */
  settle(): void
  /** The list has scrolled, whoever did it. */
  scrolled(): void
  /** Goes to the end. */
  toEnd(): void
  /** The list is taken to a row that was asked for. */
  leave(): void
  /** The list itself has scrolled by so many pixels, for rows that came above. */
  carry(pixels: number): void
  end(): void
}

/** Pixels from the end within which the list counts as being at its end. */
const endSlack = 24
/**
 * Rows may be so much higher than the list knows, px. It draws what its own heights say: scrolled further than that it draws nothing, the browser
 * pulls it back, and so on without an end. What is higher is measured within a frame, and `settle` comes.
 */
const unknownSlack = 300

/**
 * Keeps the end of a list. Following ends by a hand alone (`watchHand`), at the moment when it goes up; it begins again when the hand has gone
 * down to the end. A scroll without a hand is the browser's or the list's own: when rows lose their height for a moment, the browser pulls the
 * list up and does not let it down again. That is taken back.
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
    if (scroller.scrollHeight - known <= unknownSlack) scroller.scrollTop = scroller.scrollHeight
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

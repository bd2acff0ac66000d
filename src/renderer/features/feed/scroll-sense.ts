/** Tells a scroll of the operator's from one that rows caused by growing or shrinking. */
export interface ScrollSense {
  /** Watches what the operator does to the list. @returns what ends it. */
  listen(scroller: HTMLElement): () => void
  /** Rows have changed their height. */
  settled(): void
  /** Whether a scroll that happens now is the operator's: there was a hand on it, or nothing else can have caused it. */
  isOperators(): boolean
}

/** A scroll goes on for so long after what began it, ms. */
const handMs = 500
/** A scroll may come so long after rows changed their height, ms. */
const settleMs = 150

/** Makes the sense of a list. `now` is a clock in ms. */
export function createScrollSense(now: () => number): ScrollSense {
  let handAt = Number.NEGATIVE_INFINITY
  let settledAt = Number.NEGATIVE_INFINITY
  let isHeld = false // a pointer went down on the list, perhaps on its scroll bar, and has not come up

  function onKey(event: KeyboardEvent): void {
    const { target } = event
    if (!(target instanceof HTMLElement) || target.closest('input, textarea, select') === null) handAt = now()
  }
  function onPointer(event: PointerEvent): void {
    // A scroll bar keeps the end of a press to itself: the next move without a button tells it.
    isHeld = event.buttons !== 0 && (isHeld || event.type === 'pointerdown')
    if (isHeld) handAt = now()
  }
  const onHand = (): void => {
    handAt = now()
  }

  return {
    listen(scroller) {
      const ends = new AbortController()
      const { signal } = ends
      for (const type of ['wheel', 'touchmove'] as const) scroller.addEventListener(type, onHand, { passive: true, signal })
      scroller.addEventListener('pointerdown', onPointer, { signal })
      for (const type of ['pointerup', 'pointermove', 'pointercancel'] as const) window.addEventListener(type, onPointer, { signal })
      window.addEventListener('keydown', onKey, { capture: true, signal })
      return () => ends.abort()
    },
    settled() {
      settledAt = now()
    },
    isOperators: () => isHeld || now() - handAt < handMs || now() - settledAt > settleMs,
  }
}

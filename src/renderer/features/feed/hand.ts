export type Way = 'up' | 'down'

/** The operator's input on a list: wheel, touch, keys, or a held scroll bar. Nothing else moves the list on purpose. */
export interface Hand {
  /** Direction of the last movement; undefined: none since `rest`. */
  way(): Way | undefined
  /** The operator holds the scroll bar, or drags a text selection: scrolling follows the pointer. */
  isHolding(): boolean
  /** The list is scrolled elsewhere: the earlier direction no longer counts. */
  rest(): void
  end(): void
}

const keys: { readonly [key: string]: Way } = { ArrowUp: 'up', PageUp: 'up', Home: 'up', ArrowDown: 'down', PageDown: 'down', End: 'down' }
/** Distance a pressed pointer has to move to count as dragging, px. */
const pullSlack = 4

/** Watches the operator's input on a list. `onTurn` is called for each movement before the list scrolls. */
export function watchHand(scroller: HTMLElement, onTurn: (way: Way) => void): Hand {
  const ends = new AbortController()
  const { signal } = ends
  let way: Way | undefined
  let touchedAt: number | undefined
  let pressedAt: { readonly x: number; readonly y: number } | undefined
  let isHolding = false

  function turn(next: Way): void {
    way = next
    onTurn(next)
  }
  function onWheel(event: WheelEvent): void {
    if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.deltaY === 0) return
    const next = event.deltaY < 0 ? 'up' : 'down'
    if (!isForPart(event.target, scroller, next)) turn(next)
  }
  function onTouch(event: TouchEvent): void {
    const y = event.touches[0]?.clientY
    const before = touchedAt
    touchedAt = event.type === 'touchend' || event.type === 'touchcancel' ? undefined : y
    if (before === undefined || y === undefined || event.type !== 'touchmove' || y === before) return
    const next = y > before ? 'up' : 'down'
    if (!isForPart(event.target, scroller, next)) turn(next)
  }
  function onKey(event: KeyboardEvent): void {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (event.defaultPrevented || ctrlKey || metaKey || altKey) return
    if (target instanceof HTMLElement && target.closest('input, textarea, select') !== null) return
    const next = keys[key]
    if (next !== undefined) turn(next)
  }
  function onPointer(event: PointerEvent): void {
    const { clientX: x, clientY: y } = event
    if (event.type === 'pointerdown') {
      pressedAt = { x, y }
      isHolding = event.target === scroller
    } else if (event.buttons === 0) {
      // A scroll bar swallows the end of a press: the next move without a pressed button reveals it.
      pressedAt = undefined
      isHolding = false
    } else if (pressedAt !== undefined && Math.hypot(x - pressedAt.x, y - pressedAt.y) > pullSlack) {
      isHolding = true
    }
  }
  /** The keyboard moved the focus to a row out of view: the browser scrolls there. */
  function onFocus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || target === scroller) return
    if (target.getBoundingClientRect().bottom < scroller.getBoundingClientRect().top) turn('up')
  }

  scroller.addEventListener('wheel', onWheel, { passive: true, signal })
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
    scroller.addEventListener(type, onTouch, { passive: true, signal })
  scroller.addEventListener('keydown', onKey, { signal })
  scroller.addEventListener('focusin', onFocus, { signal })
  scroller.addEventListener('pointerdown', onPointer, { signal })
  for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const) window.addEventListener(type, onPointer, { signal })
  return {
    way: () => way,
    isHolding: () => isHolding,
    rest() {
      way = undefined
    },
    end: () => ends.abort(),
  }
}

/** A part of the list that scrolls by itself, such as a long code block, takes the movement while it can. */
function isForPart(target: EventTarget | null, scroller: HTMLElement, way: Way): boolean {
  for (let part = target instanceof HTMLElement ? target : null; part !== null && part !== scroller; part = part.parentElement) {
    const room = part.scrollHeight - part.clientHeight
    if (room <= 0 || !/auto|scroll/.test(getComputedStyle(part).overflowY)) continue
    if (way === 'up' ? part.scrollTop > 0 : part.scrollTop < room) return true
  }
  return false
}

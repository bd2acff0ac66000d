/** The part of the window that something takes, in pixels from its upper left corner. */
export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Between notes and the control above which they stand. */
const gap = 8
/** Notes stand in the lower part of the window; further up they would cover what the operator reads. */
const highest = 0.25
/** The part of the window from which on a button is as high as a pane. */
const tallest = 0.5

/**
 * How far above the window's lower edge notes stand so that they cover none of `controls`: `lowest`, or above those that are in the way.
 * Undefined: there is no such place.
 */
export function clearBottom(notes: Area, controls: readonly Area[], height: number, lowest: number): number | undefined {
  const beside = controls.filter(({ left, right, top, bottom }) => left < notes.right && right > notes.left && top < bottom)
  const size = notes.bottom - notes.top
  let edge = height - lowest
  for (;;) {
    const below = edge
    const inWay = beside.filter(({ top, bottom }) => top < below + gap && bottom > below - size - gap)
    if (inWay.length === 0) return height - edge
    edge = Math.min(...inWay.map(({ top }) => top)) - gap
    if (edge - size < height * highest) return undefined
  }
}

/** The foot of a pane counts as a whole: it also says why something cannot be done. */
const controlsOf = ":is(button, a[href], input, select, textarea, summary, label, [role='slider'], .foot-acts):not(.toasts *)"

/**
 * The controls that no scrolling takes away from under notes, and everything in a list drawer: that is opened to use it. A button as high as a pane, such as a
 * folded column, is none: it would leave no place beside it, and can be pressed above and below notes.
 */
export function standingControls(): Area[] {
  const height = window.innerHeight
  return [...document.querySelectorAll<HTMLElement>(`.app :is(.pane, .status) ${controlsOf}`)].flatMap((control) => {
    const area = control.getBoundingClientRect()
    const isPane = control instanceof HTMLButtonElement && area.bottom - area.top > height * tallest
    return area.bottom > height * highest && area.top < area.bottom && !isPane && !canScroll(control) ? [area] : []
  })
}

function canScroll(control: HTMLElement): boolean {
  if (control.closest('.app.w-s.drawer-list > .pane.list') !== null) return false
  for (let at = control.parentElement; at !== null && !at.matches('.pane, .app'); at = at.parentElement) {
    const { overflowY } = getComputedStyle(at)
    if (overflowY === 'auto' || overflowY === 'scroll') return true
  }
  return false
}

/** Code that runs in the page: each function is sent to the browser as source, so it uses nothing from outside itself. */

/** A number seen on the screen, and when: ms since the epoch. */
export interface Seen {
  readonly number: number
  readonly at: number
}

/**
 * Records in `globalThis.seen` the highest `line number N` inside the list's frame, after the frame that shows it was drawn.
 * Late rather than early: a row that React adds during a frame counts with the next one.
 */
export function watchRows(): void {
  const seen: Seen[] = []
  Reflect.set(globalThis, 'seen', seen)
  let highest = 0
  let isAsked = false
  const ask = (): void => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      look()
    })
  }
  const look = (): void => {
    const edge = document.querySelector('.feed > .scroll')?.getBoundingClientRect().bottom ?? 0
    const rows = [...document.querySelectorAll('.feed article')]
    const last = rows.findLast((row) => row.getBoundingClientRect().bottom <= edge + 1)
    const number = Number(/line number (\d+)/.exec(last?.textContent ?? '')?.[1] ?? 0)
    if (last !== rows.at(-1)) ask()
    if (number <= highest) return
    highest = number
    setTimeout(() => seen.push({ number, at: performance.timeOrigin + performance.now() }))
  }
  new MutationObserver(ask).observe(document.body, { childList: true, subtree: true, characterData: true })
  ask()
}

/** Records in `globalThis.paintedAt` when the first row, or the text of an empty feed, was drawn: ms since the start of the navigation. */
export function watchFirstPaint(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('.feed article, .feed h2') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => Reflect.set(globalThis, 'paintedAt', performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Times between frames, in ms, while the feed scrolls up by `pixels` with each of `frames` frames. */
export function frameTimes({ pixels, frames }: { readonly pixels: number; readonly frames: number }): Promise<number[]> {
  const scroller = document.querySelector('.feed > .scroll')
  const times: number[] = []
  return new Promise((resolve) => {
    const step = (before: number): void => {
      requestAnimationFrame((now) => {
        times.push(now - before)
        if (scroller !== null) scroller.scrollTop -= pixels
        if (times.length < frames) step(now)
        else resolve(times)
      })
    }
    requestAnimationFrame(step)
  })
}

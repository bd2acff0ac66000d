/** Code that runs in the page: sent to the browser as source, so it uses nothing from outside itself. */

/** A piece of an answer seen on the screen, and when: ms since the epoch. */
export interface SeenPiece {
  readonly stream: string
  readonly number: number
  readonly at: number
}

/**
 * Records in `globalThis.pieces` the highest `#N` of every answer inside the list's frame, after the frame that shows it was drawn, and in
 * `globalThis.frameTimes` the time between frames. An answer names its author as `agent-N`.
 */
export function watchStreams(): void {
  const pieces: SeenPiece[] = []
  const frameTimes: number[] = []
  Object.assign(globalThis, { pieces, frameTimes })
  const highest = new Map<string, number>()
  const changed = new Set<Element>()
  new MutationObserver((records) => {
    for (const { target } of records) {
      const row = (target instanceof Element ? target : target.parentElement)?.closest('.feed article')
      if (row !== null && row !== undefined) changed.add(row)
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
  const look = (): void => {
    const frame = document.querySelector('.feed > .scroll')?.getBoundingClientRect()
    const seen: { stream: string; number: number }[] = []
    for (const row of changed) {
      const box = row.getBoundingClientRect()
      if (frame === undefined || box.bottom <= frame.top || box.bottom > frame.bottom + 60) continue
      const text = row.querySelector('.streaming')?.textContent ?? ''
      const number = Number(/#(\d+) $/.exec(text)?.[1] ?? 0)
      const stream = row.querySelector('.who')?.textContent ?? ''
      if (number > (highest.get(stream) ?? 0)) seen.push({ stream, number })
    }
    changed.clear()
    if (seen.length === 0) return
    for (const { stream, number } of seen) highest.set(stream, number)
    setTimeout(() => {
      const at = performance.timeOrigin + performance.now()
      for (const one of seen) pieces.push({ ...one, at })
    })
  }
  const step = (before: number): void => {
    requestAnimationFrame((now) => {
      frameTimes.push(now - before)
      look()
      step(now)
    })
  }
  requestAnimationFrame(step)
}

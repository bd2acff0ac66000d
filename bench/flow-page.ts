/** Code that runs in the page: sent to the browser as source, so it uses nothing from outside itself. */

/** Records the times between frames, ms, from now on. */
export function watchFrames(): void {
  const times: number[] = []
  Reflect.set(globalThis, 'flowFrames', times)
  const step = (before: number): void => {
    requestAnimationFrame((now) => {
      times.push(now - before)
      if (Reflect.get(globalThis, 'flowFrames') === times) step(now)
    })
  }
  requestAnimationFrame(step)
}

/** Ends the record. The first frames belong to its start. */
export function takeFrames(): number[] {
  const times = Reflect.get(globalThis, 'flowFrames') as number[]
  Reflect.set(globalThis, 'flowFrames', undefined)
  return times.slice(2)
}

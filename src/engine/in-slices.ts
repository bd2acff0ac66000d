import { setImmediate as turn } from 'node:timers/promises'

const sliceMs = 4

/** Repeats a step of a few milliseconds until it returns false; other calls are answered in between. */
export async function inSlices(step: () => boolean): Promise<void> {
  let began = performance.now()
  while (step()) {
    if (performance.now() - began < sliceMs) continue
    await turn()
    began = performance.now()
  }
}

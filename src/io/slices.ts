/** Other calls are answered after at most this long, ms. */
const sliceMs = 4

const waiting: (() => void)[] = []

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}

/** The next turn of the event loop that no other long work uses: however much is running, a call waits for one slice of it. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}

/** Long work in slices of a few milliseconds. */
export interface Slices {
  /** Whether the slice is over, so `next` must be awaited before continuing. */
  isOver(): boolean
  next(): Promise<void>
}

/** Starts a slice now. */
export function openSlices(): Slices {
  let began = performance.now()
  return {
    isOver: () => performance.now() - began >= sliceMs,
    async next() {
      await turn()
      began = performance.now()
    },
  }
}

/** Repeats a step of a few milliseconds until it returns false; other calls are answered in between. */
export async function inSlices(step: () => boolean): Promise<void> {
  const slices = openSlices()
  while (step()) if (slices.isOver()) await slices.next()
}

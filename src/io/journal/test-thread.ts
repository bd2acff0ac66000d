import type { AppendBatch, Journal } from '../../engine/journal.ts'

/** Waits until the thread of a journal that was opened with the burst 0 stores what is given to `appendSoon`: from then on nothing is stored within that call. */
export function untilThread(journal: Journal, batch: Pick<AppendBatch, 'workspace' | 'source' | 'protocol'>): void {
  journal.append({ ...batch, at: 0, events: [] }) // makes the source
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let isHere = true; isHere; Atomics.wait(pause, 0, 0, 5)) {
    isHere = false
    journal.appendSoon({ ...batch, at: 0, events: [] }, () => (isHere = true))
  }
  journal.settle()
}

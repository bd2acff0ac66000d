import type { Fault } from '../../../core/fault.ts'

/** What cannot be read now, by folder. */
export class Problems {
  readonly #faults = new Map<string, Fault>()

  /** @param fault undefined: the problem is over. */
  set(folder: string, fault: Fault | undefined): void {
    if (fault === undefined) this.#faults.delete(folder)
    else this.#faults.set(folder, fault)
  }

  list(): readonly Fault[] {
    return [...this.#faults.values()]
  }
}

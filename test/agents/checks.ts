/** What is checked for each program, in the order of the table. */
export const checks = [
  'invited',
  'connected',
  'registers',
  'reads its mail',
  'sends',
  'submits a result',
  'is refused while halted',
  'reports its state',
  'is killed in mid-call',
  'starts again under its name',
  'its invitation is removed',
  'answers in a project',
  'streams the answer',
  'is stopped in mid-stream',
  'leaves no process',
] as const
export type Check = (typeof checks)[number]

/** What came of a check: passed with words for the table, or why it failed or could not run. */
export interface Outcome {
  readonly state: 'passed' | 'failed' | 'not run'
  readonly words: string
}

/** Outcomes of one program. A failed check ends its part; what follows is not run. */
export class Outcomes {
  readonly #all = new Map<Check, Outcome>()
  /** Hosts that the program wanted to reach, and could not. */
  refused: readonly string[] = []

  passed(check: Check, words = ''): void {
    this.#all.set(check, { state: 'passed', words })
  }
  failed(check: Check, words: string): void {
    this.#all.set(check, { state: 'failed', words })
  }
  notRun(reason: string, which: readonly Check[] = checks): void {
    for (const check of which) if (!this.#all.has(check)) this.#all.set(check, { state: 'not run', words: reason })
  }
  get(check: Check): Outcome {
    return this.#all.get(check) ?? { state: 'not run', words: 'an earlier check failed' }
  }
}

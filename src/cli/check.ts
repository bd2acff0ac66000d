/** The result of a check of `patchbay doctor`: `broken` makes the exit code 1. */
export type CheckState = 'ok' | 'note' | 'broken'

/** One line of `patchbay doctor`. */
export interface Check {
  readonly name: string
  readonly state: CheckState
  /** What was found and, unless `ok`, how to fix it. */
  readonly text: string
}

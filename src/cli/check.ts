/** How a check of `patchbay doctor` came out: `broken` makes the exit code 1. */
export type CheckState = 'ok' | 'note' | 'broken'

/** One line of `patchbay doctor`. */
export interface Check {
  readonly name: string
  readonly state: CheckState
  /** What was found, and for anything but `ok` what to do. */
  readonly text: string
}

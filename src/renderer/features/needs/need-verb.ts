import type { AppState } from '../screen.ts'

/** What one can do about a need. */
export interface NeedVerb {
  readonly id: string
  readonly label: string
  /** A single key of the selected row, in tinykeys' notation. */
  readonly key?: string
  /** It is a button of the row; the others are in its menu. */
  readonly isShown?: true
  /** Why it is not possible. */
  readonly reason?: string
  run(state: AppState): unknown
}

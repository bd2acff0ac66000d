/** One line of the table that `npm run bench` prints. */
export interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What was measured beside it in the same run: `bare better-sqlite3 loop, 46,000 events/s`. */
  readonly against?: string
  /** `value` in relation to `against`, more is better. */
  readonly ratio?: number
  /** What was promised: `≥ 0.5`. */
  readonly goal?: string
}

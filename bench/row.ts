/** One line of the table that `npm run bench` prints. */
export interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What it was compared with in the same run: `bare better-sqlite3 loop, 46,000 events/s`. */
  readonly against?: string
  /** `value` relative to `against`; higher is better. */
  readonly ratio?: number
  /** The promised value: `≥ 0.5`. */
  readonly goal?: string
}

import type { FileDiff } from '../pure/api.ts'

export type DiffLine = FileDiff['hunks'][number]['lines'][number]
export type DiffLayout = 'unified' | 'side'

/**
 * One row of a diff on the screen. `gap`: lines between two hunks, when their number is known. `line`: unified. `pair`: side by side, where
 * a side can be empty. `change` is the number, from 0, of the change that the row belongs to.
 */
export type DiffRow =
  | { readonly kind: 'gap'; readonly lines: number }
  | { readonly kind: 'line'; readonly line: DiffLine; readonly change?: number }
  | { readonly kind: 'pair'; readonly left?: DiffLine; readonly right?: DiffLine; readonly change?: number }

interface DiffRows {
  readonly rows: readonly DiffRow[]
  /** First row of each change. */
  readonly changes: readonly number[]
}

/** Rows of a diff for the screen. A change is a run of lines that were added or removed. Linear. */
export function diffRows(diff: FileDiff, layout: DiffLayout): DiffRows {
  const rows: DiffRow[] = []
  const changes: number[] = []
  let lastBefore = 0
  for (const { lines } of diff.hunks) {
    const first = lines.find((line) => line.before !== undefined)?.before
    if (first !== undefined && first > lastBefore + 1) rows.push({ kind: 'gap', lines: first - lastBefore - 1 })
    for (let at = 0; at < lines.length;) {
      const end = endOfRun(lines, at)
      if (end === at) {
        const line = lines[at]
        if (line !== undefined) rows.push(layout === 'unified' ? { kind: 'line', line } : { kind: 'pair', left: line, right: line })
        at++
        continue
      }
      const run = lines.slice(at, end)
      const change = changes.push(rows.length) - 1
      // A spread of a large run would overflow the stack.
      for (const row of layout === 'unified' ? run.map((line) => ({ kind: 'line', line, change }) as const) : paired(run, change))
        rows.push(row)
      at = end
    }
    lastBefore = lines.findLast((line) => line.before !== undefined)?.before ?? lastBefore
  }
  return { rows, changes }
}

/** Where the run of changed lines that begins at `at` ends; `at` itself when that line is the same on both sides. */
function endOfRun(lines: readonly DiffLine[], at: number): number {
  let end = at
  while (end < lines.length && lines[end]?.kind !== 'same') end++
  return end
}

function paired(run: readonly DiffLine[], change: number): DiffRow[] {
  const removed = run.filter((line) => line.kind === 'del')
  const added = run.filter((line) => line.kind === 'add')
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => {
    const left = removed[at]
    const right = added[at]
    return { kind: 'pair', change, ...(left === undefined ? {} : { left }), ...(right === undefined ? {} : { right }) } as const
  })
}

/** Wraps any number of steps into the existing changes: the first follows the last. */
export function changeAt(step: number, total: number): number {
  return total === 0 ? 0 : ((step % total) + total) % total
}

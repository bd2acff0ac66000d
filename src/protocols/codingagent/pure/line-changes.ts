import { diffArrays } from 'diff'

/** A run of equal, added or removed lines. */
export interface LineRun {
  readonly kind: 'same' | 'add' | 'del'
  readonly lines: readonly string[]
}

/** Maximum changed lines for which the shortest difference is searched; above that, everything between the first and the last change counts as replaced. */
export const fullEffort = 1_000

/** The changes from `before` to `after`, removed lines before added ones. `effort` bounds the time, which is roughly its square. */
export function lineChanges(before: readonly string[], after: readonly string[], effort = fullEffort): LineRun[] {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head++
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const [removed, added] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  const runs: LineRun[] = [
    { kind: 'same', lines: before.slice(0, head) },
    ...middle(removed, added, effort),
    { kind: 'same', lines: before.slice(before.length - tail) },
  ]
  return runs.filter((run) => run.lines.length > 0)
}

function middle(removed: string[], added: string[], effort: number): LineRun[] {
  const replaced: LineRun[] = [
    { kind: 'del', lines: removed },
    { kind: 'add', lines: added },
  ]
  if (removed.length === 0 || added.length === 0) return replaced
  const changes = diffArrays(removed, added, { maxEditLength: effort })
  if (changes === undefined) return replaced
  return changes.map((change) => ({ kind: change.added ? 'add' : change.removed ? 'del' : 'same', lines: change.value }))
}

/** Numbers of added and removed lines. */
export function countChanges(runs: readonly LineRun[]): { readonly added: number; readonly removed: number } {
  const count = (kind: LineRun['kind']): number => runs.reduce((sum, run) => sum + (run.kind === kind ? run.lines.length : 0), 0)
  return { added: count('add'), removed: count('del') }
}

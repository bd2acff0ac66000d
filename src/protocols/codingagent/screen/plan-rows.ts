import type { Choice } from './slices.ts'
import type { PlanRow, Round, SessionRow } from '../pure/api.ts'

/** Counts of a plan for the head of the review. */
interface PlanCount {
  /** Rows that would do something, including refused ones. */
  readonly total: number
  readonly selected: number
  readonly refused: number
  readonly stale: number
  readonly done: number
  readonly failed: number
}

/** Whether the operator can tick a row. DONE is included. */
export function isSelectable(row: PlanRow): boolean {
  return row.state === 'ready' || row.state === 'stale' || isEnd(row)
}

/** The effective DONE: rows after it do not count. */
export function isEnd(row: PlanRow): boolean {
  return row.type === 'DONE' && row.state === 'shown'
}

/** Whether a row goes with the next Apply. */
export function isSelected(row: PlanRow): boolean {
  return row.apply && isSelectable(row)
}

/** Counts a plan. Linear. */
export function countPlan(rows: readonly PlanRow[]): PlanCount {
  const count = (test: (row: PlanRow) => boolean): number => rows.reduce((sum, row) => sum + (test(row) ? 1 : 0), 0)
  return {
    total: count((row) => isSelectable(row) || row.state === 'refused'),
    selected: count(isSelected),
    refused: count((row) => row.state === 'refused'),
    stale: count((row) => row.state === 'stale'),
    done: count((row) => row.result?.success === true),
    failed: count((row) => row.result?.success === false),
  }
}

/** A row that may reveal a secret: it must be ticked on its own. */
function isSecret({ guard }: PlanRow): boolean {
  return guard === 'secret' || guard === 'ignored'
}

/** Choices that select every row except those that may reveal a secret, or none when all are selected. */
export function toggledAll(rows: readonly PlanRow[]): readonly Choice[] {
  const free = rows.filter(isSelectable)
  const plain = free.filter((row) => !isSecret(row))
  const apply = !plain.every(isSelected)
  return (apply ? plain : free).filter((row) => row.apply !== apply).map((row) => ({ index: row.index, apply }))
}

/** The round as it will be after the engine has stored the choices, as far as the screen can tell. */
export function withChoices(round: Round, choices: readonly Choice[]): Round {
  if (round.plan === undefined) return round
  const applied = new Map(choices.flatMap((one) => (one.apply === undefined ? [] : [[one.index, one.apply] as const])))
  const rows = round.plan.rows.map((row) => {
    const apply = applied.get(row.index)
    return apply === undefined || apply === row.apply ? row : { ...row, apply }
  })
  return { ...round, plan: { ...round.plan, rows } }
}

/** Indexes of rows whose effect changed. Added and removed rows count. */
export function changedRows(before: readonly PlanRow[], after: readonly PlanRow[]): readonly number[] {
  const old = new Map(before.map((row) => [row.index, look(row)]))
  const changed = after.filter((row) => old.get(row.index) !== look(row)).map((row) => row.index)
  const gone = before.filter((row) => !after.some((one) => one.index === row.index)).map((row) => row.index)
  return [...changed, ...gone].toSorted((a, b) => a - b)
}

/** Selected rows with hidden characters, which need another confirmation with their full text. */
export function hidingRows(rows: readonly PlanRow[]): readonly PlanRow[] {
  return rows.filter((row) => isSelected(row) && row.hidden.length > 0)
}

function look(row: PlanRow): string {
  return JSON.stringify([row.type, row.path, row.text, row.range, row.added, row.removed, row.state, row.notes, row.apply, row.isEdited])
}

/** The last row that begins at or before a line of the reply. */
export function rowAtLine(rows: readonly PlanRow[], line: number): PlanRow | undefined {
  return rows.findLast((row) => row.line <= line)
}

/** The round that a rollback affects: the newest one applied and not rolled back. */
export function newestApplied(session: SessionRow | undefined): number | undefined {
  return session?.rounds.findLast((round) => round.state === 'applied')?.sequence
}

/** Why that round cannot be rolled back yet: later rounds go first. Undefined: it can. */
export function rollBackObstacle(session: SessionRow | undefined): string | undefined {
  const applied = newestApplied(session) ?? 0
  const later = session?.rounds.findLast(
    (round) => round.sequence > applied && (round.state === 'replied' || round.state === 'applying' || round.state === 'interrupted'),
  )
  if (later === undefined) return undefined
  return later.state === 'replied' ? `Discard the reply of round ${later.sequence} first.` : `Round ${later.sequence} is not finished yet.`
}

import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import type { PhaseRecord, WorkflowRun } from './state-file.ts'

/** Maximum entries kept per workflow; other programs add those of every run. */
const most = 256
const mostText = 4_000

/** The other program's list of completed phases of one workflow, plus those of our run that it lacks. */
export function completedEntries(run: WorkflowRun, before: unknown): unknown[] {
  const kept: unknown[] = Array.isArray(before) ? before : []
  const known = new Set(kept.map((entry) => keyOf(fieldIn(entry, 'phase'), fieldIn(entry, 'completedAt'))))
  const added = run.done.flatMap((record, at) => {
    if (record.skipReason !== undefined || known.has(keyOf(record.phase, record.at))) return []
    const jumped = run.done.slice(0, at).findLastIndex((each) => each.skipReason === undefined)
    const skipped = run.done.slice(jumped + 1, at)[0]
    return [
      {
        phase: record.phase,
        completedAt: record.at,
        notes: record.notes ?? '',
        ...(skipped === undefined ? {} : { skipped: { from: skipped.phase, reason: skipped.skipReason } }),
      },
    ]
  })
  return [...kept, ...added].slice(-most)
}

/** The newest entry of the list for each phase from `from` to `to`; a skipped phase has the reason of the skip. */
export function recordsFrom(entries: unknown, from: number, to: number): PhaseRecord[] {
  if (!Array.isArray(entries)) return []
  const records = new Map<number, PhaseRecord>()
  for (const entry of entries.slice(-most)) {
    const phase = fieldIn(entry, 'phase')
    if (typeof phase !== 'number' || !Number.isInteger(phase) || phase < 1 || phase > 1_000) continue
    const at = textOf(fieldIn(entry, 'completedAt'), 64)
    const skipped = fieldIn(entry, 'skipped')
    const [first, reason] = [fieldIn(skipped, 'from'), textOf(fieldIn(skipped, 'reason'), mostText)]
    if (typeof first === 'number' && Number.isInteger(first))
      for (let each = Math.max(1, first); each < phase; each++)
        records.set(each, { phase: each, at, by: '', artifacts: [], skipReason: reason })
    const notes = textOf(fieldIn(entry, 'notes'), mostText)
    records.set(phase, { phase, at, by: '', artifacts: [], ...(notes === '' ? {} : { notes }) })
  }
  return [...records.values()].filter(({ phase }) => phase >= from && phase <= to).toSorted((a, b) => a.phase - b.phase)
}

function fieldIn(value: unknown, name: string): unknown {
  return isJsonObject(value) ? fieldOf(value, name) : undefined
}

function keyOf(phase: unknown, at: unknown): string {
  return `${String(phase)} ${String(at)}`
}

function textOf(value: unknown, length: number): string {
  return typeof value === 'string' ? value.slice(0, length) : ''
}

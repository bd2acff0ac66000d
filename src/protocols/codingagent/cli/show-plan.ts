import { diffOf } from '../home/show-round.ts'
import type { PlannedRound } from '../home/plan-round.ts'
import type { PlannedStep } from '../pure/plan.ts'
import { say } from '../../../io/standard-streams.ts'

/** Maximum lines of diffs shown for one reply; the rest is in the reply itself. */
const mostLines = 1_000
const signs = { same: ' ', add: '+', del: '-' } as const

/** Prints what each command of a reply would do, on stderr; `withLines` adds the changed lines. */
export function showPlan({ plan, steps }: PlannedRound, sequence: number, withLines: boolean): void {
  say(`\nReply to outbox ${sequence}:`)
  let room = withLines ? mostLines : 0
  for (const step of steps) {
    showRow(step)
    if (room === 0) continue
    const lines = linesOf(step)
    for (const line of lines.slice(0, room)) say(`     ${line}`)
    room -= Math.min(room, lines.length)
    if (room === 0) say('     … The rest is too long to show here.')
  }
  showLint({ plan })
}

/** Prints the lint findings of a reply, on stderr. */
export function showLint({ plan }: Pick<PlannedRound, 'plan'>): void {
  for (const { rule, line, severity, message } of plan.lint) say(`  line ${line}: ${severity} ${rule}: ${message}`)
  if (plan.repairs > 0)
    say('  Some of this can be fixed: “patchbay lint codingagent --fix FILE” prints the reply as it was probably meant.')
}

function showRow({ row }: PlannedStep): void {
  const lines = row.range === undefined ? '' : `:${row.range.from}-${row.range.to}`
  const counts = row.added + row.removed === 0 ? '' : `  +${row.added} -${row.removed}`
  const path = row.path === undefined ? '' : ` ${row.path}${lines}`
  say(`  ${row.index}. ${row.type}${path}${counts}  ${row.risk}${row.apply ? '' : '  (not applied)'}`)
  if (row.type === 'RUN_COMMAND') say(indented(row.text ?? ''))
  for (const note of row.notes) say(`     ${note}`)
  if (row.hidden.length > 0) say(`     It contains hidden characters: ${row.hidden.join(', ')}.`)
}

function linesOf({ effect, row }: PlannedStep): string[] {
  if (effect?.kind !== 'write') return []
  const { hunks, note } = diffOf(effect, row.path ?? '')
  const shown = hunks.flatMap(({ lines }, at) => [
    ...(at === 0 ? [] : ['⋮']),
    ...lines.map(({ kind, text }) => `${signs[kind]}${text}`.trimEnd()),
  ])
  return note === undefined ? shown : [...shown, `(${note})`]
}

/** A text as a block below a row. */
export function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `     ${line}`)
    .join('\n')
}

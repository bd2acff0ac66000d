import { fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Plan, PlanRow, Round } from '../pure/api.ts'
import type { Desk } from '../home/desk.ts'
import { askingGate } from './asking-gate.ts'
import { operator } from './open-home.ts'
import type { Yes } from './options.ts'
import { ask, isTerminal, say } from './terminal.ts'

/** Shows what a reply would do, asks unless `yes` says so already, applies it, and says what became of it. */
export async function reviewRound(
  desk: Desk,
  id: string,
  sequence: number,
  yes: Yes | undefined,
  signal: AbortSignal,
): Promise<Result<Round>> {
  const round = await desk.round(id, sequence)
  if (!round.ok) return round
  const { plan } = round.value
  if (plan === undefined) return fail('conflict', `Round ${sequence} has no reply that could be applied.`)
  sayPlan(plan, sequence)
  if (yes === undefined) {
    if (!isTerminal())
      return fail('refused', 'Nothing was applied: there is no terminal to ask on. Say --yes files or --yes all, or resume on a terminal.')
    const answer = await ask('Apply this? [y/N] ', signal)
    if (answer !== 'y' && answer !== 'yes') return fail('refused', 'Nothing was applied. “patchbay agent resume” shows it again.')
  }
  const gate = askingGate(desk.parts.world.gate, yes, signal)
  const applied = await desk.apply(id, sequence, { ...operator, gate, hash: plan.hash })
  if (applied.ok) sayResults(applied.value.plan?.rows ?? [])
  return applied
}

function sayPlan(plan: Plan, sequence: number): void {
  say(`\nReply to outbox ${sequence}:`)
  for (const row of plan.rows) {
    const lines = row.range === undefined ? '' : `:${row.range.from}-${row.range.to}`
    const counts = row.added + row.removed === 0 ? '' : `  +${row.added} -${row.removed}`
    say(`  ${row.index}. ${row.type} ${row.path ?? ''}${lines}${counts}  ${row.risk}${row.apply ? '' : '  (not applied)'}`.trimEnd())
    if (row.type === 'RUN_COMMAND') say(indented(row.text ?? ''))
    for (const note of row.notes) say(`     ${note}`)
  }
  for (const { line, severity, message } of plan.lint) say(`  line ${line}: ${severity}: ${message}`)
}

function sayResults(rows: readonly PlanRow[]): void {
  for (const { type, text, result } of rows) {
    if (result === undefined) continue
    say(`[${result.success ? 'OK' : 'FAILED'}] ${type}: ${result.summary}`)
    if (result.output !== undefined) say(indented(result.output))
    // What the LLM says to the user (specification: MESSAGE, DONE).
    if ((type === 'MESSAGE' || type === 'DONE') && result.success) say(indented(text ?? ''))
  }
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `     ${line}`)
    .join('\n')
}

import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { PlanRow, Round } from '../pure/api.ts'
import type { Desk } from '../home/desk.ts'
import { planReply } from '../home/plan-round.ts'
import { askingGate } from './asking-gate.ts'
import { operator } from './open-home.ts'
import type { Yes } from './options.ts'
import { indented, showPlan } from './show-plan.ts'
import { ask, isTerminal, say } from './terminal.ts'

/** Shows what a reply would do, asks unless `yes` says so already, applies it, and says what became of it. */
export async function reviewRound(
  desk: Desk,
  id: string,
  sequence: number,
  yes: Yes | undefined,
  signal: AbortSignal,
): Promise<Result<Round>> {
  const session = desk.parts.store.get(id)
  const record = await desk.parts.store.round(id, sequence)
  if (!record.ok) return record
  const planned = session === undefined || record.value === undefined ? ok(undefined) : await planReply(desk.parts, session, record.value)
  if (!planned.ok) return planned
  if (planned.value === undefined) return fail('conflict', `Round ${sequence} has no reply that could be applied.`)
  const { plan } = planned.value
  const warnings = record.value?.reply?.warnings ?? []
  // What --yes says is not about a reply that is none, or only half of one.
  const isAsked = yes === undefined || warnings.length > 0
  showPlan(planned.value, sequence, isAsked)
  for (const warning of warnings) say(warning)
  if (isAsked) {
    if (!isTerminal()) {
      const how = warnings.length > 0 ? 'Give a whole one with “patchbay agent apply FILE”' : 'Say --yes files or --yes all'
      return fail('refused', `Nothing was applied: there is no terminal to ask on. ${how}, or resume on a terminal.`)
    }
    const answer = await ask('Apply this? [y/N] ', signal)
    if (answer !== 'y' && answer !== 'yes') return fail('refused', 'Nothing was applied. “patchbay agent resume” shows it again.')
  }
  const gate = askingGate(desk.parts.world.gate, yes, signal)
  const applied = await desk.apply(id, sequence, { ...operator, gate, hash: plan.hash })
  if (applied.ok) sayResults(applied.value.plan?.rows ?? [])
  return applied
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

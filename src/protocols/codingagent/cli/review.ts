import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { terminalName } from '../../../core/terminal-text.ts'
import type { Plan, PlanRow, Round } from '../pure/api.ts'
import { guardNotes } from '../pure/guarded-files.ts'
import type { SessionHome } from '../home/session-home.ts'
import { planReply } from '../home/plan-round.ts'
import { askingGate } from './asking-gate.ts'
import { operator } from './open-home.ts'
import type { Yes } from './options.ts'
import { indented, showPlan } from './show-plan.ts'
import { askYes, canAsk, say } from '../../../io/standard-streams.ts'

/** Shows what a reply would do, asks unless `yes` covers it, applies it, and prints the outcome. */
export async function reviewRound(
  home: SessionHome,
  id: string,
  sequence: number,
  yes: Yes | undefined,
  signal: AbortSignal,
): Promise<Result<Round>> {
  const session = home.parts.store.get(id)
  const record = await home.parts.store.round(id, sequence)
  if (!record.ok) return record
  const planned = session === undefined || record.value === undefined ? ok(undefined) : await planReply(home.parts, session, record.value)
  if (!planned.ok) return planned
  if (planned.value === undefined) return fail('conflict', `Round ${sequence} has no reply to apply.`)
  const { plan } = planned.value
  const { warnings = [], waits = warnings.length > 0 } = record.value?.reply ?? {}
  // --yes does not cover a text that is not a reply, or answers another outbox.
  const isAsked = yes === undefined || waits
  showPlan(planned.value, sequence, isAsked)
  for (const warning of warnings) say(warning)
  if (isAsked) {
    if (!canAsk()) {
      const how = waits ? 'Submit another with “patchbay agent apply FILE”' : 'Use --yes files or --yes all'
      return fail('refused', `Nothing was applied: there is no terminal for approval. ${how}, or resume in a terminal.`)
    }
    if (!(await askYes('Apply this?', signal))) return fail('refused', 'Nothing was applied. Use “patchbay agent resume” to see it again.')
  }
  const decided = isAsked ? await decideSecrets(home, { id, sequence, reply: record.value?.replies ?? 0 }, plan, signal) : ok(plan.hash)
  if (!decided.ok) return decided
  const gate = askingGate(home.parts.services.gate, yes, signal)
  const applied = await home.apply(id, sequence, { ...operator, gate, hash: decided.value, asks: !isAsked })
  if (applied.ok) sayResults(applied.value.plan?.rows ?? [])
  return applied
}

/** Asks about each file that may contain secrets. @returns the plan's hash including the answers. */
async function decideSecrets(
  home: SessionHome,
  { id, sequence, reply }: { readonly id: string; readonly sequence: number; readonly reply: number },
  plan: Plan,
  signal: AbortSignal,
): Promise<Result<string>> {
  const choices: { readonly index: number; readonly apply: boolean }[] = []
  for (const { index, guard, path = '', apply } of plan.rows) {
    if ((guard !== 'secret' && guard !== 'ignored') || apply) continue
    choices.push({ index, apply: await askYes(`Give ${terminalName(path)} to the LLM? ${guardNotes[guard]}`, signal) })
  }
  if (choices.length === 0) return ok(plan.hash)
  const decided = await home.decide(id, sequence, reply, choices, operator)
  return decided.ok ? ok(decided.value.plan?.hash ?? plan.hash) : decided
}

function sayResults(rows: readonly PlanRow[]): void {
  for (const { type, text, result } of rows) {
    if (result === undefined) continue
    say(`[${result.success ? 'OK' : 'FAILED'}] ${type}: ${result.summary}`)
    if (result.output !== undefined) say(indented(result.output))
    // What the LLM tells the user (specification: MESSAGE, DONE).
    if ((type === 'MESSAGE' || type === 'DONE') && result.success) say(indented(text ?? ''))
  }
}

import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { Gate } from '../../../core/protocol.ts'
import { complain, complainOf, printWords } from '../../../io/standard-streams.ts'
import type { SessionHome } from '../home/session-home.ts'
import { planText } from '../home/plan-round.ts'
import { openName, openRoundOf } from '../home/take-reply.ts'
import { classifyPaste } from '../pure/classify-paste.ts'
import { lineWithMarks, wouldBe } from '../pure/results.ts'
import { openHome, operator } from './open-home.ts'
import type { ApplyOptions } from './options.ts'
import { readText } from '../../../io/read-text.ts'
import { reviewRound } from './review.ts'
import { showLint } from './show-plan.ts'
import { chosen, printOutbox, withHome } from './sessions.ts'

/** `patchbay agent apply`: the file is the reply to the open round. `--dry-run` prints what it would do. Exit codes: 0 everything works, 1 something fails. */
export async function applyFile(file: string, options: ApplyOptions, gate: Gate): Promise<number> {
  const text = await readText(file, limits.message)
  if (!text.ok) return complainOf(text.fault)
  if (options.dryRun === true) {
    const opened = await openHome(options.home, undefined, gate)
    const tried = opened.ok ? await tryText(opened.value, text.value) : opened
    if (tried.ok) return tried.value
    return complainOf(tried.fault)
  }
  const apply = async (home: SessionHome, signal: AbortSignal): Promise<Result<void>> => {
    const session = chosen(home, home.parts.store.active)
    if (!session.ok) return session
    const { id } = session.value
    const { sequenceNumber } = session.value.file
    const newest = session.value.rounds.get(sequenceNumber)
    // As in the Paste view: the newer reply replaces one that is waiting.
    const freed = newest?.state === 'replied' ? await home.discard(id, sequenceNumber, newest.reply ?? 0, operator) : ok(undefined)
    if (!freed.ok) return freed
    const pasted = await home.paste(id, text.value, operator)
    if (!pasted.ok) return pasted
    const applied = await reviewRound(home, id, pasted.value.sequence, options.yes, signal)
    if (!applied.ok) return applied
    await printOutbox(home, id)
    return ok(undefined)
  }
  return withHome(options, gate, apply, (home) => chosen(home, home.parts.store.active))
}

/** Changes nothing, not even in the home. */
async function tryText(home: SessionHome, text: string): Promise<Result<number>> {
  const session = chosen(home, home.parts.store.active)
  if (!session.ok) return session
  const record = await openRoundOf(home.parts, session.value, true)
  if (!record.ok) return record
  const checked = classifyPaste(text, openName(session.value, record.value))
  if (!checked.ok) return checked
  for (const warning of checked.value.warnings) complain(warning)
  const planned = await planText(home.parts, session.value, record.value, text)
  if (!planned.ok) return planned
  const { steps } = planned.value
  showLint(planned.value)
  if (steps.length === 0) return fail('invalid', 'The reply contains no commands.')
  const lines = steps.map(({ row, result, effect }) => {
    if (effect?.kind === 'run') return `[NOT RUN] RUN_COMMAND: ${lineWithMarks(effect.text)}`
    return `[${result?.success === true ? 'OK' : 'FAILED'}] ${row.type}: ${wouldBe(result?.summary ?? '')}`
  })
  await printWords(lines.join('\n'))
  return ok(steps.some(({ result }) => result?.success === false) ? 1 : 0)
}

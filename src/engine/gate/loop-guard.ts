import type { Result } from '../../core/fault.ts'
import type { GateRequest, Waking } from '../../core/protocol.ts'
import { onBeat } from '../../io/beat.ts'
import type { Approvals } from './approvals.ts'
import { tryJournal } from '../journal-fault.ts'

/** How often it is looked whether it is over, ms. */
const lookMs = 500

/** Keeps agents of this machine that wake each other from going on by themselves, over all links of a workspace. */
export interface LoopGuard {
  /** Why this agent is not started without the operator; undefined: it may. */
  why(source: string, waking: Waking): string | undefined
  /** It is started. `isByOperator`: the operator has just allowed it. */
  woke(source: string, waking: Waking, isByOperator: boolean): void
}

interface Held extends Omit<GateRequest, 'confirmed'> {
  readonly source: string
  readonly woken: Waking
}

/**
 * Asks the operator about an agent in a loop, whatever was approved before, until the loop is over.
 * @returns the operator's decision; undefined: there is no loop (any more), so what was approved before counts.
 */
export async function askAboutLoop(
  guard: LoopGuard,
  request: Held,
  approvals: Pick<Approvals, 'ask'>,
  asked: () => Result<void>,
): Promise<Result<void> | undefined> {
  const { source, woken, question, signal } = request
  for (;;) {
    const reason = guard.why(source, woken)
    if (reason === undefined) return undefined
    const recorded = asked()
    if (!recorded.ok) return recorded
    woken.held(reason)
    const over = new AbortController()
    const endLooks = onBeat(lookMs, () => {
      const still = tryJournal(() => guard.why(source, woken))
      if (still.ok && still.value === undefined) over.abort()
    })
    const either = AbortSignal.any([over.signal, ...(signal === undefined ? [] : [signal])])
    const decided = await approvals.ask({ ...request, question: `${reason}. ${question}`, signal: either }).finally(endLooks)
    if (decided.ok) guard.woke(source, woken, true)
    if (decided.ok || !over.signal.aborted || signal?.aborted === true) return decided
  }
}

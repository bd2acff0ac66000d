import type { Approval, Decision } from '../../src/core/approval.ts'
import { readMs } from '../../src/core/read-time.ts'
import type { Result } from '../../src/core/fault.ts'
import type { Approvals } from '../../src/engine/gate/approvals.ts'
import type { TestServices } from './services.ts'
import { callValue } from './calls.ts'
import type { TestEngine } from './engine.ts'

/** The operator answers the question at this index after its reading time. */
export function answer(services: TestServices, approvals: Approvals, decision: Decision, at = 0): Promise<Result<void>> {
  const question = approvals.list()[at]
  services.advance(readMs)
  return approvals.decide(question?.id ?? '', question?.digest ?? '', decision)
}

/** The same through an engine's contract. */
export async function answerIn(running: TestEngine, question: Approval | undefined, decision: Decision): Promise<void> {
  running.skip(readMs)
  await callValue(running.client, 'gate.decide', { id: question?.id ?? '', digest: question?.digest ?? '', decision })
}

import { fail, reasonOf, type Fault, type Result } from '../core/fault.ts'
import type { Confirmation, Gate, GateRequest, Permit } from '../core/protocol.ts'
import type { Approvals } from './approvals.ts'
import type { Base } from './base.ts'
import type { Grants } from './grants.ts'
import { tryJournal } from './journal-fault.ts'
import type { ActRecord } from './journal.ts'
import { makePermit } from './permit.ts'
import { judge } from './policy.ts'

/** A request of the engine itself, which alone may say that the operator confirmed this exact effect on the screen. */
export interface EngineRequest extends Omit<GateRequest, 'confirmed'> {
  readonly confirmed?: boolean
}

/** The gate as the engine holds it. */
export interface EngineGate {
  perform<T>(request: EngineRequest, run: (permit: Permit) => Promise<Result<T>>): Promise<Result<T>>
  /** The gate as a link gets it: bound to its workspace and source, which it cannot change, and unable to confirm for the operator. */
  forLink(workspace: string, source: string): Gate
  /** Proof for a link that the operator has just confirmed on a screen what the link is about to do. */
  confirm(source: string): Confirmation
  /** Resolves when no request is on its way any more. */
  settled(): Promise<void>
}

const limits = { target: 4_096, exact: 1_200_000, question: 2_000 } as const

/** Opens the gate: policy, then grants, then the operator. What it decides is recorded before the effect, and the outcome after it. */
export function openGate(base: Base, grants: Grants, approvals: Approvals): EngineGate {
  function record(request: EngineRequest, id: string, phase: ActRecord['phase'], fault?: Fault): Result<void> {
    return tryJournal(() =>
      base.journal.recordAct({
        id,
        at: base.now(),
        ...(request.workspace !== undefined && { workspace: request.workspace }),
        actor: `${request.actor.kind} ${request.actor.name}`,
        kind: request.effect.kind,
        target: request.effect.target,
        phase,
        ...(fault !== undefined && { fault }),
      }),
    )
  }

  const running = new Set<Promise<unknown>>()
  const confirmations = new WeakMap<Confirmation, string>()
  const isFor = (source: string, confirmed: Confirmation | undefined): boolean =>
    confirmed !== undefined && confirmations.get(confirmed) === source

  /** Yes or no; the record says `allowed` (by policy or grant) or `asked` and then what the operator said. */
  async function decide(request: EngineRequest, id: string): Promise<Result<void>> {
    if (judge(request) === 'allow' || grants.use(request)) return record(request, id, 'allowed')
    const asked = record(request, id, 'asked')
    return asked.ok ? approvals.ask(request) : asked
  }

  function perform<T>(request: EngineRequest, run: (permit: Permit) => Promise<Result<T>>): Promise<Result<T>> {
    const done = pass(request, run)
    running.add(done)
    return done.finally(() => running.delete(done))
  }

  async function pass<T>(request: EngineRequest, run: (permit: Permit) => Promise<Result<T>>): Promise<Result<T>> {
    const tooLong = boundsFault(request)
    if (tooLong !== undefined) return { ok: false, fault: tooLong }
    const id = base.newId()
    const decided = await decide(request, id)
    if (!decided.ok) return decided
    if (request.signal?.aborted === true) return fail('cancelled', 'This was stopped before it was done.')
    const outcome = await attempt(() => run(makePermit(id)))
    const recorded = record(request, id, outcome.ok ? 'done' : 'failed', outcome.ok ? undefined : outcome.fault)
    if (!recorded.ok) base.log('the outcome of an act could not be recorded', { act: id, fault: recorded.fault })
    return outcome
  }

  async function attempt<T>(run: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await run()
    } catch (thrown) {
      base.log('an effect threw', { reason: reasonOf(thrown), level: 'error' })
      return fail('internal', 'Patchbay made a mistake while it did this; the log has the reason.', { detail: reasonOf(thrown) })
    }
  }

  return {
    perform,
    settled: async () => void (await Promise.allSettled(running)),
    forLink: (workspace, source) => ({
      perform({ actor, effect, question, signal, confirmed }, run) {
        const request = { actor, effect, question, workspace, source, ...(signal !== undefined && { signal }) }
        return perform(isFor(source, confirmed) && actor.kind === 'operator' ? { ...request, confirmed: true } : request, run)
      },
      allow: (standing, confirmed) => (isFor(source, confirmed) ? grants.allow(workspace, source, standing) : unconfirmed),
      withdraw: (agent) => grants.withdraw(workspace, source, agent),
      stands: (registration) => grants.stands(workspace, source, registration),
      leave: (registration) => approvals.leave(workspace, source, registration),
      end(registration) {
        approvals.leave(workspace, source, registration)
        return grants.end(workspace, source, registration)
      },
    }),
    confirm(source) {
      const confirmation = Object.freeze({}) as Confirmation
      confirmations.set(confirmation, source)
      return confirmation
    },
  }
}

const unconfirmed = fail('not-allowed', 'Only the operator can allow this, on a screen that shows it.')

/** A question must fit a screen and a row of the journal. */
function boundsFault(request: EngineRequest): Fault | undefined {
  const { effect, question } = request
  const tooLong = effect.target.length > limits.target || effect.exact.length > limits.exact || question.length > limits.question
  return tooLong ? fail('too-large', 'This is too large to be shown for a decision, so it was not done.').fault : undefined
}

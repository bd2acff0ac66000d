import type { Actor, ApprovalScope, Effect } from '../../core/approval.ts'
import { fail, type Fault, internalFault, ok, reasonOf, type Result } from '../../core/fault.ts'
import type { Confirmation, Gate, GateRequest, Permit, StandingApproval } from '../../core/protocol.ts'
import type { Approvals } from './approvals.ts'
import type { Services } from '../services.ts'
import type { Grants } from './grants.ts'
import { askAboutLoop, type LoopGuard } from './loop-guard.ts'
import { tryJournal } from '../journal-fault.ts'
import type { ActRecord } from '../../core/journal.ts'
import { makePermit } from './permit.ts'
import { hiddenIn, judge, needsOwnSurface } from './policy.ts'

/** A request made by the engine itself, which alone may claim that the operator confirmed this exact effect on the screen. */
export interface EngineRequest extends Omit<GateRequest, 'confirmed'> {
  readonly confirmed?: boolean
}

/** The gate as the engine uses it. */
export interface EngineGate {
  perform<T>(request: EngineRequest, run: (permit: Permit) => Promise<Result<T>>): Promise<Result<T>>
  /** The gate as a link receives it: bound to its workspace and source, and unable to confirm on the operator's behalf. */
  forLink(workspace: string, source: string): Gate
  /** Proof for a link that the operator has just confirmed on a screen what the link is about to do. */
  confirm(source: string): Confirmation
  /** A permit for a row of a halt or of its end, which the operator has seen; recorded. */
  permitHalt(row: Pick<ActRecord, 'workspace' | 'target'>): Permit
  /** From now on, agents of this workspace that wake each other are asked about. @returns a function that ends it. */
  guardLoops(workspace: string, guard: LoopGuard): () => void
  /** Resolves when no request is in progress. */
  settled(): Promise<void>
}

const limits = { target: 4_096, exact: 1_200_000, question: 2_000 } as const

/** Opens the gate: policy, then grants, then the operator. The decision is recorded before the effect, the outcome after it. */
export function openGate(services: Services, grants: Grants, approvals: Approvals): EngineGate {
  function record(request: EngineRequest, id: string, phase: ActRecord['phase'], fault?: Fault): Result<void> {
    const act: ActRecord = {
      id,
      at: services.now(),
      ...(request.workspace !== undefined && { workspace: request.workspace }),
      actor: `${request.actor.kind} ${request.actor.name}`,
      kind: request.effect.kind,
      target: request.effect.target,
      phase,
      ...(fault !== undefined && { fault }),
    }
    // There is one receipt for each mail, and what it says can be read from the mail again.
    const isFlushed = phase === 'allowed' && request.duringHalt !== 'receipt'
    return tryJournal(() => services.journal.recordAct(act, isFlushed))
  }

  const running = new Set<Promise<unknown>>()
  const guards = new Map<string, LoopGuard>()
  const confirmations = new WeakMap<Confirmation, string>()
  const isFor = (source: string, confirmed: Confirmation | undefined): boolean =>
    confirmed !== undefined && confirmations.get(confirmed) === source

  /** Asks about agents that wake each other in a loop, before anything that was approved earlier counts. */
  async function decide(request: EngineRequest, id: string): Promise<Result<void>> {
    const { woken, source, workspace = '' } = request
    const guard = woken === undefined || source === undefined ? undefined : guards.get(workspace)
    if (guard === undefined || woken === undefined || source === undefined) return decideAlone(request, id)
    const held = await askAboutLoop(guard, { ...request, source, woken }, approvals, () => record(request, id, 'asked'))
    if (held !== undefined) return held
    const decided = await decideAlone(request, id)
    if (decided.ok) guard.woke(source, woken, false)
    return decided
  }

  /** Allows or refuses; the record says `allowed` (by policy or grant), or `asked` followed by the operator's decision. */
  async function decideAlone(request: EngineRequest, id: string): Promise<Result<void>> {
    const isFree = judge(request) === 'allow'
    const needsMore = isFree && isOnlyFromPage(request)
    if ((isFree && !needsMore) || grants.use(request)) return record(request, id, 'allowed')
    if (needsMore) {
      const meant = await confirmOutside(services, request, 'once')
      const recorded = record(request, id, meant.ok ? 'allowed' : 'refused', meant.ok ? undefined : meant.fault)
      return meant.ok ? recorded : meant
    }
    const asked = record(request, id, 'asked')
    return asked.ok ? approvals.ask(request) : asked
  }

  async function allow(workspace: string, source: string, standing: StandingApproval): Promise<Result<void>> {
    const { agent, registration, reaches } = standing
    const [first] = reaches
    const lines = reaches.map(({ kind, reach, target }) => `${kind} ${reach === 'folder' ? 'anything in' : 'always on'} ${target}`)
    if (first !== undefined) {
      const effect: Effect = { kind: first.kind, target: first.target, exact: lines.join('\n') }
      const actor: Actor = { kind: 'agent', name: agent, registration }
      const meant = await confirmOutside(
        services,
        { workspace, source, actor, effect, question: `Let ${agent} do this without asking from now on?` },
        'always',
      )
      if (!meant.ok) return meant
    }
    return grants.allow(workspace, source, standing)
  }

  function perform<T>(request: EngineRequest, run: (permit: Permit) => Promise<Result<T>>): Promise<Result<T>> {
    const done = pass(request, run)
    running.add(done)
    return done.finally(() => running.delete(done))
  }

  async function pass<T>(request: EngineRequest, run: (permit: Permit) => Promise<Result<T>>): Promise<Result<T>> {
    const tooLong = boundsFault(request)
    if (tooLong !== undefined) return { ok: false, fault: tooLong }
    const id = services.newId()
    const refused = halted(request, id)
    if (refused !== undefined) return refused
    const decided = await decide(request, id)
    if (!decided.ok) return decided
    // The operator may have halted while it was being decided.
    const late = halted(request, id)
    if (late !== undefined) return late
    if (request.signal?.aborted === true) {
      const stopped = fail('cancelled', 'This was stopped before it started.')
      record(request, id, 'refused', stopped.fault)
      return stopped
    }
    const outcome = await attempt(() => run(makePermit(id)))
    const recorded = record(request, id, outcome.ok ? 'done' : 'failed', outcome.ok ? undefined : outcome.fault)
    if (!recorded.ok) services.log('could not record the outcome of an effect', { act: id, fault: recorded.fault })
    return outcome
  }

  /** While the operator has halted, neither agents nor Patchbay itself get a permit, whatever was approved. */
  function halted(request: EngineRequest, id: string): Result<never> | undefined {
    const refused = services.halts.refusal(request)
    if (refused !== undefined) record(request, id, 'refused', refused.fault)
    return refused
  }

  async function attempt<T>(run: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await run()
    } catch (thrown) {
      services.log('an effect threw', { reason: reasonOf(thrown), level: 'error' })
      return internalFault('while doing this', reasonOf(thrown))
    }
  }

  return {
    perform,
    permitHalt({ workspace, target }) {
      const id = services.newId()
      const at = services.now()
      const place = workspace === undefined ? {} : { workspace }
      const recorded = tryJournal(() =>
        services.journal.recordAct(
          { id, at, ...place, actor: 'operator halt', kind: 'halt', target: target.slice(0, limits.target), phase: 'allowed' },
          true,
        ),
      )
      if (!recorded.ok) services.log('a row of a halt could not be recorded', { fault: recorded.fault, level: 'warn' })
      return makePermit(id)
    },
    guardLoops(workspace, guard) {
      guards.set(workspace, guard)
      return () => void (guards.get(workspace) === guard && guards.delete(workspace))
    },
    settled: async () => void (await Promise.allSettled(running)),
    forLink: (workspace, source) => ({
      perform({ actor, effect, question, signal, confirmed, duringHalt, woken }, run) {
        const request = {
          actor,
          effect,
          question,
          workspace,
          source,
          ...(signal !== undefined && { signal }),
          ...(duringHalt !== undefined && { duringHalt }),
          ...(woken !== undefined && { woken }),
        }
        return perform(isFor(source, confirmed) && actor.kind === 'operator' ? { ...request, confirmed: true } : request, run)
      },
      allow: async (standing, confirmed) => (isFor(source, confirmed) ? allow(workspace, source, standing) : unconfirmed),
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

/** True where only a page says that the operator confirmed something that a page must not decide. */
function isOnlyFromPage({ actor, effect, confirmed }: EngineRequest): boolean {
  return confirmed === true && actor.kind === 'operator' && needsOwnSurface(effect.kind, 'once')
}

/** Asks on the shell's own surface, if there is one. Fault `cancelled`: it was not confirmed there. */
async function confirmOutside(
  services: Services,
  request: Omit<GateRequest, 'confirmed' | 'signal'>,
  scope: ApprovalScope,
): Promise<Result<void>> {
  const { workspace, source, actor, effect, question } = request
  const place = { ...(workspace !== undefined && { workspace }), ...(source !== undefined && { source }) }
  const shown = { id: services.newId(), ...place, actor, effect, question, at: services.now(), hidden: hiddenIn(effect), digest: '' }
  const meant = (await services.shell.confirmApproval?.(shown, scope)) ?? true
  return meant ? ok(undefined) : fail('cancelled', 'This was not confirmed in Patchbay’s own dialog, so nothing was done.')
}

const unconfirmed = fail('not-allowed', 'Only the operator can approve this, on a screen that shows exactly what it does.')

/** A request must fit a screen and a row of the journal. */
function boundsFault(request: EngineRequest): Fault | undefined {
  const { effect, question } = request
  const tooLong = effect.target.length > limits.target || effect.exact.length > limits.exact || question.length > limits.question
  return tooLong ? fail('too-large', 'This is too large to show for approval, so nothing was done.').fault : undefined
}

import { createHash } from 'node:crypto'
import type { Approval, ApprovalEnd, Decision } from '../../core/approval.ts'
import { readMs } from '../../core/read-time.ts'
import { fail, ok, type Fault, type FaultCode, type Result } from '../../core/fault.ts'
import { isForActor } from '../../core/halt.ts'
import { limits } from '../../core/limits.ts'
import type { GateRequest } from '../../core/protocol.ts'
import { quotedQuestion } from '../../core/quoted-name.ts'
import type { ActRecord } from '../../core/journal.ts'
import type { Services } from '../services.ts'
import type { Grants } from './grants.ts'
import { tryJournal } from '../journal-fault.ts'
import { hiddenIn, needsOwnSurface } from './policy.ts'

const waitMs = 24 * 3_600_000
/** How many ended approvals are remembered, for other windows that still show them. */
const endsKept = 200

/** A request that the policy leaves to the operator. */
type Question = Omit<GateRequest, 'confirmed'>

/** The approvals that are waiting for the operator. They survive a restart, even if their askers do not. */
export interface Approvals {
  /** Asks, and resolves with nothing when allowed. Equal requests share one entry. */
  ask(request: Question): Promise<Result<void>>
  /**
   * Decides the approval that was shown with this digest. It can be approved once it has been visible long enough to read, and after confirmation on
   * the shell's own surface where required. If the asker is gone, the decision is kept for its next identical request.
   */
  decide(id: string, digest: string, decision: Decision): Promise<Result<void>>
  /** Refuses everything that is waiting from this request's actor; returns how many there were. */
  refuseAll(id: string): Result<number>
  list(): Approval[]
  /** How one that no longer waits ended in this run, if that is still known. */
  ended(id: string): ApprovalEnd | undefined
  /** Withdraws the requests of a workspace. */
  forget(workspace: string): void
  /** Withdraws the requests of a link's registration, which is gone. */
  leave(workspace: string, source: string, registration: string): void
  close(): void
}

interface Waiting {
  readonly approval: Approval
  readonly askers: Set<(answer: Result<void>) => void>
  readonly timer: NodeJS.Timeout
  /** When it arrived, or was restored after a restart. */
  since: number
  /** The shell's own surface is asking about it. */
  isConfirmed: boolean
}

/** Opens the queue with the approvals left from the last run. `changed` is called whenever `list` changes. */
export function openApprovals(services: Services, grants: Grants, changed: (workspace: string | undefined) => void): Approvals {
  const waiting = new Map<string, Waiting>()
  const ends = new Map<string, ApprovalEnd>()
  for (const approval of services.journal.approvals()) {
    // Requests for a name or a role end with the asker's session, and those of a terminal with its hook; both will ask again.
    if (approval.effect.kind === 'assign' || approval.effect.terminal !== undefined) services.journal.removeApproval(approval.id)
    else hold({ ...approval, digest: digestOf(approval) })
  }

  function hold(approval: Approval): Waiting {
    const left = Math.max(0, (approval.expiresAt ?? services.now() + waitMs) - services.now())
    const timer = setTimeout(() => expire(approval.id), Math.min(left, limits.timerMs)).unref()
    const entry: Waiting = { approval, askers: new Set(), timer, since: services.now(), isConfirmed: false }
    waiting.set(approval.id, entry)
    return entry
  }

  /**
   * Removes the request from the list, records how it ended and then informs its askers.
   * @param store stores the records, and whatever else the answer gives, or nothing.
   */
  function end(
    entry: Waiting,
    answer: Result<void>,
    store = (records: () => void): Result<void> => tryJournal(() => services.journal.together(records)),
  ): Result<void> {
    const { approval } = entry
    const stored = store(() => {
      services.journal.removeApproval(approval.id)
      const act: ActRecord = {
        id: services.newId(),
        at: services.now(),
        ...(approval.workspace !== undefined && { workspace: approval.workspace }),
        actor: `${approval.actor.kind} ${approval.actor.name}`,
        kind: approval.effect.kind,
        target: approval.effect.target,
        phase: answer.ok ? 'allowed' : 'refused',
        ...(!answer.ok && { fault: answer.fault }),
      }
      services.journal.recordAct(act, answer.ok)
    })
    if (!stored.ok) return stored
    clearTimeout(entry.timer)
    waiting.delete(approval.id)
    ends.set(approval.id, answer.ok ? 'approved' : (endOf[answer.fault.code] ?? 'withdrawn'))
    for (const old of [...ends.keys()].slice(0, -endsKept)) ends.delete(old)
    for (const tell of entry.askers) tell(answer)
    changed(approval.workspace)
    return ok(undefined)
  }

  function expire(id: string): void {
    const entry = waiting.get(id)
    if (entry === undefined) return
    const ended = end(entry, fail('timeout', 'This approval timed out, so nothing was done.'))
    if (!ended.ok) services.log('an approval could not be closed', { fault: ended.fault })
  }

  /** No agent can fill the list: each has a few places, and some are reserved for the operator. */
  function whyFull(request: Question): Fault | undefined {
    const { questions, questionsKept, questionsOfOne, questionsOfTerminals } = limits
    const isOperator = request.actor.kind === 'operator'
    const isOfTerminal = request.effect.terminal !== undefined
    // A terminal can still ask by itself, so this is no refusal.
    const code = isOfTerminal ? 'too-large' : 'refused'
    if (waiting.size >= questions - (isOperator ? 0 : questionsKept))
      return fail(code, `${waiting.size} approvals are already waiting. Decide some of them first.`).fault
    const ofTerminals = [...waiting.values()].filter(({ approval }) => approval.effect.terminal !== undefined)
    if (isOfTerminal && ofTerminals.length >= questionsOfTerminals)
      return fail(code, `${ofTerminals.length} approvals of terminals are already waiting.`).fault
    if (isOperator || [...waiting.values()].filter(({ approval }) => isOfSame(approval, request)).length < questionsOfOne) return undefined
    return fail(code, `${request.actor.name} already has ${questionsOfOne} approvals waiting. Wait for the operator to decide them.`).fault
  }

  function createEntry(request: Question): Result<Waiting> {
    const digest = digestOf(request)
    const same = [...waiting.values()].find((each) => each.approval.digest === digest)
    if (same !== undefined) return ok(same)
    const full = whyFull(request)
    if (full !== undefined) return { ok: false, fault: full }
    const at = services.now()
    const approval: Approval = {
      id: services.newId(),
      ...(request.workspace !== undefined && { workspace: request.workspace }),
      ...(request.source !== undefined && { source: request.source }),
      actor: request.actor,
      effect: request.effect,
      question: request.question,
      at,
      expiresAt: at + (request.waitMs ?? waitMs),
      hidden: hiddenIn(request.effect),
      digest,
    }
    const stored = tryJournal(() => services.journal.putApproval(approval))
    if (!stored.ok) return stored
    const entry = hold(approval)
    changed(approval.workspace)
    return ok(entry)
  }

  function gone(id: string): Result<never> {
    const how = ends.get(id)
    return fail('not-found', how === undefined ? 'This approval was already decided or withdrawn.' : goneWords[how])
  }

  /** Why it cannot be approved yet. If the clock is set back, the reading time starts again. */
  function tooSoon(entry: Waiting): Fault | undefined {
    const waited = services.now() - entry.since
    if (waited >= readMs) return undefined
    if (waited < 0) entry.since = services.now()
    return fail('not-allowed', 'This approval has only just appeared. Read it first, then approve.').fault
  }

  /** What an agent asked for before a halt waits until Resume. */
  function haltedNow({ workspace, actor }: Approval): Result<never> | undefined {
    const halt = services.halts.refusing(workspace).find((each) => isForActor(each, actor.kind, actor.name))
    if (halt === undefined) return undefined
    return fail('refused', `Halted (${halt.id}). Approve this after Resume.`)
  }

  async function allow(entry: Waiting, scope: Extract<Decision, { allow: true }>['scope']): Promise<Result<void>> {
    const { approval } = entry
    const soon = tooSoon(entry)
    if (soon !== undefined) return { ok: false, fault: soon }
    const may = grants.checkScope(approval, scope)
    if (!may.ok) return may
    const confirm = services.shell.confirmApproval
    if (confirm !== undefined && needsOwnSurface(approval.effect.kind, scope)) {
      if (entry.isConfirmed) return fail('conflict', 'Patchbay is already asking you to confirm this in another window.')
      entry.isConfirmed = true
      const meant = await confirm(approval, scope).finally(() => (entry.isConfirmed = false))
      if (!meant) return fail('cancelled', 'The approval was not confirmed in Patchbay’s own dialog, so it is still waiting.')
      if (waiting.get(approval.id) !== entry) return gone(approval.id)
      const halted = haltedNow(approval)
      if (halted !== undefined) return halted
    }
    // Current askers are answered by `end`; a grant is for later requests, or for an asker that is gone.
    // The window copies on the same click that approves, so there is nothing to keep for later.
    const isForLater = approval.effect.kind !== 'copy' && (scope !== 'once' || entry.askers.size === 0)
    return end(entry, ok(undefined), isForLater ? (records) => grants.give(approval, scope, records) : undefined)
  }

  const withdrawAll = (isMeant: (approval: Approval) => boolean): void => {
    for (const entry of waiting.values()) if (isMeant(entry.approval)) end(entry, withdrawn)
  }

  return {
    async ask(request) {
      if (request.signal?.aborted === true) return withdrawn
      const asked = createEntry({ ...request, question: quotedQuestion(request.question, request.actor) })
      if (!asked.ok) return asked
      const entry = asked.value
      return new Promise((resolve) => {
        const tell = (answer: Result<void>): void => {
          request.signal?.removeEventListener('abort', withdraw)
          resolve(answer)
        }
        const withdraw = (): void => {
          entry.askers.delete(tell)
          tell(withdrawn)
          if (entry.askers.size === 0) end(entry, withdrawn)
        }
        entry.askers.add(tell)
        request.signal?.addEventListener('abort', withdraw, { once: true })
      })
    },
    async decide(id, digest, decision) {
      const entry = waiting.get(id)
      if (entry === undefined) return gone(id)
      if (entry.approval.digest !== digest) return fail('conflict', 'The request has changed since it was shown. Review it again.')
      const halted = decision.allow ? haltedNow(entry.approval) : undefined
      if (halted !== undefined) return halted
      if (decision.allow) return allow(entry, decision.scope)
      const reason = decision.reason?.trim()
      return end(entry, refused(reason))
    },
    refuseAll(id) {
      const entry = waiting.get(id)
      if (entry === undefined) return gone(id)
      const all = [...waiting.values()].filter(({ approval }) => isOfSame(approval, entry.approval))
      for (const each of all) {
        const ended = end(each, refused(undefined))
        if (!ended.ok) return ended
      }
      return ok(all.length)
    },
    list: () => [...waiting.values()].map((entry) => entry.approval),
    ended: (id) => ends.get(id),
    forget: (workspace) => withdrawAll((approval) => approval.workspace === workspace),
    leave: (workspace, source, registration) =>
      withdrawAll(
        (approval) => approval.workspace === workspace && approval.source === source && approval.actor.registration === registration,
      ),
    close() {
      // The approvals stay in the journal; only their askers end with this run.
      for (const entry of waiting.values()) {
        clearTimeout(entry.timer)
        for (const tell of entry.askers) tell(withdrawn)
      }
      waiting.clear()
    },
  }
}

const withdrawn: { readonly ok: false; readonly fault: Fault } = fail('cancelled', 'The request was withdrawn.')
const endOf: Partial<Record<FaultCode, ApprovalEnd>> = { refused: 'refused', timeout: 'expired' }
const goneWords: Readonly<Record<ApprovalEnd, string>> = {
  approved: 'This was already approved, perhaps in another window.',
  refused: 'This was already refused, perhaps in another window.',
  withdrawn: 'This approval was withdrawn, so nothing was decided.',
  expired: 'This approval timed out, so nothing was decided.',
}

function refused(reason: string | undefined): Result<never> {
  return fail('refused', reason ? `The operator refused: ${reason}` : 'The operator refused.')
}

type Asked = Pick<Approval, 'actor' | 'workspace' | 'source'>

/** True for two requests of one asker. */
function isOfSame(one: Asked, other: Partial<Asked> & Pick<Asked, 'actor'>): boolean {
  return (
    one.workspace === other.workspace &&
    one.source === other.source &&
    one.actor.kind === other.actor.kind &&
    one.actor.name === other.actor.name
  )
}

/** SHA-256 of everything that a request shows and of its asker, so that nothing else can pass for it. */
function digestOf({ workspace, source, actor, effect, question }: Question | Approval): string {
  const { kind, target, exact, why, pair, alone, yes, terminal, terms = [] } = effect
  const place = terminal === undefined ? [] : [terminal.client, terminal.session, terminal.folder, terminal.call]
  const shown = [
    workspace,
    source,
    actor.kind,
    actor.name,
    actor.registration,
    kind,
    target,
    exact,
    why,
    pair,
    alone,
    yes,
    question,
    ...place,
  ]
  return createHash('sha256')
    .update(JSON.stringify([...shown.map((each) => each ?? null), ...terms.map(({ label, value }) => [label, value])]))
    .digest('base64url')
}

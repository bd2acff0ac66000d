import type { Approval, Decision } from '../core/approval.ts'
import { fail, ok, type Fault, type Result } from '../core/fault.ts'
import type { GateRequest } from '../core/protocol.ts'
import type { Base } from './base.ts'
import type { Grants } from './grants.ts'
import { tryJournal } from './journal-fault.ts'
import { hiddenLabels } from './policy.ts'

/** Questions that may wait at once; an asker beyond that is refused rather than queued. */
const most = 50
const waitMs = 24 * 3_600_000
/** `setTimeout` takes no more than 2^31 - 1 ms. */
const longestTimer = 2_000_000_000

/** A request that the policy does not answer. */
type Question = Omit<GateRequest, 'confirmed'>

/** The questions that wait for the operator. They survive a restart; their askers need not. */
export interface Approvals {
  /** Asks, and resolves with nothing when allowed. Equal questions share one entry. */
  ask(request: Question): Promise<Result<void>>
  /** Answers a question. When its asker is gone, a yes is kept for the next time that it asks. */
  decide(id: string, decision: Decision): Result<void>
  list(): Approval[]
  /** Withdraws what a workspace asked. */
  forget(workspace: string): void
  close(): void
}

interface Waiting {
  readonly approval: Approval
  readonly askers: Set<(answer: Result<void>) => void>
  readonly timer: NodeJS.Timeout
}

/** Opens the queue with the questions of the last run. `changed` is called whenever `list` changes. */
export function openApprovals(base: Base, grants: Grants, changed: (workspace: string | undefined) => void): Approvals {
  const waiting = new Map<string, Waiting>()
  for (const approval of base.journal.approvals()) hold(approval)

  function hold(approval: Approval): Waiting {
    const left = Math.max(0, (approval.expiresAt ?? base.now() + waitMs) - base.now())
    const timer = setTimeout(() => expire(approval.id), Math.min(left, longestTimer)).unref()
    const entry: Waiting = { approval, askers: new Set(), timer }
    waiting.set(approval.id, entry)
    return entry
  }

  /** Takes the question off the list, records how it ended and tells its askers. */
  function end(entry: Waiting, answer: Result<void>): Result<void> {
    const { approval } = entry
    const stored = tryJournal(() => {
      base.journal.removeApproval(approval.id)
      base.journal.recordAct({
        id: base.newId(),
        at: base.now(),
        ...(approval.workspace !== undefined && { workspace: approval.workspace }),
        actor: `${approval.actor.kind} ${approval.actor.name}`,
        kind: approval.effect.kind,
        target: approval.effect.target,
        phase: answer.ok ? 'allowed' : 'refused',
        ...(!answer.ok && { fault: answer.fault }),
      })
    })
    if (!stored.ok) return stored
    clearTimeout(entry.timer)
    waiting.delete(approval.id)
    for (const tell of entry.askers) tell(answer)
    changed(approval.workspace)
    return ok(undefined)
  }

  function expire(id: string): void {
    const entry = waiting.get(id)
    if (entry === undefined) return
    const ended = end(entry, fail('timeout', 'Nobody answered this question in time; it was not done.'))
    if (!ended.ok) base.log('a question could not be closed', { fault: ended.fault })
  }

  function pose(request: Question): Result<Waiting> {
    const same = [...waiting.values()].find((each) => isSame(each.approval, request))
    if (same !== undefined) return ok(same)
    if (waiting.size >= most) return fail('refused', `${most} questions wait already. Answer some of them first.`)
    const approval: Approval = {
      id: base.newId(),
      ...(request.workspace !== undefined && { workspace: request.workspace }),
      ...(request.source !== undefined && { source: request.source }),
      actor: request.actor,
      effect: request.effect,
      question: request.question,
      at: base.now(),
      expiresAt: base.now() + waitMs,
      hidden: hiddenLabels(request.effect),
    }
    const stored = tryJournal(() => base.journal.putApproval(approval))
    if (!stored.ok) return stored
    const entry = hold(approval)
    changed(approval.workspace)
    return ok(entry)
  }

  return {
    async ask(request) {
      if (request.signal?.aborted === true) return withdrawn
      const posed = pose(request)
      if (!posed.ok) return posed
      const entry = posed.value
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
    decide(id, decision) {
      const entry = waiting.get(id)
      if (entry === undefined) return fail('not-found', 'This question was answered or withdrawn already.')
      if (!decision.allow) {
        const reason = decision.reason?.trim()
        return end(entry, fail('refused', reason ? `The operator refused: ${reason}` : 'The operator refused.'))
      }
      // The window copies with the very click that answers, so there is nothing to keep for later.
      const isCopy = entry.approval.effect.kind === 'copy'
      if (isCopy && decision.scope !== 'once')
        return fail('not-allowed', 'Text is copied by a click of yours each time; that cannot be allowed beforehand.')
      // Whoever asks now is answered by `end`; a grant is for the next time, or for an asker that is gone.
      if (!isCopy && (decision.scope !== 'once' || entry.askers.size === 0)) {
        const given = grants.give(entry.approval, decision.scope)
        if (!given.ok) return given
      }
      return end(entry, ok(undefined))
    },
    list: () => [...waiting.values()].map((entry) => entry.approval),
    forget(workspace) {
      for (const entry of waiting.values()) if (entry.approval.workspace === workspace) end(entry, withdrawn)
    },
    close() {
      // The questions stay in the journal; only their askers end with this run.
      for (const entry of waiting.values()) {
        clearTimeout(entry.timer)
        for (const tell of entry.askers) tell(withdrawn)
      }
      waiting.clear()
    },
  }
}

const withdrawn: { readonly ok: false; readonly fault: Fault } = fail('cancelled', 'The question was withdrawn.')

function isSame(approval: Approval, request: Question): boolean {
  return (
    approval.workspace === request.workspace &&
    approval.source === request.source &&
    approval.actor.kind === request.actor.kind &&
    approval.actor.name === request.actor.name &&
    approval.effect.kind === request.effect.kind &&
    approval.effect.target === request.effect.target &&
    approval.effect.exact === request.effect.exact
  )
}

import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Confirmation, Gate, Permit } from '../../../core/protocol.ts'
import type { CommandResult } from '../pure/api.ts'
import type { PlannedStep } from '../pure/plan.ts'
import { failed, summaries, wasStopped } from '../pure/results.ts'
import { applyStep } from '../workspace/apply-row.ts'
import { hashOf } from '../workspace/read-file.ts'
import type { HomeParts } from './home-parts.ts'
import { isInterrupted } from './live-run.ts'
import type { RoundRecord, Run, StepRecord } from './round-record.ts'
import type { Session } from './session-store.ts'
import { openSteps } from './step-log.ts'
import type { StepLog } from './step-log.ts'
import { homeInWorkspace } from './write-outbox.ts'

/** Who applies a round, and callbacks while it runs. */
export interface RunOrder {
  readonly actor: Actor
  readonly confirmed?: Confirmation
  /** The gate for effects on the workspace. */
  readonly gate: Gate
  readonly signal: AbortSignal
  /** Nobody has seen the plan: undecided questions are asked at the gate. */
  readonly asks?: boolean
  /** A row starts: `command` is the text of a RUN_COMMAND. */
  readonly begins: (index: number, done: number, total: number, command: string | undefined) => void
  readonly output: (text: string) => void
}

/** Where a run is stored, and by whom. */
interface Storing {
  readonly parts: HomeParts
  readonly permit: Permit
  readonly session: Session
}

/**
 * Applies the rows of a plan in order (specification: Parsing Rules 6). Each command is stored as started before its effect, and its result at the latest with
 * the start of the next one, so after a crash at any point every command has run at most once and the interrupted one is known. A round that a crash
 * interrupted continues after that command.
 * @returns the record with a result for every command; a fault if it could not be stored, in which case nothing more was done.
 */
export async function runRound(
  storing: Storing,
  record: RoundRecord,
  steps: readonly PlannedStep[],
  order: RunOrder,
): Promise<Result<RoundRecord>> {
  const { parts, permit, session } = storing
  const begun = await beginRun(storing, record, steps)
  if (!begun.ok) return begun
  const run = begun.value
  const kept = await parts.store.putRound(permit, session.id, { ...record, run }, true)
  if (!kept.ok) return kept
  const log = await openSteps(parts.folder, permit, session.id, record.sequence)
  if (!log.ok) return log
  let isOver = false
  try {
    const applied = await applyAll(storing, { ...record, run }, steps, log.value, order)
    isOver = applied.ok
    return applied
  } finally {
    await log.value.close(isOver)
  }
}

async function applyAll(
  storing: Storing,
  record: RoundRecord & { readonly run: Run },
  steps: readonly PlannedStep[],
  log: StepLog,
  order: RunOrder,
): Promise<Result<RoundRecord>> {
  const { parts, permit, session } = storing
  const run = { ...record.run, steps: [...record.run.steps] }
  const context = { ...contextOf(storing, order), deleted: new Map<string, number>() }
  let unwritten: StepRecord[] = []
  const settled = new Map(run.steps.map((step) => [step.index, step]))
  const todo = steps.filter(({ row }) => !settled.has(row.index))
  let isDone = run.steps.some(isEnd)
  let room = mostOutput - run.steps.reduce((sum, step) => sum + (step.result?.output?.length ?? 0), 0)
  for (const [position, planned] of todo.entries()) {
    const step = order.asks === true && planned.asked !== undefined ? { ...planned, effect: planned.asked } : planned
    const { row, effect } = step
    order.begins(row.index, position, todo.length, row.type === 'RUN_COMMAND' ? row.text : undefined)
    const withheld = whyWithheld(step, isDone, order.signal.aborted)
    if (withheld === undefined && effect !== undefined && effect.kind !== 'read') {
      const kept = await log.add([...unwritten, { ...stepOf(step), state: 'started' }])
      if (!kept.ok) return kept
      unwritten = []
    }
    const result = fitting(withheld ?? (await applyStep(context, step)), room)
    room -= result.output?.length ?? 0
    if (isInterrupted(order.signal) && !result.success) return interrupt(step, result, unwritten, log)
    const done: StepRecord = { ...stepOf(step), state: 'done', result }
    const settledNow = result.success ? done : withoutTrace(done)
    run.steps.push(settledNow)
    unwritten.push(settledNow)
    isDone ||= isEnd(done)
  }
  const reads = run.steps.flatMap(({ type, result, path }) =>
    type === 'READ_FILE' && result?.success === true && path !== undefined ? [path] : [],
  )
  const finished = { ...record, run: { ...run, finished: { at: parts.services.now(), isDone, reads: [...new Set(reads)] } } }
  const kept = await parts.store.putRound(permit, session.id, finished, false)
  return kept.ok ? ok(finished) : kept
}

/**
 * Leaves a round as a crash would, because Patchbay exits: the interrupted command is stored with what is known about it, one that had no effect yet has not
 * started, and those after it have no result yet.
 */
async function interrupt(step: PlannedStep, result: CommandResult, unwritten: readonly StepRecord[], log: StepLog): Promise<Result<never>> {
  const isBegun = step.effect !== undefined && result.summary !== summaries.stopped()
  const state = !isBegun ? 'not begun' : wasStopped(result) ? 'started' : 'done'
  const cut: StepRecord = withoutTrace({ ...stepOf(step), state, ...(isBegun && { result }) })
  const kept = await log.add([...unwritten, cut])
  return kept.ok ? fail('cancelled', 'Patchbay exited while this round was being applied. Continue after restarting Patchbay.') : kept
}

/** Maximum characters of output of all commands of one round; later commands lose theirs. */
const mostOutput = 1024 * 1024

function fitting(result: CommandResult, room: number): CommandResult {
  if (result.output === undefined || result.output.length <= room) return result
  return { ...result, output: '(omitted: the commands of this reply produced too much output in total)' }
}

/** Takes the snapshot to roll the round back to, or resumes a run interrupted by a crash. */
async function beginRun({ parts, permit, session }: Storing, record: RoundRecord, steps: readonly PlannedStep[]): Promise<Result<Run>> {
  const before = record.run
  if (before !== undefined) {
    const interrupted = before.steps.find((step) => step.state === 'started')
    if (interrupted === undefined) return ok(before)
    const result = interrupted.result ?? failed(interrupted.type, summaries.interrupted())
    return ok({
      ...before,
      interrupted: interrupted.type,
      steps: before.steps.map((step) => (step === interrupted ? { ...step, state: 'done' as const, result } : step)),
    })
  }
  const paths = [...new Set(steps.flatMap(({ effect }) => (effect?.kind === 'write' || effect?.kind === 'delete' ? [effect.path] : [])))]
  const snapshot = await parts.snapshots.take(permit, session.settings.workspace, paths)
  return snapshot.ok ? ok({ at: parts.services.now(), snapshot: snapshot.value, paths, steps: [] }) : snapshot
}

/** The result of a command that is not run: it has no effect, was refused or left out, was stopped, or follows DONE. */
function whyWithheld({ row, effect, result }: PlannedStep, isDone: boolean, isStopped: boolean): CommandResult | undefined {
  if (isDone) return failed(row.type, summaries.afterDone())
  if (effect === undefined) return result ?? failed(row.type, row.notes[0] ?? summaries.skipped())
  return isStopped ? failed(row.type, summaries.stopped()) : undefined
}

function stepOf({ row, effect }: PlannedStep): Pick<StepRecord, 'index' | 'type' | 'path' | 'left'> {
  const left = effect?.kind === 'write' ? hashOf(effect.after) : effect?.kind === 'delete' ? null : undefined
  const path = effect === undefined || effect.kind === 'run' ? undefined : effect.path
  return { index: row.index, type: row.type, ...(path !== undefined && { path }), ...(left !== undefined && { left }) }
}

/** A failed command left its file unchanged. */
function withoutTrace({ left: _left, ...step }: StepRecord): StepRecord {
  return step
}

function isEnd(step: StepRecord): boolean {
  return step.type === 'DONE' && step.result?.success === true
}

function contextOf({ parts, session }: Storing, order: RunOrder): Parameters<typeof applyStep>[0] {
  const { workspace } = session.settings
  return {
    root: workspace,
    closed: homeInWorkspace(parts, workspace),
    gate: order.gate,
    actor: order.actor,
    ...(order.confirmed !== undefined && { confirmed: order.confirmed }),
    signal: order.signal,
    onOutput: order.output,
  }
}

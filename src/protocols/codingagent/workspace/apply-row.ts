import { join } from 'node:path'
import { dirname } from 'node:path/posix'
import type { Actor, Effect } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Confirmation, Gate, Permit } from '../../../core/protocol.ts'
import { writeAtomic } from '../../../io/atomic-write.ts'
import { removeInside } from '../../../io/remove-inside.ts'
import { lstatInside, mkdirInside } from '../../../io/safe-path.ts'
import type { CommandResult } from '../pure/api.ts'
import { withoutMark } from '../pure/edit-lines.ts'
import { guardNotes, looksSecret, runsByItself } from '../pure/guarded-files.ts'
import type { Guard } from '../pure/guarded-files.ts'
import type { PlannedStep, StepEffect } from '../pure/plan.ts'
import { done, failed, summaries } from '../pure/results.ts'
import type { ClosedPaths } from './closed-paths.ts'
import { lookAtOne } from './read-file.ts'
import { runCommand } from './run-command.ts'

/** Where the commands of one reply take effect, and who is responsible for them. */
export interface ApplyContext {
  /** Absolute path of the workspace. */
  readonly root: string
  readonly gate: Gate
  /** The operator, with what was confirmed on the screen; or the session, which asks at the gate or has a standing approval. */
  readonly actor: Actor
  readonly confirmed?: Confirmation
  /** Aborting ends a running command and starts no other. */
  readonly signal: AbortSignal
  /** Output of a RUN_COMMAND, as it arrives. */
  readonly onOutput: (text: string) => void
  /** What commands must not touch, in addition to Git's files. */
  readonly closed?: ClosedPaths
  /** Permission bits of files that commands of this reply deleted, by path: their replacements get no wider permissions. */
  readonly deleted?: Map<string, number>
  /** Time limit for a RUN_COMMAND, ms; 30,000 by default. */
  readonly commandMs?: number
}

/**
 * Carries out one step of a plan: the only place with effects on a workspace. A file is written or deleted only if it is unchanged since it was
 * planned. Never throws; every outcome is a result in the words of the specification (Execution Errors).
 */
export async function applyStep(context: ApplyContext, step: PlannedStep): Promise<CommandResult> {
  const { type } = step.command
  const { effect } = step
  if (effect === undefined) return step.result ?? failed(type, summaries.skipped())
  if (context.signal.aborted) return failed(type, summaries.stopped())
  if (effect.kind === 'run') return runCommand(context, effect.text)
  if (effect.kind === 'read' && isSecretRead(step)) return readSecret(context, step, effect.path)
  const outcome = await (effect.kind === 'read' ? readNow(context, step, effect.path) : change(context, step, effect))
  if (outcome.ok) return step.result ?? done(type, outcome.value)
  return failed(type, outcome.fault.code === 'cancelled' ? summaries.stopped() : outcome.fault.message)
}

type FileEffect = Extract<StepEffect, { readonly kind: 'write' | 'delete' }>

function change(context: ApplyContext, step: PlannedStep, effect: FileEffect): Promise<Result<string>> {
  const { root, gate, actor, confirmed, signal } = context
  const said = pathOf(step, effect.path)
  const act: Effect = {
    kind: effect.kind,
    target: join(root, effect.path),
    exact: effect.kind === 'write' ? withoutMark(effect.after) : '',
    ...(runsByItself(effect.path) && alone('runs by itself')),
  }
  const question = `${actor.name} asks to ${effect.kind === 'delete' ? 'delete' : isNew(effect) ? 'create' : 'change'} ${effect.path}`
  const request = { actor, effect: act, question, signal, ...(confirmed !== undefined && { confirmed }) }
  return gate.perform(request, async (permit) => {
    const same = await isStill(context, effect, said)
    if (!same.ok) return same
    const changed = await (effect.kind === 'write' ? write(permit, context, effect) : remove(permit, context, effect.path))
    return changed.ok ? ok(effect.kind === 'write' ? summaries.created(said) : summaries.deleted(said)) : changed
  })
}

/** Checks that a file is as planned, or returns a result that says what changed. Runs with the permit, right before the change. */
async function isStill({ root, closed }: ApplyContext, effect: FileEffect, said: string): Promise<Result<void>> {
  const now = await lookAtOne(root, effect.path, closed)
  if (now.kind === 'refused') return fail('not-allowed', now.why)
  if (isNew(effect)) return now.kind === 'missing' ? ok(undefined) : fail('conflict', summaries.stale(said))
  if (now.kind === 'missing') return fail('not-found', summaries.notFound(said))
  if (now.isReadOnly === true) return fail('unavailable', summaries.readOnly(said))
  const isSame = now.kind === 'file' ? now.text === effect.before : now.hash === effect.over?.hash
  return isSame ? ok(undefined) : fail('conflict', summaries.stale(said))
}

function isNew(effect: FileEffect): boolean {
  return effect.kind === 'write' && effect.before === undefined && effect.over === undefined
}

/** A new file gets the mode of the one this reply deleted in its place; one that looks like a secret is only for its owner. */
async function write(
  permit: Permit,
  { root, deleted }: ApplyContext,
  effect: Extract<StepEffect, { readonly kind: 'write' }>,
): Promise<Result<void>> {
  const { path, after } = effect
  const mode = isNew(effect) ? (deleted?.get(path) ?? (looksSecret(path) ? 0o600 : undefined)) : undefined
  const options = mode === undefined ? {} : { mode }
  const written = await writeAtomic(permit, root, path, after, options)
  if (written.ok || written.fault.code !== 'not-found') return written
  const made = await mkdirInside(permit, root, dirname(path))
  return made.ok ? writeAtomic(permit, root, path, after, options) : made
}

async function remove(permit: Permit, { root, deleted }: ApplyContext, path: string): Promise<Result<void>> {
  const before = await lstatInside(root, path)
  if (before.ok && before.value !== undefined) deleted?.set(path, before.value.mode & 0o777)
  return removeInside(permit, root, path)
}

/** The reason shown when the operator is asked despite a standing approval. */
function alone(guard: Guard): Pick<Effect, 'alone' | 'terms'> {
  return { alone: true, terms: [{ label: 'Reason', value: guardNotes[guard] }] }
}

function isSecretRead({ row: { guard } }: PlannedStep): boolean {
  return guard === 'secret' || guard === 'ignored'
}

/** A file that may be secret passes the gate before the LLM gets it. */
async function readSecret(context: ApplyContext, step: PlannedStep, path: string): Promise<CommandResult> {
  const { root, gate, actor, confirmed, signal } = context
  const { type } = step.command
  const effect: Effect = {
    kind: 'read',
    target: join(root, path),
    exact: `${type} ${pathOf(step, path)}`,
    ...alone(step.row.guard ?? 'secret'),
  }
  const question = `${actor.name} asks to include ${path} in the next outbox for the LLM`
  const request = { actor, effect, question, signal, ...(confirmed !== undefined && { confirmed }) }
  const outcome = await gate.perform(request, () => readNow(context, step, path))
  if (outcome.ok) return done(type, outcome.value)
  return failed(type, outcome.fault.code === 'cancelled' ? summaries.stopped() : outcome.fault.message)
}

async function readNow({ root, closed }: ApplyContext, step: PlannedStep, path: string): Promise<Result<string>> {
  const said = pathOf(step, path)
  const now = await lookAtOne(root, path, closed)
  if (now.kind === 'file') return ok(summaries.queued(said))
  if (now.kind === 'opaque') return fail('conflict', summaries.opaque(said, now))
  return fail('not-found', now.kind === 'missing' ? summaries.notFound(said) : now.why)
}

/** The path as spelled in the reply. */
function pathOf({ command }: PlannedStep, path: string): string {
  return 'path' in command ? command.path : path
}

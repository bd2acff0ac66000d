import type { z } from 'zod'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { LinkCall } from '../../core/protocol.ts'
import type { By } from './home/by.ts'
import type { SessionHome } from './home/session-home.ts'
import { answerExclude } from './home/git-exclude.ts'
import { homeMethods } from './pure/api.ts'
import type { HomeMethods } from './pure/api.ts'

type Input<M extends keyof HomeMethods> = z.output<HomeMethods[M]['input']>
type Output<M extends keyof HomeMethods> = z.output<HomeMethods[M]['output']>
type Answers = {
  readonly [M in keyof HomeMethods]: (home: SessionHome, input: Input<M>, by: By) => Promise<Result<Output<M>>> | Result<Output<M>>
}

/** What each method of a session home does. */
const answers: Answers = {
  new: (home, { task, workspace }, by) => home.begin(task, workspace, by),
  resume: (home, { session }, by) => home.resume(session, by),
  outbox: (home, { session, sequence }) => home.outbox(session, sequence),
  copied: (home, { session, sequence }, by) => home.copied(session, sequence, by),
  tree: (home, { session, folder, query }) => home.tree(session, folder, query),
  choose: (home, { session, leaveOut, attach }, by) => home.choose(session, leaveOut, attach, by),
  paste: (home, { session, text }, by) => home.paste(session, text, by),
  round: (home, { session, sequence }) => home.round(session, sequence),
  diff: (home, { session, sequence, index }) => home.diff(session, sequence, index),
  decide: (home, { session, sequence, reply, choices }, by) => home.decide(session, sequence, reply, choices, by),
  dryRun: (home, { session, sequence }, by) => home.dryRun(session, sequence, by),
  apply: (home, { session, sequence, hash }, by) =>
    whyLocked(home) ?? home.apply(session, sequence, { ...by, gate: home.parts.services.gate, hash }),
  stop: (home, { session }) => home.stop(session),
  repair: (home, { session, sequence, hash }, by) => home.repair(session, sequence, hash, by),
  unrepair: (home, { session, sequence, reply }, by) => home.unrepair(session, sequence, reply, by),
  discard: (home, { session, sequence, reply }, by) => home.discard(session, sequence, reply, by),
  rollBack: (home, { session, sequence }, by) => home.rollBack(session, sequence, by),
  exclude: (home, { add }, by) => answerExclude(home, add, by),
  mode: (home, { session, mode }, by) => home.mode(session, mode, by),
}

/** Answers a method of the home; `input` has passed its schema. */
export async function callHome(
  home: SessionHome,
  method: string,
  input: unknown,
  { actor, confirmed }: LinkCall,
): Promise<Result<unknown>> {
  if (!isMethod(method)) return fail('invalid', `The paste view has no method “${method.slice(0, 80)}”.`, { field: 'method' })
  const answer = answers[method] as (home: SessionHome, input: unknown, by: By) => Promise<Result<unknown>> | Result<unknown>
  const answered = await answer(home, input, { actor, ...(confirmed !== undefined && { confirmed }) })
  return answered.ok ? ok(answered.value) : answered
}

/** A reply is an agent's, whoever presses Apply. */
function whyLocked(home: SessionHome): Result<never> | undefined {
  const halt = home.parts.services.halted?.()
  return halt === undefined ? undefined : fail('refused', `Halted (${halt.id}). Apply is locked until you resume.`)
}

function isMethod(method: string): method is keyof HomeMethods {
  return Object.hasOwn(homeMethods, method)
}

import type { z } from 'zod'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { LinkCall } from '../../core/protocol.ts'
import type { By } from './home/by.ts'
import type { Desk } from './home/desk.ts'
import { answerExclude } from './home/git-exclude.ts'
import { homeMethods } from './pure/api.ts'
import type { HomeMethods } from './pure/api.ts'

type Input<M extends keyof HomeMethods> = z.output<HomeMethods[M]['input']>
type Output<M extends keyof HomeMethods> = z.output<HomeMethods[M]['output']>
type Answers = {
  readonly [M in keyof HomeMethods]: (desk: Desk, input: Input<M>, by: By) => Promise<Result<Output<M>>> | Result<Output<M>>
}

/** What each method of the paste desk does. */
const answers: Answers = {
  new: (desk, { task, workspace }, by) => desk.begin(task, workspace, by),
  resume: (desk, { session }, by) => desk.resume(session, by),
  outbox: (desk, { session, sequence }) => desk.outbox(session, sequence),
  copied: (desk, { session, sequence }, by) => desk.copied(session, sequence, by),
  tree: (desk, { session, folder, query }) => desk.tree(session, folder, query),
  choose: (desk, { session, leaveOut, attach }, by) => desk.choose(session, leaveOut, attach, by),
  paste: (desk, { session, text }, by) => desk.paste(session, text, by),
  round: (desk, { session, sequence }) => desk.round(session, sequence),
  diff: (desk, { session, sequence, index }) => desk.diff(session, sequence, index),
  decide: (desk, { session, sequence, choices }, by) => desk.decide(session, sequence, choices, by),
  dryRun: (desk, { session, sequence }, by) => desk.dryRun(session, sequence, by),
  apply: (desk, { session, sequence, hash }, by) => desk.apply(session, sequence, { ...by, gate: desk.parts.world.gate, hash }),
  stop: (desk, { session }) => desk.stop(session),
  repair: (desk, { session, sequence, hash }, by) => desk.repair(session, sequence, hash, by),
  unrepair: (desk, { session, sequence }, by) => desk.unrepair(session, sequence, by),
  discard: (desk, { session, sequence }, by) => desk.discard(session, sequence, by),
  rollBack: (desk, { session, sequence }, by) => desk.rollBack(session, sequence, by),
  exclude: (desk, { add }, by) => answerExclude(desk, add, by),
  mode: (desk, { session, mode }, by) => desk.mode(session, mode, by),
}

/** Answers a method of the desk; `input` has passed its schema. */
export async function callDesk(desk: Desk, method: string, input: unknown, { actor, confirmed }: LinkCall): Promise<Result<unknown>> {
  if (!isMethod(method)) return fail('invalid', `The paste view has no method “${method.slice(0, 80)}”.`, { field: 'method' })
  const answer = answers[method] as (desk: Desk, input: unknown, by: By) => Promise<Result<unknown>> | Result<unknown>
  const answered = await answer(desk, input, { actor, ...(confirmed !== undefined && { confirmed }) })
  return answered.ok ? ok(answered.value) : answered
}

function isMethod(method: string): method is keyof HomeMethods {
  return Object.hasOwn(homeMethods, method)
}

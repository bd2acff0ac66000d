import type { z } from 'zod'
import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { LinkCall } from '../../../core/protocol.ts'
import { columnOf, columnTitle, doneColumn, manyColumn } from '../../../core/task-columns.ts'
import type { ConsoleLog } from '../irc/console-log.ts'
import type { IrcConnection } from '../irc/connection.ts'
import { ircMethods } from '../pure/api.ts'
import type { IrcMethods, TaskAct } from '../pure/api.ts'
import { isChannel } from '../pure/config.ts'
import { isToken } from '../pure/draft.ts'
import { reachOf } from '../pure/reach.ts'
import { checkField } from '../pure/size.ts'
import { envelopeOf, moveTask } from '../pure/task-acts.ts'
import type { TaskEnvelope } from '../pure/task-acts.ts'
import type { Fleet } from './fleet.ts'
import type { Publisher } from './publisher.ts'

/** What the methods work on. */
export interface CallParts {
  readonly fleet: Fleet
  readonly connection: IrcConnection
  readonly publisher: Publisher
  readonly console: ConsoleLog
  /** Tasks about which something is being sent. */
  readonly sending: Set<string>
  /** The nick for a name of the workspace. */
  readonly nickOf: (name: string) => string
  /** Channel for tasks that have no channel. */
  readonly home: () => string | undefined
  /** Sends agent.bye in a channel before leaving it. */
  farewell(channel: string): Promise<void>
  /** The operator changed something that must be saved. */
  changed(): void
}

type Input<M extends keyof IrcMethods> = z.output<IrcMethods[M]['input']>
type Output<M extends keyof IrcMethods> = z.output<IrcMethods[M]['output']>
type Answers = {
  readonly [M in keyof IrcMethods]: (parts: CallParts, input: Input<M>, call: LinkCall) => Promise<Result<Output<M>>> | Result<Output<M>>
}

const mostChanges = 1_000
const none = ok({})

const answers: Answers = {
  board: ({ fleet }, query) => ok(fleet.board.page(withoutUndefined(query))),
  card: ({ fleet }, { task }) => {
    const found = fleet.board.get(task)
    if (found === undefined) return noTask
    const history = fleet.board.history(task)
    const { description, summary } = found
    return ok({
      card: fleet.board.card(found),
      ...(description !== undefined && { description }),
      ...(summary !== undefined && { summary }),
      history: history.slice(-mostChanges).map(({ task: _task, place: _place, to: _to, ...change }) => change),
      more: Math.max(0, history.length - mostChanges),
    })
  },
  preview: (parts, { act, id }) => {
    const addressed = addressedAct(parts, act)
    return addressed.ok ? parts.publisher.preview(addressed.value.envelope, addressed.value.about, id) : addressed
  },
  create: (parts, { id, ...given }, { actor }) => perform(parts, { kind: 'create', ...given }, actor, id),
  assign: (parts, { id, ...given }, { actor }) => perform(parts, { kind: 'assign', ...given }, actor, id),
  move: (parts, { task, column, place, from }, { actor }) => {
    const moved = moveTask(task, column)
    if (!moved.ok) return moved
    const target = targetOf(parts, task, place)
    if (!target.ok) return target
    const since = sinceSeen(parts, task, from)
    return since ?? alone(parts, task, () => parts.publisher.publish({ ...moved.value, ...target.value }, actor))
  },
  comment: (parts, { id, ...given }, { actor }) => perform(parts, { kind: 'comment', ...given }, actor, id),
  complete: (parts, { id, ...given }, { actor }) => perform(parts, { kind: 'complete', ...given }, actor, id),

  roster: ({ fleet }, { text = '', offset = 0, limit }) => {
    const wanted = text.toLowerCase()
    const found = fleet
      .roster()
      .filter((agent) => [agent.nick, agent.type, agent.runtime].some((each) => each?.toLowerCase().includes(wanted) === true))
    return ok({ agents: found.slice(offset, offset + limit), total: found.length })
  },
  setType: ({ fleet, changed }, { nick, type }) => {
    fleet.setType(nick, type ?? undefined)
    changed()
    return none
  },
  reach: ({ fleet }, { to, channel }) => ok(reachOf(to, fleet.agents.all(), channel)),

  join: async ({ fleet, connection, publisher, changed }, { channel, key }, { actor }) => {
    const name = checkChannel(channel)
    if (!name.ok) return name
    const checked = key === undefined ? ok(undefined) : checkField('key', key, true)
    if (!checked.ok) return checked
    if (fleet.channels.isJoined(channel)) return none
    const joined = await publisher.enter(`JOIN ${channel}`, channel, actor, () => connection.join(channel, key))
    if (!joined.ok) return joined
    fleet.join(channel)
    changed()
    return none
  },
  part: async ({ fleet, connection, publisher, farewell, changed }, { channel }, { actor }) => {
    const name = checkChannel(channel)
    if (!name.ok) return name
    if (fleet.channels.isJoined(channel)) {
      await farewell(channel)
      const parted = await publisher.enter(`PART ${channel}`, channel, actor, () => connection.send(`PART ${channel}`, { target: channel }))
      if (!parted.ok) return parted
    }
    fleet.part(channel)
    changed()
    return none
  },
  channel: ({ fleet, changed }, { name, settings }) => {
    fleet.channels.set(name, withoutUndefined(settings))
    changed()
    return none
  },

  console: ({ console }, { before, limit }) => ok(console.page(before, limit)),
  consoleSend: async ({ publisher }, { line }, { actor, confirmed }) => {
    const sent = await publisher.raw(line, actor, confirmed)
    return sent.ok ? none : sent
  },
}

/** Publishes an action of the operator; with an `id`, exactly what the preview showed. */
function perform(
  parts: CallParts,
  act: TaskAct,
  actor: Actor,
  id: string | undefined,
): Promise<Result<{ id: string }>> | Result<{ id: string }> {
  const addressed = addressedAct(parts, act)
  if (!addressed.ok) return addressed
  const { envelope, about } = addressed.value
  const send = (): Promise<Result<{ id: string }>> =>
    id === undefined ? parts.publisher.publish(envelope, actor) : parts.publisher.publishShown(envelope, about, actor, id)
  return act.kind === 'create' ? send() : alone(parts, act.task, send)
}

/** Sends one thing about a task at a time: two windows that act on it at the same moment have both seen it as it was. */
async function alone<T>({ sending }: CallParts, task: string, send: () => Promise<Result<T>>): Promise<Result<T>> {
  if (sending.has(task))
    return fail(
      'conflict',
      'Something else about this task is being sent, perhaps from another window. Nothing was sent: look at it again.',
    )
  sending.add(task)
  try {
    return await send()
  } finally {
    sending.delete(task)
  }
}

/** Why a task is not moved: it is in none of the columns in which its window has seen it, or put it. A column of many statuses may be any of them. */
function sinceSeen({ fleet }: CallParts, task: string, from: readonly string[] | undefined): Result<never> | undefined {
  const known = fleet.board.get(task)
  if (known === undefined || from === undefined || from.includes(manyColumn)) return undefined
  const column = columnOf(known)
  if (from.includes(column)) return undefined
  const what = column === doneColumn ? 'completed' : `moved to ${columnTitle(column)}`
  return fail('conflict', `The task was ${what} meanwhile, perhaps in another window. Nothing was sent.`)
}

/** The envelope of an action with its recipients and its place. `about`: the state of the task, so nothing is sent that was written for another state. */
function addressedAct(
  parts: CallParts,
  act: TaskAct,
): Result<{ readonly envelope: TaskEnvelope & { readonly place: string }; readonly about: string }> {
  if (act.kind === 'create') return ok({ envelope: { ...envelopeOf(act, []), place: act.place }, about: '' })
  const target = targetOf(parts, act.task, act.place)
  if (!target.ok) return target
  const { to, place } = target.value
  return ok({ envelope: { ...envelopeOf(act, to), place }, about: String(parts.fleet.board.get(act.task)?.changes) })
}

/** Channel and recipients of a task: those of the task itself. Recipients that can match no agent are dropped. */
function targetOf(
  { fleet, connection, home, nickOf }: CallParts,
  task: string,
  place: string | undefined,
): Result<{ readonly to: readonly string[]; readonly place: string }> {
  const known = fleet.board.get(task)
  if (known === undefined) return noTask
  const target = place ?? known.place ?? home()
  if (target === undefined) return fail('invalid', 'Choose a channel: the channel of this task is unknown.', { field: 'place' })
  const to = (known.to ?? []).map(nickOf).filter((token) => isToken(token) && token !== connection.nick)
  return ok({ to: [...new Set(to)], place: target })
}

const noTask = fail('not-found', 'This task no longer exists here.')

function checkChannel(name: string): Result<void> {
  return isChannel(name)
    ? ok(undefined)
    : fail('invalid', `“${name}” is not a valid channel name: it must start with # and contain no spaces.`, { field: 'channel' })
}

/** zod allows undefined in optional fields; in our types they are absent. */
function withoutUndefined<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

/** Handles a method call from the network's screens; `input` has been validated by its schema. */
export async function answerCall(parts: CallParts, method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> {
  if (!Object.hasOwn(ircMethods, method)) return fail('invalid', `A network has no method “${method.slice(0, 80)}”.`, { field: 'method' })
  const answer = answers[method as keyof IrcMethods] as (
    parts: CallParts,
    input: unknown,
    call: LinkCall,
  ) => Promise<Result<unknown>> | Result<unknown>
  return await answer(parts, input, call)
}

import type { z } from 'zod'
import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { LinkCall } from '../../../core/protocol.ts'
import type { ConsoleLog } from '../irc/console-log.ts'
import type { IrcConnection } from '../irc/connection.ts'
import { ircMethods } from '../pure/api.ts'
import type { IrcMethods } from '../pure/api.ts'
import { isChannel } from '../pure/config.ts'
import { reachOf } from '../pure/reach.ts'
import { checkField } from '../pure/size.ts'
import { assignTask, commentTask, completeTask, createTask, moveTask } from '../pure/task-acts.ts'
import type { TaskEnvelope } from '../pure/task-acts.ts'
import type { Fleet } from './fleet.ts'
import type { Publisher } from './publisher.ts'

/** What the methods work on. */
export interface CallParts {
  readonly fleet: Fleet
  readonly connection: IrcConnection
  readonly publisher: Publisher
  readonly console: ConsoleLog
  /** Where tasks go that are spoken of nowhere. */
  readonly home: () => string | undefined
  /** Says goodbye in a channel that is left. */
  farewell(channel: string): Promise<void>
  /** The operator changed something that is to be kept. */
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
  create: ({ publisher }, { to, place, ...task }, { actor }) => publisher.publish({ ...createTask(task, to ?? []), place }, actor),
  assign: (parts, { task, assignee, place }, { actor }) => change(parts, task, assignTask(task, assignee), place, actor),
  move: (parts, { task, column, place }, { actor }) => {
    const moved = moveTask(task, column)
    return moved.ok ? change(parts, task, moved.value, place, actor) : moved
  },
  comment: (parts, { task, text, place }, { actor }) => change(parts, task, commentTask(task, text), place, actor),
  complete: (parts, { task, summary = '', place }, { actor }) => change(parts, task, completeTask(task, summary), place, actor),

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

/** Publishes a change of a task where the task is spoken of. */
function change(
  { fleet, publisher, home }: CallParts,
  task: string,
  envelope: TaskEnvelope,
  place: string | undefined,
  actor: Actor,
): Promise<Result<{ id: string }>> | Result<{ id: string }> {
  const known = fleet.board.get(task)
  if (known === undefined) return noTask
  const target = place ?? known.place ?? home()
  if (target === undefined)
    return fail('invalid', 'Say in which channel: it is not known where this task is spoken of.', { field: 'place' })
  return publisher.publish({ ...envelope, place: target }, actor)
}

const noTask = fail('not-found', 'This task is not known here any more.')

function checkChannel(name: string): Result<void> {
  return isChannel(name)
    ? ok(undefined)
    : fail('invalid', `“${name}” cannot be a channel: its name begins with # and has no blanks.`, { field: 'channel' })
}

/** Optional fields of zod may hold undefined; ours are absent then. */
function withoutUndefined<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

/** Answers a method of the network's screens; `input` has passed its schema. */
export async function answerCall(parts: CallParts, method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> {
  if (!Object.hasOwn(ircMethods, method)) return fail('invalid', `A network has no method “${method.slice(0, 80)}”.`, { field: 'method' })
  const answer = answers[method as keyof IrcMethods] as (
    parts: CallParts,
    input: unknown,
    call: LinkCall,
  ) => Promise<Result<unknown>> | Result<unknown>
  return await answer(parts, input, call)
}

import { fail, ok } from '../../../../core/fault.ts'
import type { Result } from '../../../../core/fault.ts'
import type { Link } from '../../../../core/link.ts'
import { defaultChannelSettings } from '../../pure/api.ts'
import type { NetworkView, TaskAct } from '../../pure/api.ts'
import { boardPage, cardOf, columnCounts } from '../../pure/board.ts'
import type { BoardQuery } from '../../pure/board.ts'
import { assignTask, commentTask, completeTask, createTask, envelopeOf, moveTask } from '../../pure/task-acts.ts'
import type { TaskEnvelope } from '../../pure/task-acts.ts'
import { taskChangeOf } from '../../pure/task-change.ts'
import type { TaskChange } from '../../pure/task-change.ts'
import { foldTasks } from '../../pure/tasks.ts'
import { fixtureLink, fixtureNow } from '../../../../renderer/features/testing/fixtures.ts'

/** A network in memory, with the real fold and board. */
interface FixtureNetwork {
  readonly link: Link
  /** Somebody publishes an envelope about a task; the screen is notified with the next `show`. */
  say(envelope: TaskEnvelope, by?: string, minutesAgo?: number): string
  view(): NetworkView
  call(method: string, input: never): unknown
}

type View = Partial<NetworkView>

/** An IRC network whose link has this id. */
export function fixtureNetwork(id: string, name: string, more: View = {}): FixtureNetwork {
  const tasks = foldTasks()
  let said = 0
  const link: Link = { ...fixtureLink, id, protocol: 'scuttlebot', name, place: `irc.${name}.example:6697`, config: {} }

  function say(envelope: TaskEnvelope, by = 'operator', minutesAgo = 0): string {
    const change: TaskChange | undefined = taskChangeOf(
      {
        v: 1,
        type: envelope.type,
        id: `${id}-${String(++said).padStart(6, '0')}`,
        from: by,
        to: [...envelope.to],
        ts: 0,
        payload: envelope.payload,
      },
      { by, at: fixtureNow - minutesAgo * 60_000 + said, wireId: `${id}:${said}`, place: '#general' },
    )
    if (change !== undefined) tasks.apply(change)
    return change?.id ?? ''
  }

  const acts: { readonly [method: string]: ((input: never) => Result<TaskEnvelope>) | undefined } = {
    create: (input: Parameters<typeof createTask>[0] & { to?: readonly string[] }) => ok(createTask(input, input.to ?? [])),
    move: ({ task, column }: { task: string; column: string }) => moveTask(task, column),
    assign: ({ task, assignee }: { task: string; assignee: string }) => ok(assignTask(task, assignee)),
    comment: ({ task, text }: { task: string; text: string }) => ok(commentTask(task, text)),
    complete: ({ task, summary = '' }: { task: string; summary?: string }) => ok(completeTask(task, summary)),
  }

  return {
    link,
    say,
    view: () => ({
      network: name,
      nick: 'operator',
      type: 'operator',
      isConnected: true,
      connection: ['TLS 1.3'],
      backfill: 'nothing was missed',
      channels: ['#general', '#ops'].map((channel) => ({
        name: channel,
        members: 4,
        isJoined: true,
        settings: defaultChannelSettings,
      })),
      fleet: [
        { nick: 'coder', type: 'worker', channels: ['#general'], isOnline: true, seenBy: 'hello', lastSeen: fixtureNow },
        { nick: 'scout', channels: [], isOnline: false, seenBy: 'join', lastSeen: fixtureNow - 14 * 60_000, left: 'quit: ping timeout' },
      ],
      more: 0,
      board: { columns: columnCounts(tasks.all()), total: tasks.size(), version: said },
      ...more,
    }),
    call(method, input) {
      if (method === 'board') return { ...boardPage(tasks.all(), input as BoardQuery), version: said }
      const task = tasks.get((input as { task: string }).task)
      if (method === 'card')
        return task === undefined
          ? fail('not-found', 'No such task was seen.')
          : {
              card: cardOf(task),
              ...(task.description !== undefined && { description: task.description }),
              ...(task.summary !== undefined && { summary: task.summary }),
              history: tasks.history(task.id),
              more: 0,
            }
      if (method === 'preview') {
        const { act } = input as { act: TaskAct }
        const wire = JSON.stringify(envelopeOf(act, []))
        return { id: `${id}-kept`, wire, bytes: wire.length, limit: 400 }
      }
      if (method === 'reach') return { here: ['coder'], gone: ['scout'], unknown: [] }
      const envelope = acts[method]?.(input)
      if (envelope === undefined) return fail('unsupported', `The fixture has no ${method}.`)
      return envelope.ok ? { id: say(envelope.value) } : envelope
    },
  }
}

/** A network with a task in most columns; ids are `l5-000001`… in the order of the list. */
export function busyNetwork(id = 'l5', name = 'libera'): FixtureNetwork {
  const network = fixtureNetwork(id, name)
  const add = (title: string, minutesAgo: number, by: string, assignee = ''): string =>
    network.say(createTask({ title, assignee }, []), by, minutesAgo)
  const move = (task: string, status: string, by: string, minutesAgo: number): void =>
    void network.say({ type: 'task.update', to: [], payload: { task_id: task, status } }, by, minutesAgo)
  add('Move session store to Redis streams', 120, 'orchestrator')
  add('Explain token reuse in the API guide', 22, 'orchestrator', 'docs')
  move(add('Port rate limiter to the new middleware stack', 60, 'orchestrator', 'scout'), 'in_progress', 'scout', 41)
  move(add('Map every caller of verify() in the gateway', 30, 'orchestrator', 'coder'), 'working', 'coder', 18)
  move(add('Gateway allow-list from config', 20, 'orchestrator', 'coder'), 'review', 'coder', 8)
  move(add('Staging rollout', 15, 'orchestrator', 'coder'), 'cooking', 'coder', 2)
  network.say(completeTask(add('Count revoked families per day', 50, 'orchestrator', 'coder'), '31 per day'), 'coder', 9)
  return network
}

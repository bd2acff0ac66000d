import type { z } from 'zod'
import { ok } from '../../../../core/fault.ts'
import type { Result } from '../../../../core/fault.ts'
import type { OwnerSeen, Task, TaskAct, TaskChange, TaskSource } from '../../../../renderer/features/board/task-source.ts'
import { callLink } from '../../../../renderer/features/state/call-link.ts'
import { ircMethods } from '../../pure/api.ts'
import type { Card, NetworkView, TaskAct as NetworkAct, taskChangeSchema } from '../../pure/api.ts'
import { asNetwork } from '../networks.ts'
import { fleetAgent } from '../use-irc.ts'
import { changeWords } from './change-words.ts'
import { EmptyNetworks } from './empty-networks.tsx'
import { NetworkToggles } from './network-toggles.tsx'
import { NetworkTrouble } from './network-trouble.tsx'

/** Task ids that a network accepts. */
const mostIdChars = 512

/** Tasks of IRC networks: envelopes of `task.create`, `task.update` and `task.complete`. */
export const networkTasks: TaskSource = {
  version: (view) => asNetwork(view)?.board.version,
  async page(client, link, query) {
    const answer = await callLink(client, link, ircMethods, 'board', query)
    if (!answer.ok) return answer
    const columns = answer.value.columns.map((column) => ({ ...column, cards: column.cards.map(taskOf) }))
    return ok({ columns, version: answer.value.version, owners: answer.value.owners })
  },
  async detail(client, link, task) {
    const answer = await callLink(client, link, ircMethods, 'card', { task: task.slice(0, mostIdChars) })
    if (!answer.ok) return answer
    const { card, history, ...detail } = answer.value
    return ok({ ...detail, task: taskOf(card), history: history.map(changeOf) })
  },
  preview: async (client, link, act, id) =>
    inForm(await callLink(client, link, ircMethods, 'preview', { act: envelopeAct(act), ...(id !== undefined && { id }) })),
  /** A network's methods have the names of the verbs. */
  async send(client, link, act, id) {
    const { kind, ...given } = act.kind === 'move' ? act : envelopeAct(act)
    const answer = await client.call('links.call', { link, method: kind, input: { ...given, ...(id !== undefined && { id }) } })
    return answer.ok ? ok(answer.value.output as { readonly id: string }) : inForm(answer)
  },
  ref: (task) => `task/${task}`,
  isAbout: ({ body }) => body.kind === 'message' && body.label?.startsWith('task.') === true,
  places: (view) => asNetwork(view)?.channels.map(({ name, isJoined }) => ({ name, isOpen: isJoined })) ?? [],
  owner: (view, name) => ownerOn(asNetwork(view), name),
  words: {
    link: 'Network',
    place: 'Channel',
    recipients: 'everyone, @workers or a nick',
    unseen: 'Sent, but not confirmed by the network. It may not have arrived.',
    create: 'Announced in the channel as a task.create envelope.',
    act: 'Visible to everyone in the task’s channel.',
    noPlace: 'Join a channel first: tasks are announced in channels.',
  },
  Toggles: NetworkToggles,
  Trouble: NetworkTrouble,
  Empty: EmptyNetworks,
}

function taskOf({ task, assignee, isComplete, ...card }: Card): Task {
  return { ...card, id: task, isDone: isComplete, ...(assignee !== undefined && { owner: assignee }) }
}

function changeOf(change: z.infer<typeof taskChangeSchema>): TaskChange {
  const { id, kind, by, at, wireId, doubt } = change
  return { id, label: `task.${kind}`, words: changeWords(change), by, at, wireId, ...(doubt !== undefined && { doubt }) }
}

function envelopeAct(act: Exclude<TaskAct, { kind: 'move' }>): NetworkAct {
  if (act.kind === 'assign') return { kind: 'assign', task: act.task, assignee: act.owner }
  if (act.kind !== 'create') return act
  const { owner, ...given } = act
  return { ...given, ...(owner !== undefined && { assignee: owner }) }
}

/** A fault about the assignee is shown at the owner's field. */
function inForm<T>(answer: Result<T>): Result<T> {
  return answer.ok || answer.fault.field !== 'assignee' ? answer : { ok: false, fault: { ...answer.fault, field: 'owner' } }
}

/** Without a connection, joins and parts are not seen. */
function ownerOn(view: NetworkView | undefined, nick: string): OwnerSeen | undefined {
  if (view?.isConnected !== true || nick === view.nick) return undefined
  const seen = fleetAgent(view, nick)
  if (seen === undefined) return view.more > 0 ? undefined : { is: 'never seen' }
  if (!seen.isOnline)
    return { is: 'gone', ...(seen.left !== undefined && { why: seen.left }), ...(seen.lastSeen !== undefined && { since: seen.lastSeen }) }
  return seen.away === undefined ? { is: 'here' } : { is: 'away', text: seen.away }
}

import type { z } from 'zod'
import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { LinkCall, LinkContext, Permit } from '../../../core/protocol.ts'
import { jaibberMethods } from '../pure/api.ts'
import type { JaibberMethods, Member, ProjectTask } from '../pure/api.ts'
import { projectEntry } from '../pure/config.ts'
import type { ServerTask } from '../rest/answers.ts'
import type { JaibberServer } from '../rest/jaibber-server.ts'
import { timeOf } from '../rest/message-row.ts'
import type { Projects } from './projects.ts'
import type { Publisher } from './publisher.ts'

/** What the methods for projects, tasks and long texts operate on. */
export interface CallParts {
  readonly context: Pick<LinkContext, 'gate'>
  readonly projects: Projects
  readonly publisher: Publisher
  /** Absent if no server is configured. */
  readonly server: JaibberServer | undefined
  join(project: string): void
  leave(project: string): Promise<void>
  members(project: string): readonly Member[]
  older(project: string): Promise<Result<{ readonly found: number; readonly hasMore: boolean }>>
  /** The operator changed something that must be saved. */
  changed(): void
}

type Own = 'addProject' | 'leaveProject' | 'project' | 'members' | 'older' | 'tasks' | 'createTask' | 'moveTask' | 'split' | 'sendParts'
type Input<M extends Own> = z.output<JaibberMethods[M]['input']>
type Output<M extends Own> = z.output<JaibberMethods[M]['output']>
type Answers = {
  readonly [M in Own]: (parts: CallParts, input: Input<M>, call: LinkCall) => Promise<Result<Output<M>>> | Result<Output<M>>
}

const none = ok({})
const noServer = fail('unavailable', 'Tasks need a Jaibber server, and this link has none. Enter its address in Links.')
const notThere = fail('not-found', 'You are not in this project.', { field: 'project' })
const mostProjects = 200

const answers: Answers = {
  addProject: ({ projects, join, changed }, { project, name }) => {
    const id = projectEntry(project)?.id
    if (id === undefined || id !== project.trim())
      return fail('invalid', 'This is not a valid project id: it must not contain spaces or =.', { field: 'project' })
    if (!projects.has(id) && projects.all().length >= mostProjects)
      return fail('too-large', `A link can join at most ${mostProjects} projects.`, { field: 'project' })
    projects.add(id, name)
    join(id)
    changed()
    return none
  },
  leaveProject: async ({ projects, leave, changed }, { project }) => {
    if (!projects.has(project)) return notThere
    projects.leave(project)
    changed()
    await leave(project)
    return none
  },
  project: ({ projects, changed }, { project, settings }) => {
    if (!projects.has(project)) return notThere
    projects.set(project, settings)
    changed()
    return none
  },
  members: ({ members }, { project, text = '', offset = 0, limit }) => {
    const wanted = text.toLowerCase()
    const found = members(project).filter(({ username, agentName, machine }) =>
      [username, agentName, machine].some((each) => each?.toLowerCase().includes(wanted) === true),
    )
    return ok({ members: found.slice(offset, offset + limit), total: found.length })
  },
  older: ({ projects, older }, { project }) => (projects.has(project) ? older(project) : notThere),
  tasks: async ({ server }, { project }) => {
    if (server === undefined) return noServer
    const tasks = await server.tasks(project)
    return tasks.ok ? ok({ tasks: tasks.value.map((task) => shownTask(task)) }) : tasks
  },
  createTask: ({ context, server }, { project, title, description, assignee }, { actor }) => {
    if (server === undefined) return noServer
    const task = {
      title,
      ...(description !== undefined && description !== '' && { description }),
      ...(assignee !== undefined && { assignedAgentName: assignee }),
    }
    return changeAtServer(context, server, actor, `create a task in ${project}`, task, (permit) => server.createTask(permit, project, task))
  },
  moveTask: ({ context, server }, { task, status }, { actor }) => {
    if (server === undefined) return noServer
    return changeAtServer(context, server, actor, `change the task ${task}`, { status }, (permit) => server.moveTask(permit, task, status))
  },
  split: ({ publisher }, { project, text }) => {
    const parts = publisher.split(project, text)
    return parts.ok ? ok({ parts: parts.value }) : parts
  },
  sendParts: ({ publisher }, { project, parts }, { actor }) => publisher.sendParts(project, parts, actor),
}

async function changeAtServer(
  { gate }: CallParts['context'],
  { host }: JaibberServer,
  actor: Actor,
  what: string,
  body: unknown,
  run: (permit: Permit) => Promise<Result<ServerTask>>,
): Promise<Result<ProjectTask>> {
  const effect = { kind: 'publish', target: host, exact: JSON.stringify(body), why: what } as const
  const done = await gate.perform({ actor, effect, question: `${actor.name} asks to ${what} at ${host}`.slice(0, 2_000) }, run)
  return done.ok ? ok(shownTask(done.value)) : done
}

function shownTask({ id, title, status, description, assignedAgentName, createdAt, updatedAt }: ServerTask): ProjectTask {
  const at = timeOf(updatedAt ?? createdAt)
  return {
    id,
    title,
    status,
    ...(at > 0 && { at }),
    ...(description != null && { description }),
    ...(assignedAgentName != null && { assignee: assignedAgentName }),
  }
}

/** Answers a method for projects, tasks or long texts; `input` has passed its schema. Undefined for any other method. */
export function answerCall(parts: CallParts, method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> | undefined {
  if (!Object.hasOwn(jaibberMethods, method) || !Object.hasOwn(answers, method)) return undefined
  const answer = answers[method as Own] as (parts: CallParts, input: unknown, call: LinkCall) => Promise<Result<unknown>> | Result<unknown>
  return Promise.resolve(answer(parts, input, call))
}

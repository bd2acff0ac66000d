import { nameKey } from '../pure/agent-name.ts'
import { courseOf } from '../pure/course.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import type { RosterRow, ServerView, SwitchboardView, WorkflowRow } from '../pure/view.ts'
import { agentCourses, phasesOf } from '../service/workflow-view.ts'
import type { CallRecord } from '../mcp/call-log.ts'
import type { Course } from '../pure/workflows.ts'
import type { DeadLetter } from '../files/mailbox-types.ts'
import { switchboardFolder } from '../files/paths.ts'
import { inWorkspace } from '../pure/config.ts'
import { defined } from '../pure/defined.ts'
import type { RunningLink } from './running-link.ts'
import type { Problems } from './problems.ts'

const most = {
  mailboxes: 500,
  dead: 100,
  roster: 500,
  teams: 200,
  workflows: 50,
  clients: 200,
  calls: 100,
  waiting: 50,
  problems: 20,
  capabilities: 64,
}

/** The complete view of a link on the Inboxes screen. */
export function viewOf(link: RunningLink, problems: Problems): SwitchboardView {
  const { config, context, index, keeping, mailboxes, state } = link
  const operator = context.operator()
  const { exists, isDeleted, is, pid, readOnly } = keeping.state
  const keys = new Map(index.keys().map((key) => [key, undefined as string | undefined]))
  for (const name of [operator, ...state.state.chatAgents.keys(), ...state.state.terminals.keys()]) {
    if (keys.get(nameKey(name)) === undefined && !keys.has(nameKey(name))) keys.set(nameKey(name), name)
  }
  const overdue = index.overdue(context.now())
  const rows = [...keys].map(([key, name]) => ({
    ...index.row(key, operator, overdue.get(key) ?? 0),
    ...(name === undefined ? {} : { name }),
  }))
  const sorted = rows.toSorted(
    (one, other) =>
      Number(other.isOperator) - Number(one.isOperator) || byKnown(link, one.name, other.name) || (one.name < other.name ? -1 : 1),
  )
  const dead = mailboxes.deadLetters()
  return {
    folder: inWorkspace(config, switchboardFolder),
    exists,
    ...(isDeleted && { isDeleted }),
    keeper: { is, ...(pid === undefined ? {} : { pid }) },
    ...(readOnly === undefined ? {} : { readOnly }),
    operator,
    mailboxes: sorted.slice(0, most.mailboxes),
    more: Math.max(0, sorted.length - most.mailboxes),
    deadLetters: dead.slice(0, most.dead).map((letter) => deadRow(letter, (file) => inWorkspace(config, file))),
    deadLetterCount: dead.length,
    roster: rosterOf(link).slice(0, most.roster),
    teams: [...state.state.teams].slice(0, most.teams).map(([id, team]) => ({
      id,
      name: team.name ?? id,
      members: [...(team.members ?? [])].slice(0, most.capabilities),
      isComposite: team.isComposite === true,
    })),
    workflows: workflowsOf(state.state).slice(0, most.workflows),
    server: serverOf(link),
    waiting: link.shells
      .waiting()
      .slice(0, most.waiting)
      .map(({ terminal, text: { id, by, at } }) => ({ id, from: by, terminal, at })),
    problems: [...problems.list(), ...(state.fault === undefined ? [] : [state.fault])].slice(0, most.problems),
  }
}

/** Whom our own server registered comes first: anybody can write a mailbox or an entry of `state.json` under any name, and only so many are listed. */
function byKnown({ keeping, registered }: RunningLink, one: string, other: string): number {
  const isKnown = (name: string): boolean => keeping.service?.registrationOf(name) !== undefined || registered.has(nameKey(name))
  return Number(isKnown(other)) - Number(isKnown(one))
}

/** The group of a dead letter in its list. */
function reasonOf({ fault }: DeadLetter): string {
  if (fault.field !== undefined) return `“${fault.field}” is missing or not valid`
  if (fault.code === 'too-large') return 'too large'
  return fault.code === 'invalid' ? 'not JSON' : 'cannot be read'
}

function deadRow(letter: DeadLetter, named: (file: string) => string): SwitchboardView['deadLetters'][number] {
  const { file, recipient, fault, modifiedAt, redelivered } = letter
  return {
    file: named(file),
    recipient,
    reason: reasonOf(letter),
    fault,
    at: modifiedAt,
    ...(redelivered === undefined ? {} : { redelivered: named(redelivered) }),
  }
}

function rosterOf(link: RunningLink): RosterRow[] {
  const { keeping, shells, state, registered, context } = link
  const { chatAgents, terminals } = state.state
  const rows: RosterRow[] = []
  const add = (name: string, kind: 'chat' | 'terminal', entry: Partial<RosterRow>): void => {
    const { capabilities = [], status = 'unknown', ...rest } = entry
    const hold = keeping.service?.holdOf(name)
    const own = keeping.service?.registrationOf(name)
    const isKept = own !== undefined && (own.role !== undefined || context.gate.stands(own.id))
    rows.push({
      ...defined(own === undefined ? rest : { ...rest, role: own.role }),
      name,
      kind,
      status,
      capabilities: [...capabilities].slice(0, most.capabilities),
      hold: hold === undefined ? 'free' : hold.freesAt === undefined ? 'live' : 'held',
      ...(hold?.freesAt === undefined || isKept ? {} : { freesAt: hold.freesAt }),
      ...(isKept && { isKept }),
      shell: shells.stateOf(name),
      isForeign: own === undefined && !registered.has(nameKey(name)),
    })
  }
  for (const [name, { role, status, statusMessage, interface: program, capabilities }] of chatAgents)
    add(name, 'chat', {
      role,
      status: status ?? 'unknown',
      statusMessage,
      interface: program,
      capabilities: [...(capabilities ?? [])],
    })
  for (const [name, { role, status, statusMessage, purpose, pid }] of terminals)
    add(name, 'terminal', { role, status: status ?? 'unknown', statusMessage, purpose, pid })
  return rows.toSorted((one, other) => byKnown(link, one.name, other.name) || (nameKey(one.name) < nameKey(other.name) ? -1 : 1))
}

function workflowsOf(state: SwitchboardState): WorkflowRow[] {
  const own = courseOf(state.session)
  const isIdle = own.active === undefined && own.suspended.length === 0
  return [...(isIdle ? [] : [workflowRow(own, undefined)]), ...agentCourses(state).map(({ agent, course }) => workflowRow(course, agent))]
}

function workflowRow({ active, suspended }: Course, targetAgent: string | undefined): WorkflowRow {
  return {
    ...(targetAgent === undefined ? {} : { targetAgent }),
    ...(active === undefined
      ? {}
      : {
          active: {
            name: active.name,
            phase: active.phase,
            startedAt: active.startedAt,
            startedBy: active.startedBy,
            ...(active.context === undefined ? {} : { context: active.context.slice(0, 2_000) }),
            phases: phasesOf(active).map((phase) => {
              const record = active.done.findLast((each) => each.phase === phase.number)
              return {
                ...phase,
                artifacts: [...(record?.artifacts ?? [])],
                ...defined({ notes: record?.notes, skipReason: record?.skipReason, by: record?.by, at: record?.at }),
              }
            }),
          },
        }),
    suspended: suspended.map(({ name, phase }) => ({ name, phase })),
  }
}

function serverOf({ keeping }: RunningLink): ServerView {
  const { server } = keeping.served ?? {}
  const calls = server?.calls.list() ?? []
  return {
    ...keeping.server,
    ...(server === undefined ? {} : { address: `127.0.0.1:${server.port}` }),
    ...defined({ startedAt: keeping.startedAt }),
    clients: (server?.clients() ?? []).slice(0, most.clients).map(({ session, via, name, client, since, lastSeen, calls: count }) => ({
      session,
      via,
      since,
      lastCallAt: lastSeen,
      calls: count,
      ...(name === undefined ? {} : { agent: name }),
      ...(client === undefined ? {} : { program: `${client.name} ${client.version}`.trim() }),
    })),
    calls: calls.slice(-most.calls).toReversed().map(callRow),
    callCount: calls.at(-1)?.id ?? 0,
  }
}

function callRow({ at, session, agent, tool, outcome, ms, words }: CallRecord): ServerView['calls'][number] {
  return {
    at,
    session,
    tool,
    ...defined({ agent, ms, text: words }),
    ...(outcome === 'running' ? {} : { outcome: outcome === 'done' ? ('ok' as const) : ('fault' as const) }),
  }
}

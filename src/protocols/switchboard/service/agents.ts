import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { OperationOutput } from '../pure/operations.ts'
import { nameKey } from '../pure/agent-name.ts'
import { endStatus } from '../pure/session-end.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import { actsFor, serviceLimits, findAgent, identityOf, withEntry } from './core.ts'
import type { ServiceCore } from './core.ts'
import type { Caller, SwitchboardService } from './contract.ts'
import { checkRole } from './register.ts'
import { provenRole, registeredAs } from './registered.ts'

/** Queries about registered agents, and changes to them. */
export interface AgentActions extends Pick<SwitchboardService, 'unregister' | 'endSession' | 'setStatus' | 'roster' | 'assignRole'> {
  /** Frees a name that a session holds or held, on the operator's behalf: its registration ends. The entry and the mailbox stay. */
  release(name: string): Promise<Result<void>>
  /** Assigns a role to a registration after the operator's approval. */
  giveRole: ServiceCore['giveRole']
}

/** Opens the actions on agents of a folder. */
export function openAgents(core: ServiceCore): AgentActions {
  const { ports, holds } = core

  /** Changes the state where it has a registered agent of either kind. @returns how its name is spelled. */
  async function edit(name: string, change: (state: SwitchboardState, found: FoundAgent) => SwitchboardState): Promise<Result<string>> {
    let spelled = name
    const written = await ports.state.update((state) => {
      const found = findAgent(state, name)
      if (found === undefined) return notRegistered(name)
      spelled = found.name
      return ok(change(state, found))
    })
    return written.ok ? ok(spelled) : written
  }

  /** Changes the entry of a registered agent. */
  async function change(name: string, fields: EntryChange): Promise<Result<string>> {
    const changed = await edit(name, (state, found) => withFields(state, found, fields))
    if (changed.ok) core.emit({ kind: 'roster' })
    return changed
  }

  function isConnected(name: string): boolean {
    const hold = holds.of(name)
    return hold !== undefined && hold.freesAt === undefined
  }

  /** The registration of a name has ended: its pending questions are withdrawn and its approvals revoked. */
  async function endRegistration(name: string): Promise<Result<void>> {
    const registered = registeredAs(core, name)
    const ended = registered === undefined ? ok(undefined) : await ports.registrations.end(registered)
    if (ended.ok && registered !== undefined) setImmediate(() => core.registered(name))
    return ended
  }

  async function keepRole(name: string, role: string): Promise<Result<void>> {
    const registered = registeredAs(core, name)
    if (registered !== undefined) return ports.registrations.put({ ...registered, role })
    const state = await ports.state.read()
    const kind = state.ok ? (findAgent(state.value, name)?.kind ?? 'chat') : 'chat'
    return ports.registrations.put({ id: ports.newSecret(), name, kind, role })
  }

  function releaseHold(name: string): void {
    const hold = holds.release(name)
    if (hold !== undefined && hold.freesAt === undefined) core.emit({ kind: 'released', name: hold.name, session: hold.session })
  }

  return {
    unregister: (caller, { name }) =>
      core.inTurn(async () => {
        const identity = identityOf(core, caller)
        if (!identity.ok) return identity
        if (!actsFor(core, caller, name)) return notYours(name, identity.value, 'unregister')
        const spelled = await edit(name, (state, found) => ({
          ...state,
          chatAgents: withEntry(state.chatAgents, found.name, undefined),
          terminals: withEntry(state.terminals, found.name, undefined),
        }))
        if (!spelled.ok) return spelled
        const ended = await endRegistration(spelled.value)
        if (!ended.ok) return ended
        releaseHold(spelled.value)
        core.emit({ kind: 'roster' })
        return ok({ name: spelled.value })
      }),

    endSession(session, how = 'ended') {
      const names = holds.end(session)
      core.claims.end(session)
      for (const name of names) {
        const registered = registeredAs(core, name)
        if (registered !== undefined) ports.registrations.leave(registered.id)
      }
      if (names.length === 0) return
      core.emit({ kind: 'roster' })
      void core.inTurn(async () => {
        for (const name of names) {
          if (holds.of(name)?.freesAt === undefined) continue // taken again in the meantime
          const written = await change(name, { status: endStatus[how], lastSeen: new Date(ports.now()).toISOString() })
          if (!written.ok) ports.log('could not record that an agent left', { name, fault: written.fault })
        }
      })
    },

    async setStatus(caller, { name, status, message }) {
      const identity = identityOf(core, caller)
      if (!identity.ok) return identity
      if (!actsFor(core, caller, name)) return notYours(name, identity.value, 'set the status of')
      if (status.trim() === '' || status.length > 64) return fail('invalid', 'A status must have 1 to 64 characters.', { field: 'status' })
      if (caller.via !== 'operator' && status.trim() === endStatus.stopped)
        return fail('not-allowed', 'Only the operator can stop an agent. Use another status.', { field: 'status' })
      const statusMessage = message?.slice(0, serviceLimits.words)
      const lastSeen = new Date(ports.now()).toISOString()
      const done = await change(name, { status, statusMessage, lastSeen })
      return done.ok ? ok({ name: done.value, status }) : done
    },

    async roster() {
      const state = await ports.state.read()
      if (!state.ok) return state
      const { chatAgents, terminals, teams } = state.value
      const agents: OperationOutput<'roster'>['agents'] = [
        ...[...chatAgents].map(([name, { role, status, statusMessage, capabilities }]) => ({
          name,
          kind: 'chat' as const,
          status: status ?? 'unknown',
          role: registeredAs(core, name) === undefined ? role : provenRole(core, name),
          statusMessage,
          capabilities: capabilities ?? [],
          isConnected: isConnected(name),
        })),
        ...[...terminals].map(([name, { role, status, statusMessage, purpose, pid }]) => ({
          name,
          kind: 'terminal' as const,
          status: status ?? 'unknown',
          role: registeredAs(core, name) === undefined ? role : provenRole(core, name),
          statusMessage,
          capabilities: [],
          purpose,
          pid,
          isConnected: isConnected(name),
        })),
      ]
      return ok({
        agents: agents.toSorted((left, right) => (nameKey(left.name) < nameKey(right.name) ? -1 : 1)),
        teams: [...teams].map(([id, team]) => ({
          id,
          name: team.name ?? id,
          members: team.members ?? [],
          isComposite: team.isComposite === true,
        })),
      })
    },

    async assignRole(caller, { name, role }) {
      const identity = identityOf(core, caller)
      if (!identity.ok) return identity
      const refused = checkRole(role) ?? mayNotGive(core, caller, identity.value, name, role)
      if (refused !== undefined) return refused
      const done = await change(name, { role })
      if (!done.ok) return done
      const kept = await keepRole(done.value, role)
      core.emit({ kind: 'roster' })
      return kept.ok ? ok({ name: done.value, role }) : kept
    },

    async giveRole(registered, role) {
      if (registeredAs(core, registered.name)?.id !== registered.id) return
      const kept = await keepRole(registered.name, role)
      const done = kept.ok ? await change(registered.name, { role }) : kept
      if (!done.ok) ports.log('a role could not be assigned', { name: registered.name, role, fault: done.fault })
    },

    async release(name) {
      if (holds.of(name) === undefined && registeredAs(core, name) === undefined)
        return fail('not-found', `The name “${name}” is not in use.`)
      const ended = await endRegistration(name)
      if (!ended.ok) return ended
      releaseHold(name)
      core.emit({ kind: 'roster' })
      return ok(undefined)
    },
  }
}

/** The lead and the operator assign roles; only the operator assigns the role of lead. */
function mayNotGive(core: ServiceCore, caller: Caller, giver: string, name: string, role: string): ReturnType<typeof fail> | undefined {
  if (caller.via === 'operator') return undefined
  const may = 'Ask your user, who can assign any role in Patchbay.'
  if (provenRole(core, giver) !== 'lead') return fail('not-allowed', `Only the lead can assign roles; you are ${giver}. ${may}`)
  if (role === 'lead') return fail('not-allowed', `Only the operator can make an agent the lead. ${may}`, { field: 'role' })
  const isOther = nameKey(name) !== nameKey(giver) && provenRole(core, name) === 'lead'
  return isOther ? fail('not-allowed', `“${name.slice(0, 128)}” is also a lead. ${may}`, { field: 'name' }) : undefined
}

type FoundAgent = NonNullable<ReturnType<typeof findAgent>>
interface EntryChange {
  readonly status?: string
  readonly statusMessage?: string | undefined
  readonly lastSeen?: string
  readonly role?: string
}

function withFields(state: SwitchboardState, found: FoundAgent, fields: EntryChange): SwitchboardState {
  const { name } = found
  const chat = state.chatAgents.get(name)
  if (found.kind === 'chat' && chat !== undefined)
    return { ...state, chatAgents: withEntry(state.chatAgents, name, { ...chat, ...fields }) }
  const terminal = state.terminals.get(name)
  return terminal === undefined ? state : { ...state, terminals: withEntry(state.terminals, name, { ...terminal, ...fields }) }
}

function notRegistered(name: string): ReturnType<typeof fail> {
  return fail('not-found', `No agent is registered as “${name.slice(0, 128)}”. Call get_team_roster for the list.`, { field: 'name' })
}

function notYours(name: string, identity: string, act: string): ReturnType<typeof fail> {
  return fail('not-allowed', `You are ${identity} and cannot ${act} “${name.slice(0, 128)}”. Only that agent or the operator can.`, {
    field: 'name',
  })
}

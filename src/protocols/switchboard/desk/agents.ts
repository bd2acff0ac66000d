import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { nameKey } from '../pure/agent-name.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import { actsFor, deskLimits, findAgent, identityOf, withEntry } from './core.ts'
import type { DeskCore } from './core.ts'
import type { Desk, RosterEntry } from './desk-types.ts'
import { checkRole } from './register.ts'

/** What the registered agents are, and what may be changed of it. */
export interface AgentsDesk extends Pick<Desk, 'unregister' | 'endSession' | 'setStatus' | 'roster' | 'assignRole'> {
  /** The operator frees a name that a session holds or held. The entry and the mailbox stay. */
  release(name: string): Result<void>
}

export function openAgents(core: DeskCore): AgentsDesk {
  const { ports, holds } = core

  /** Changes the entry of a registered agent, whichever kind it is. */
  async function change(name: string, fields: EntryChange): Promise<Result<string>> {
    let spelled = name
    const written = await ports.state.update((state) => {
      const found = findAgent(state, name)
      if (found === undefined) return notRegistered(name)
      spelled = found.name
      return ok(withFields(state, found, fields))
    })
    if (!written.ok) return written
    core.emit({ kind: 'roster' })
    return ok(spelled)
  }

  function isConnected(name: string): boolean {
    const hold = holds.of(name)
    return hold !== undefined && hold.freesAt === undefined
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
        let spelled = name
        const written = await ports.state.update((state) => {
          const found = findAgent(state, name)
          if (found === undefined) return notRegistered(name)
          spelled = found.name
          return ok({
            ...state,
            chatAgents: withEntry(state.chatAgents, found.name, undefined),
            terminals: withEntry(state.terminals, found.name, undefined),
          })
        })
        if (!written.ok) return written
        releaseHold(spelled)
        core.emit({ kind: 'roster' })
        return ok({ name: spelled })
      }),

    endSession(session) {
      const names = holds.end(session)
      if (names.length === 0) return
      core.emit({ kind: 'roster' })
      void core.inTurn(async () => {
        for (const name of names) {
          if (holds.of(name)?.freesAt === undefined) continue // taken again meanwhile
          const written = await change(name, { status: 'disconnected', lastSeen: new Date(ports.now()).toISOString() })
          if (!written.ok) ports.log('could not note that an agent left', { name, fault: written.fault })
        }
      })
    },

    async setStatus(caller, { name, status, message }) {
      const identity = identityOf(core, caller)
      if (!identity.ok) return identity
      if (!actsFor(core, caller, name)) return notYours(name, identity.value, 'set the status of')
      if (status.trim() === '' || status.length > 64)
        return fail('invalid', 'A status is a word of 1 to 64 characters.', { field: 'status' })
      const statusMessage = message?.slice(0, deskLimits.words)
      const lastSeen = new Date(ports.now()).toISOString()
      const done = await change(name, { status, statusMessage, lastSeen })
      return done.ok ? ok({ name: done.value, status }) : done
    },

    async roster() {
      const state = await ports.state.read()
      if (!state.ok) return state
      const { chatAgents, terminals, teams } = state.value
      const agents: RosterEntry[] = [
        ...[...chatAgents].map(([name, { role, status, statusMessage, capabilities }]) => ({
          name,
          kind: 'chat' as const,
          status: status ?? 'unknown',
          role,
          statusMessage,
          capabilities: capabilities ?? [],
          isConnected: isConnected(name),
        })),
        ...[...terminals].map(([name, { role, status, statusMessage, purpose, pid }]) => ({
          name,
          kind: 'terminal' as const,
          status: status ?? 'unknown',
          role,
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
      const refused = checkRole(role)
      if (refused !== undefined) return refused
      const done = await change(name, { role })
      return done.ok ? ok({ name: done.value, role }) : done
    },

    release(name) {
      if (holds.of(name) === undefined) return fail('not-found', `Nobody holds “${name}”.`)
      releaseHold(name)
      core.emit({ kind: 'roster' })
      return ok(undefined)
    },
  }
}

interface EntryChange {
  readonly status?: string
  readonly statusMessage?: string | undefined
  readonly lastSeen?: string
  readonly role?: string
}

function withFields(
  state: SwitchboardState,
  found: { readonly name: string; readonly kind: 'chat' | 'terminal' },
  fields: EntryChange,
): SwitchboardState {
  const { name } = found
  const chat = state.chatAgents.get(name)
  if (found.kind === 'chat' && chat !== undefined)
    return { ...state, chatAgents: withEntry(state.chatAgents, name, { ...chat, ...fields }) }
  const terminal = state.terminals.get(name)
  return terminal === undefined ? state : { ...state, terminals: withEntry(state.terminals, name, { ...terminal, ...fields }) }
}

function notRegistered(name: string): ReturnType<typeof fail> {
  return fail('not-found', `Nobody is registered as “${name.slice(0, 128)}”. get_team_roster lists who is.`, { field: 'name' })
}

function notYours(name: string, identity: string, act: string): ReturnType<typeof fail> {
  return fail('not-allowed', `You are ${identity}; you may not ${act} “${name.slice(0, 128)}”. Only that agent or the operator may.`, {
    field: 'name',
  })
}

import { ok } from '../../../core/fault.ts'
import type { Registered } from '../pure/registration.ts'
import { openSharedState } from '../files/shared-state.ts'
import type { SharedState, SharedStateOptions } from '../files/shared-state.ts'
import { nameKey } from '../pure/agent-name.ts'
import type { SwitchboardState } from '../pure/state-file.ts'

/**
 * The shared state in which a registered agent has its registration's role, whatever the file says: any program can write there, and the role decides who
 * receives messages and what the screen calls an agent. For unregistered names only the file is known.
 */
export function openStateWithRoles(options: SharedStateOptions, registrations: () => readonly Registered[]): SharedState {
  const shared = openSharedState(options)
  const seen = (state: SwitchboardState): SwitchboardState => withRoles(state, registrations())
  return {
    async read() {
      const read = await shared.read()
      return read.ok ? ok(seen(read.value)) : read
    },
    async update(change, most) {
      const updated = await shared.update((state) => {
        const before = seen(state)
        const changed = change(before)
        return changed.ok && changed.value === before ? ok(state) : changed
      }, most)
      return updated.ok ? ok(seen(updated.value)) : updated
    },
  }
}

function withRoles(state: SwitchboardState, registrations: readonly Registered[]): SwitchboardState {
  const roles = new Map(registrations.map(({ name, role }) => [nameKey(name), role]))
  return { ...state, chatAgents: withRolesIn(state.chatAgents, roles), terminals: withRolesIn(state.terminals, roles) }
}

function withRolesIn<T extends { readonly role?: string }>(
  agents: ReadonlyMap<string, T>,
  roles: ReadonlyMap<string, string | undefined>,
): ReadonlyMap<string, T> {
  return new Map(
    [...agents].map(([name, entry]): [string, T] => {
      const key = nameKey(name)
      if (!roles.has(key)) return [name, entry]
      const { role: _claimed, ...rest } = entry
      const role = roles.get(key)
      return [name, { ...rest, ...(role !== undefined && { role }) } as T]
    }),
  )
}

import { fail, ok } from '../../../core/fault.ts'
import { checkAgentName, nameKey } from '../pure/agent-name.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import { entryOf } from '../pure/state-file.ts'
import { deskLimits, findAgent, identityOf, withEntry } from './core.ts'
import type { DeskCore } from './core.ts'
import type { Desk, RosterTeam } from './desk-types.ts'

/** Specification: Teams. Manual groups, and composite ones: a single agent that stands for several capabilities. */
export function openTeams(core: DeskCore): Pick<Desk, 'createTeam'> {
  const { ports } = core
  return {
    async createTeam(caller, input) {
      const identity = identityOf(core, caller)
      if (!identity.ok) return identity
      const name = checkAgentName(input.name, 'The name of the team')
      if (!name.ok) return { ok: false, fault: { ...name.fault, field: 'name' } }
      const isComposite = input.isComposite === true
      if (input.members.length === 0) return fail('invalid', 'A team needs at least one member.', { field: 'members' })
      if (input.members.length > deskLimits.members)
        return fail('too-large', `A team may have ${deskLimits.members} members.`, { field: 'members' })
      if (isComposite && input.members.length !== 1) {
        return fail('invalid', 'A composite team is one agent that does the work of several; give exactly one member.', {
          field: 'members',
        })
      }
      for (const member of input.members) {
        const checked = checkAgentName(member, 'A member')
        if (!checked.ok) return { ok: false, fault: { ...checked.fault, field: 'members' } }
      }
      const id = `team_${nameKey(name.value).replaceAll(' ', '-')}`
      let team: RosterTeam = { id, name: name.value, members: [], isComposite }
      const written = await ports.state.update((state) => {
        const before = findTeam(state, name.value)
        // The spelling of who is registered; the rest as given. Nobody is in a team twice.
        const spelled = new Map(input.members.map((member) => [nameKey(member), findAgent(state, member)?.name ?? member]))
        team = { ...team, members: [...spelled.values()] }
        if (before !== undefined) {
          const isSame = before.isComposite === isComposite && before.members.join('/') === team.members.join('/')
          if (!isSame)
            return fail('conflict', `There is a team “${before.name}” already: ${before.members.join(', ')}. Choose another name.`, {
              field: 'name',
            })
          team = before
          return ok(state)
        }
        const capabilities = [...(input.capabilities ?? [])].slice(0, deskLimits.capabilities)
        const entry = entryOf({ name: name.value, members: [...team.members], isComposite, capabilities })
        return ok({ ...state, teams: withEntry(state.teams, id, entry) })
      })
      if (!written.ok) return written
      core.emit({ kind: 'roster' })
      return ok(team)
    },
  }
}

/** A team by its id or its name, in any spelling. */
export function findTeam(state: SwitchboardState, nameOrId: string): RosterTeam | undefined {
  const key = nameKey(nameOrId)
  for (const [id, team] of state.teams) {
    const name = team.name ?? id
    if (nameKey(id) === key || nameKey(name) === key)
      return { id, name, members: team.members ?? [], isComposite: team.isComposite === true }
  }
  return undefined
}

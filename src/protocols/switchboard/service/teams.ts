import { fail, ok } from '../../../core/fault.ts'
import type { OperationOutput } from '../pure/operations.ts'
import { checkAgentName, nameKey } from '../pure/agent-name.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import { entryOf } from '../pure/state-file.ts'
import { serviceLimits, findAgent, identityOf, withEntry } from './core.ts'
import type { ServiceCore } from './core.ts'
import type { SwitchboardService } from './contract.ts'
import { provenRole } from './registered.ts'

type Team = OperationOutput<'createTeam'>

/** Specification: Teams. Manual groups, and composite teams: a single agent with several capabilities. */
export function openTeams(core: ServiceCore): Pick<SwitchboardService, 'createTeam' | 'changeTeam'> {
  const { ports } = core
  return {
    async createTeam(caller, input) {
      const identity = identityOf(core, caller)
      if (!identity.ok) return identity
      const name = checkAgentName(input.name, 'The name of the team')
      if (!name.ok) return { ok: false, fault: { ...name.fault, field: 'name' } }
      const isComposite = input.isComposite === true
      const refused = checkMembers(input.members, isComposite)
      if (refused !== undefined) return refused
      const id = `team_${nameKey(name.value).replaceAll(' ', '-')}`
      let team: Team = { id, name: name.value, members: [], isComposite }
      const written = await ports.state.update((state) => {
        const before = findTeam(state, name.value)
        team = { ...team, members: spelled(state, input.members) }
        if (before !== undefined) {
          const isSame = before.isComposite === isComposite && before.members.join('/') === team.members.join('/')
          if (!isSame)
            return fail(
              'conflict',
              `The team “${before.name}” already exists: ${before.members.join(', ')}. Choose another name, or change it with change_team.`,
              {
                field: 'name',
              },
            )
          team = before
          return ok(state)
        }
        const capabilities = [...(input.capabilities ?? [])].slice(0, serviceLimits.capabilities)
        const entry = entryOf({ name: name.value, members: [...team.members], isComposite, capabilities })
        return ok({ ...state, teams: withEntry(state.teams, id, entry) })
      }, serviceLimits.stateShared)
      if (!written.ok) return written
      core.emit({ kind: 'roster' })
      return ok(team)
    },

    async changeTeam(caller, input) {
      const identity = identityOf(core, caller)
      if (!identity.ok) return identity
      let team: Team | undefined
      const written = await ports.state.update((state) => {
        const before = findTeam(state, input.team)
        const entry = before === undefined ? undefined : state.teams.get(before.id)
        if (before === undefined || entry === undefined)
          return fail('not-found', `There is no team “${input.team.slice(0, 128)}”. Call get_team_roster for the list.`, { field: 'team' })
        const isMember = before.members.some((member) => nameKey(member) === nameKey(identity.value))
        if (caller.via !== 'operator' && !isMember && provenRole(core, identity.value) !== 'lead')
          return fail('not-allowed', `Only the lead or a member can change a team; you are ${identity.value}.`)
        const refused = checkMembers(input.members, before.isComposite)
        if (refused !== undefined) return refused
        team = { ...before, members: spelled(state, input.members) }
        return ok({ ...state, teams: withEntry(state.teams, before.id, { ...entry, members: [...team.members] }) })
      }, serviceLimits.stateShared)
      if (!written.ok) return written
      core.emit({ kind: 'roster' })
      return team === undefined ? fail('internal', 'The team was not changed.') : ok(team)
    },
  }
}

/** Registered names in their own spelling, others as given; each name one time. */
function spelled(state: SwitchboardState, members: readonly string[]): string[] {
  return [...new Map(members.map((member) => [nameKey(member), findAgent(state, member)?.name ?? member])).values()]
}

function checkMembers(members: readonly string[], isComposite: boolean): ReturnType<typeof fail> | undefined {
  if (members.length === 0) return fail('invalid', 'A team needs at least one member.', { field: 'members' })
  if (members.length > serviceLimits.members)
    return fail('too-large', `A team can have at most ${serviceLimits.members} members.`, { field: 'members' })
  if (isComposite && members.length !== 1) {
    return fail('invalid', 'A composite team is one agent that does the work of several; specify exactly one member.', {
      field: 'members',
    })
  }
  for (const member of members) {
    const checked = checkAgentName(member, 'A member')
    if (!checked.ok) return { ok: false, fault: { ...checked.fault, field: 'members' } }
  }
  return undefined
}

/** A team by its id or its name, in any spelling. */
export function findTeam(state: SwitchboardState, nameOrId: string): Team | undefined {
  const key = nameKey(nameOrId)
  for (const [id, team] of state.teams) {
    const name = team.name ?? id
    if (nameKey(id) === key || nameKey(name) === key)
      return { id, name, members: team.members ?? [], isComposite: team.isComposite === true }
  }
  return undefined
}

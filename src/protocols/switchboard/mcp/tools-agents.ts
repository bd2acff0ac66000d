import { fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { nameKey } from '../pure/agent-name.ts'
import { operations } from '../pure/operations.ts'
import type { OperationOutput } from '../pure/operations.ts'
import { offerTool } from './offer.ts'
import type { ToolContext } from './offer.ts'

type Registration = OperationOutput<'registerChatAgent'>

const registers = { readOnlyHint: false, destructiveHint: false, idempotentHint: true }

/** Tools for agents and their status. */
export const agentTools = [
  offerTool({
    name: 'register_chat_agent',
    title: 'Register as an agent',
    description:
      'Gives this session its name. Call it once, before you change or send anything. From then on you send under this name only. A name in use by another live session is refused; so is one reserved for an agent with a role, until your user confirms that you are that agent. The role lead needs your user’s approval; until then you have no role.',
    ...operations.registerChatAgent,
    hints: registers,
    needs: 'nothing',
    run: async (context, input) => {
      const other = otherName(context, input.name)
      return other ?? hold(context, await context.service.registerChatAgent(context.caller, input))
    },
  }),
  offerTool({
    name: 'register_terminal',
    title: 'Register a terminal',
    description:
      'Registers a terminal under a name, so that others can see it. The lead can run commands in it once your user has started a shell for it in Patchbay. In a session without a name the terminal’s name becomes the session’s name.',
    ...operations.registerTerminal,
    hints: registers,
    needs: 'nothing',
    run: async (context, input) => hold(context, await context.service.registerTerminal(context.caller, input)),
  }),
  offerTool({
    name: 'unregister_agent',
    title: 'Unregister a name',
    description: 'Ends your registration, or that of a terminal you registered. Mail for the name stays in place.',
    ...operations.unregister,
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    needs: 'name',
    run: async (context, input) => {
      const result = await context.service.unregister(context.caller, input)
      if (result.ok && nameKey(input.name) === nameKey(context.caller.name ?? '')) context.hold(undefined)
      return result
    },
  }),
  offerTool({
    name: 'set_agent_status',
    title: 'Set your status',
    description: 'Sets the status that others and the operator see for you, or for a terminal you registered.',
    ...operations.setStatus,
    hints: registers,
    needs: 'name',
    run: ({ service, caller }, input) => service.setStatus(caller, input),
  }),
  offerTool({
    name: 'get_team_roster',
    title: 'List agents and teams',
    description: 'Lists all agents and terminals with role, status and whether they are connected now, and all teams.',
    ...operations.roster,
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    needs: 'nothing',
    run: ({ service }) => service.roster(),
  }),
  offerTool({
    name: 'assign_role',
    title: 'Assign a role',
    description:
      'Assigns a role to a registered agent. Only the lead and your user can do this; only your user can make an agent the lead or take that role away.',
    ...operations.assignRole,
    hints: registers,
    needs: 'name',
    run: ({ service, caller }, input) => service.assignRole(caller, input),
  }),
  offerTool({
    name: 'create_team',
    title: 'Create a team',
    description:
      'Creates a team of agents. An existing team with the same members is returned unchanged; with other members the call is refused, and change_team changes the team. A composite team is one agent that does the work of several.',
    ...operations.createTeam,
    hints: registers,
    needs: 'name',
    run: ({ service, caller }, input) => service.createTeam(caller, input),
  }),
  offerTool({
    name: 'change_team',
    title: 'Change a team',
    description: 'Replaces the members of a team. Only the lead or a member of the team can do this. The team keeps its id and its name.',
    ...operations.changeTeam,
    hints: registers,
    needs: 'name',
    run: ({ service, caller }, input) => service.changeTeam(caller, input),
  }),
]

/** A session has one name: to take another, an agent gives the first one up. */
function otherName({ caller }: ToolContext, name: string): Result<never> | undefined {
  if (caller.name === undefined || nameKey(caller.name) === nameKey(name)) return undefined
  return fail(
    'conflict',
    `This session is already ${caller.name}. Call unregister_agent with that name first, or continue as ${caller.name}.`,
  )
}

/** A session's first registration is its identity; terminals registered later are not. */
function hold(context: ToolContext, result: Result<Registration>): Result<Registration> {
  if (result.ok && context.caller.name === undefined) context.hold(result.value.name)
  return result
}

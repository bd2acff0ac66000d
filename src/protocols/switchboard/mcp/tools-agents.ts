import { fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { nameKey } from '../pure/agent-name.ts'
import { acts } from '../pure/acts.ts'
import type { ActOutput } from '../pure/acts.ts'
import { offerTool } from './offer.ts'
import type { ToolContext } from './offer.ts'

type Registration = ActOutput<'registerChatAgent'>

const registers = { readOnlyHint: false, destructiveHint: false, idempotentHint: true }

/** Tools for who is there. */
export const agentTools = [
  offerTool({
    name: 'register_chat_agent',
    title: 'Register as an agent',
    description:
      'Gives this session its name. Call it once, before anything that acts. From then on you send under this name and no other. A name that another live session holds is refused; so is one that is kept for an agent with a role, until your user says that you are the same. To be the lead your user is asked; until then you have no role.',
    ...acts.registerChatAgent,
    hints: registers,
    needs: 'nothing',
    run: async (context, input) => {
      const other = otherName(context, input.name)
      return other ?? hold(context, await context.desk.registerChatAgent(context.caller, input))
    },
  }),
  offerTool({
    name: 'register_terminal',
    title: 'Register a terminal',
    description:
      'Makes a terminal known under a name, so that others can see it. The lead can run commands in it once your user has started a shell for it in Patchbay. In a session without a name the terminal’s name becomes the session’s name.',
    ...acts.registerTerminal,
    hints: registers,
    needs: 'nothing',
    run: async (context, input) => hold(context, await context.desk.registerTerminal(context.caller, input)),
  }),
  offerTool({
    name: 'unregister_agent',
    title: 'Give a name back',
    description: 'Ends your registration, or that of a terminal which you registered. Mail for the name stays where it is.',
    ...acts.unregister,
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    needs: 'name',
    run: async (context, input) => {
      const result = await context.desk.unregister(context.caller, input)
      if (result.ok && nameKey(input.name) === nameKey(context.caller.name ?? '')) context.hold(undefined)
      return result
    },
  }),
  offerTool({
    name: 'set_agent_status',
    title: 'Say how you are doing',
    description: 'Sets the status that others and the operator see for you, or for a terminal which you registered.',
    ...acts.setStatus,
    hints: registers,
    needs: 'name',
    run: ({ desk, caller }, input) => desk.setStatus(caller, input),
  }),
  offerTool({
    name: 'get_team_roster',
    title: 'See who is there',
    description: 'Lists all agents and terminals with role, status and whether they are connected now, and all teams.',
    ...acts.roster,
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    needs: 'nothing',
    run: ({ desk }) => desk.roster(),
  }),
  offerTool({
    name: 'assign_role',
    title: 'Give an agent a role',
    description:
      'Gives a registered agent a role. Only the lead may, and your user; only your user makes an agent the lead, or takes that role from another.',
    ...acts.assignRole,
    hints: registers,
    needs: 'name',
    run: ({ desk, caller }, input) => desk.assignRole(caller, input),
  }),
  offerTool({
    name: 'create_team',
    title: 'Make a team',
    description:
      'Makes a team of agents. A team that is there already with the same members is returned as it is; with others this is refused, and change_team changes it. A composite team is one agent that does the work of several.',
    ...acts.createTeam,
    hints: registers,
    needs: 'name',
    run: ({ desk, caller }, input) => desk.createTeam(caller, input),
  }),
  offerTool({
    name: 'change_team',
    title: 'Change a team',
    description: 'Gives a team other members. Only the lead or one of its members may. The team keeps its id and its name.',
    ...acts.changeTeam,
    hints: registers,
    needs: 'name',
    run: ({ desk, caller }, input) => desk.changeTeam(caller, input),
  }),
]

/** A session has one name: an agent that wants another gives the first one back. */
function otherName({ caller }: ToolContext, name: string): Result<never> | undefined {
  if (caller.name === undefined || nameKey(caller.name) === nameKey(name)) return undefined
  return fail('conflict', `This session is already ${caller.name}. Call unregister_agent with that name first, or go on as ${caller.name}.`)
}

/** The first registration of a session is its identity; terminals that it registers later are not. */
function hold(context: ToolContext, result: Result<Registration>): Result<Registration> {
  if (result.ok && context.caller.name === undefined) context.hold(result.value.name)
  return result
}

import { z } from 'zod'
import { fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { nameKey } from '../pure/agent-name.ts'
import type { Registration } from '../desk/desk-types.ts'
import { offerTool } from './offer.ts'
import type { ToolContext } from './offer.ts'
import { agentName, role, shortText } from './tool-fields.ts'

const secret = z
  .string()
  .max(256)
  .optional()
  .describe('What an earlier registration of this agent returned as resumeSecret: takes the name over at once after a lost connection.')
const registration = z.object({
  name: z.string().describe('The name as it is spelled from now on.'),
  resumeSecret: z.string().describe('Keep it: it takes this name over when you have to connect again.'),
  note: z.string().optional().describe('What you have to know of this registration.'),
})
const registers = { readOnlyHint: false, destructiveHint: false, idempotentHint: true }

/** Tools for who is there. */
export const agentTools = [
  offerTool({
    name: 'register_chat_agent',
    title: 'Register as an agent',
    description:
      'Gives this session its name. Call it once, before anything that acts. From then on you send under this name and no other. A name that another live session holds is refused; so is one that is kept for an agent with a role, until your user says that you are the same. To be the lead your user is asked; until then you have no role.',
    input: z.strictObject({
      name: agentName,
      interface: z.string().min(1).max(128).describe('What you run in, for example “Claude Code” or “Cursor”.'),
      capabilities: z.array(z.string().min(1).max(128)).max(64).describe('What you can do, a few words each.'),
      role: role.optional(),
      resumeSecret: secret,
    }),
    output: registration,
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
    input: z.strictObject({
      name: agentName,
      pid: z
        .int()
        .positive()
        .max(2 ** 31)
        .describe('Process id of the shell.'),
      purpose: z.string().min(1).max(500).describe('What the terminal is for.'),
      color: z.string().max(64).optional().describe('Colour for other programs to show it with.'),
      icon: z.string().max(64).optional().describe('Icon for other programs to show it with.'),
      resumeSecret: secret,
    }),
    output: registration,
    hints: registers,
    needs: 'nothing',
    run: async (context, input) => hold(context, await context.desk.registerTerminal(context.caller, input)),
  }),
  offerTool({
    name: 'unregister_agent',
    title: 'Give a name back',
    description: 'Ends your registration, or that of a terminal which you registered. Mail for the name stays where it is.',
    input: z.strictObject({ name: agentName }),
    output: z.object({ name: z.string() }),
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
    input: z.strictObject({
      name: agentName.describe('Your own name, or that of a terminal which you registered.'),
      status: z.string().min(1).max(64).describe('For example idle, busy, waiting, done or error.'),
      message: shortText.optional().describe('What you are doing, in one line.'),
    }),
    output: z.object({ name: z.string(), status: z.string() }),
    hints: registers,
    needs: 'name',
    run: ({ desk, caller }, input) => desk.setStatus(caller, input),
  }),
  offerTool({
    name: 'get_team_roster',
    title: 'See who is there',
    description: 'Lists all agents and terminals with role, status and whether they are connected now, and all teams.',
    input: z.strictObject({}),
    output: z.object({
      agents: z.array(
        z.object({
          name: z.string(),
          kind: z.enum(['terminal', 'chat']),
          status: z.string(),
          role: z.string().optional(),
          statusMessage: z.string().optional(),
          capabilities: z.array(z.string()),
          purpose: z.string().optional(),
          pid: z.number().optional(),
          isConnected: z.boolean(),
        }),
      ),
      teams: z.array(team()),
    }),
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    needs: 'nothing',
    run: ({ desk }) => desk.roster(),
  }),
  offerTool({
    name: 'assign_role',
    title: 'Give an agent a role',
    description:
      'Gives a registered agent a role. Only the lead may, and your user; only your user makes an agent the lead, or takes that role from another.',
    input: z.strictObject({ name: agentName, role }),
    output: z.object({ name: z.string(), role: z.string() }),
    hints: registers,
    needs: 'name',
    run: ({ desk, caller }, input) => desk.assignRole(caller, input),
  }),
  offerTool({
    name: 'create_team',
    title: 'Make a team',
    description:
      'Makes a team of agents. A team that is there already with the same members is returned as it is; with others this is refused, and change_team changes it. A composite team is one agent that does the work of several.',
    input: z.strictObject({
      name: agentName.describe('Name of the team.'),
      members: z.array(agentName).min(1).max(64).describe('Names of agents; exactly one for a composite team.'),
      isComposite: z.boolean().optional(),
      capabilities: z.array(z.string().min(1).max(128)).max(64).optional(),
    }),
    output: team(),
    hints: registers,
    needs: 'name',
    run: ({ desk, caller }, input) => desk.createTeam(caller, input),
  }),
  offerTool({
    name: 'change_team',
    title: 'Change a team',
    description: 'Gives a team other members. Only the lead or one of its members may. The team keeps its id and its name.',
    input: z.strictObject({
      team: agentName.describe('Id or name of the team.'),
      members: z.array(agentName).min(1).max(64).describe('All members that it has from now on; exactly one for a composite team.'),
    }),
    output: team(),
    hints: registers,
    needs: 'name',
    run: ({ desk, caller }, input) => desk.changeTeam(caller, input),
  }),
]

function team() {
  return z.object({ id: z.string(), name: z.string(), members: z.array(z.string()), isComposite: z.boolean() })
}

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

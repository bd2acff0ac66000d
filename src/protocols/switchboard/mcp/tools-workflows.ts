import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import { offerTool } from './offer.ts'
import { agentName, shortText } from './tool-fields.ts'

const workflowName = z.string().min(1).max(64).describe('Name of the workflow; get_workflow_state lists them.')
const view = z.object({
  active: z
    .object({
      name: z.string(),
      phase: z.int(),
      phases: z.array(
        z.object({
          number: z.int(),
          name: z.string(),
          role: z.string(),
          artifact: z.string().describe('What has to exist before the phase can be completed.'),
          state: z.enum(['done', 'skipped', 'current', 'next']),
        }),
      ),
      targetAgent: z.string().optional(),
    })
    .optional()
    .describe('Absent: no workflow is running.'),
  suspended: z.array(z.object({ name: z.string(), phase: z.int() })),
  ofAgents: z.array(z.object({ agent: z.string(), name: z.string(), phase: z.int() })).describe('Workflows of single agents.'),
  available: z.array(z.string()),
})
const changes = { readOnlyHint: false, destructiveHint: false, idempotentHint: false }

/** Tools for workflows: phases in order, each with the artifact it needs. */
export const workflowTools = [
  offerTool({
    name: 'start_workflow',
    title: 'Start a workflow',
    description:
      'Starts a workflow at its first phase, or a suspended one where it stood, and returns all phases with their roles and artifacts. While another one is running this is refused, unless force is true: then the running one is suspended.',
    input: z.strictObject({
      name: workflowName,
      initialContext: z.string().max(limits.draftChars).optional().describe('What the work is about.'),
      targetAgent: agentName.optional().describe('Agent that gets a workflow of its own; absent: the workflow is the workspace’s.'),
      force: z.boolean().optional().describe('True: suspend the one that is running.'),
    }),
    output: view,
    hints: changes,
    needs: 'name',
    run: ({ desk, caller }, input) => desk.startWorkflow(caller, input),
  }),
  offerTool({
    name: 'get_workflow_state',
    title: 'See the workflow',
    description: 'Returns the running workflow with its phases, the suspended ones, and the names of all that can be started.',
    input: z.strictObject({}),
    output: view,
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    needs: 'nothing',
    run: ({ desk }) => desk.workflowState(),
  }),
  offerTool({
    name: 'complete_workflow_phase',
    title: 'Complete a phase',
    description:
      'Completes the current phase of a workflow and goes on to the next. At least one artifact has to exist inside the workspace. To complete a later phase than the current one, give skipReason: the phases between are marked as skipped.',
    input: z.strictObject({
      workflow: workflowName,
      phase: z.int().min(1).max(64).describe('Number of the phase, from 1.'),
      artifacts: z
        .array(
          z.strictObject({
            path: z.string().min(1).max(limits.pathChars).describe('Path relative to the workspace.'),
            description: shortText.optional(),
          }),
        )
        .max(64)
        .optional(),
      notes: z.string().max(limits.draftChars).optional(),
      skipReason: shortText.optional().describe('Why phases before this one are left out.'),
      targetAgent: agentName.optional().describe('Agent whose own workflow it is; absent: the workflow of the workspace.'),
    }),
    output: view,
    hints: changes,
    needs: 'name',
    run: ({ desk, caller }, input) => desk.completePhase(caller, input),
  }),
  offerTool({
    name: 'stop_workflow',
    title: 'Stop the workflow',
    description: 'Ends the running workflow. Its artifacts stay; the one that was suspended last goes on.',
    input: z.strictObject({ reason: shortText.optional(), targetAgent: agentName.optional() }),
    output: view,
    hints: { ...changes, destructiveHint: true },
    needs: 'name',
    run: ({ desk, caller }, input) => desk.stopWorkflow(caller, input),
  }),
]

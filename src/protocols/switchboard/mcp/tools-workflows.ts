import { operations } from '../pure/operations.ts'
import { offerTool } from './offer.ts'

const changes = { readOnlyHint: false, destructiveHint: false, idempotentHint: false }

/** Tools for workflows: phases in order, each with the artifact it needs. */
export const workflowTools = [
  offerTool({
    name: 'start_workflow',
    title: 'Start a workflow',
    description:
      'Starts a workflow at its first phase, or resumes a suspended one, and returns all phases with their roles and artifacts. While another workflow is running, this is refused unless force is true: then the running one is suspended.',
    ...operations.startWorkflow,
    hints: changes,
    needs: 'name',
    run: ({ service, caller }, input) => service.startWorkflow(caller, input),
  }),
  offerTool({
    name: 'get_workflow_state',
    title: 'See the workflow',
    description: 'Returns the running workflow with its phases, the suspended ones, and the names of all workflows that can be started.',
    ...operations.workflowState,
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    needs: 'nothing',
    run: ({ service }) => service.workflowState(),
  }),
  offerTool({
    name: 'complete_workflow_phase',
    title: 'Complete a phase',
    description:
      'Completes the current phase of a workflow and moves on to the next. At least one artifact must exist inside the workspace. To complete a later phase than the current one, give a skipReason: the phases in between are marked as skipped.',
    ...operations.completePhase,
    hints: changes,
    needs: 'name',
    run: ({ service, caller }, input) => service.completePhase(caller, input),
  }),
  offerTool({
    name: 'stop_workflow',
    title: 'Stop the workflow',
    description: 'Ends the running workflow. Its artifacts stay; the most recently suspended workflow resumes.',
    ...operations.stopWorkflow,
    hints: { ...changes, destructiveHint: true },
    needs: 'name',
    run: ({ service, caller }, input) => service.stopWorkflow(caller, input),
  }),
]

import type { Role } from './roles.ts'

/** One step of a workflow. */
export interface Phase {
  readonly name: string
  readonly role: Role
  /** What must exist in the workspace before the phase is done, described for an agent. */
  readonly artifact: string
}

export interface Workflow {
  readonly name: string
  readonly title: string
  /** Its purpose, in one line. */
  readonly about: string
  readonly phases: readonly Phase[]
}

const phase = (name: string, role: Role, artifact: string): Phase => ({ name, role, artifact })

/** The protocol's workflows with its numbers of phases; names, roles and artifacts of the phases are ours. */
export const workflows: readonly Workflow[] = [
  {
    name: 'accuracy',
    title: 'Accuracy',
    about: 'Work that must be correct: understand, plan, build, test, review.',
    phases: [
      phase('Understand', 'researcher', 'notes on the current state and the request'),
      phase('Plan', 'lead', 'a plan listing the files to change and how to verify the change'),
      phase('Build', 'coder 1', 'the changed files'),
      phase('Test', 'tester', 'a test report'),
      phase('Review', 'reviewer', 'the review with its verdict'),
    ],
  },
  {
    name: 'handoff',
    title: 'Hand-off',
    about: 'One agent hands its work to another.',
    phases: [
      phase('Write down', 'coder 1', 'what is done, what is open, and where to find it'),
      phase('Take over', 'coder 2', 'the plan of who takes over'),
      phase('Finish', 'coder 2', 'the changed files'),
    ],
  },
  {
    name: 'handoff-lead',
    title: 'Hand-off to the lead',
    about: 'Work returns to the lead, who decides on the next steps.',
    phases: [
      phase('Write down', 'coder 1', 'what is done, what is open, and where to find it'),
      phase('Decide', 'lead', 'the decision and the next tasks'),
      phase('Pass on', 'lead', 'the task as it was delegated'),
    ],
  },
  {
    name: 'handoff-chat',
    title: 'Hand-off to a chat agent',
    about: 'Work from a terminal is handed to a chat agent.',
    phases: [
      phase('Write down', 'coder 1', 'what is done, what is open, and where to find it'),
      phase('Ask', 'lead', 'the question with everything needed to answer it'),
      phase('Bring back', 'coder 1', 'the answer and how it was used'),
    ],
  },
  {
    name: 'handoff-relay',
    title: 'Relay',
    about: 'Work passes from agent to agent, each leaving a note for the next.',
    phases: [
      phase('First leg', 'coder 1', 'the changed files and a note for the next agent'),
      phase('Second leg', 'coder 2', 'the changed files and a note for the next agent'),
      phase('Arrive', 'tester', 'a test report'),
    ],
  },
  {
    name: 'enhance',
    title: 'Enhance',
    about: 'Improve something that exists.',
    phases: [
      phase('Measure', 'researcher', 'the current state, with figures'),
      phase('Choose', 'lead', 'what to change and what to leave alone'),
      phase('Change', 'coder 1', 'the changed files'),
      phase('Compare', 'tester', 'a comparison with the previous state'),
    ],
  },
  {
    name: 'challenge',
    title: 'Challenge',
    about: 'A plan is challenged before it is carried out.',
    phases: [
      phase('Propose', 'lead', 'the plan'),
      phase('Attack', 'reviewer', 'the objections, worst first'),
      phase('Answer', 'lead', 'the plan with an answer to each objection'),
      phase('Build', 'coder 1', 'the changed files'),
      phase('Judge', 'reviewer', 'the review with its verdict'),
    ],
  },
  {
    name: 'chat',
    title: 'Conversation',
    about: 'Think together first, then write down the conclusions.',
    phases: [
      phase('Question', 'lead', 'the question and its background'),
      phase('Collect', 'researcher', 'what is known, with sources'),
      phase('Discuss', 'lead', 'the options with pros and cons'),
      phase('Conclude', 'lead', 'the conclusion and the next step'),
    ],
  },
]

/** A workflow by name; undefined if there is none. */
export function workflowOf(name: string): Workflow | undefined {
  return workflows.find((workflow) => workflow.name === name)
}

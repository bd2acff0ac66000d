import type { Role } from './roles.ts'

/** One step of a workflow. */
export interface Phase {
  readonly name: string
  readonly role: Role
  /** What has to exist in the workspace before the phase is done, in words for an agent. */
  readonly artifact: string
}

export interface Workflow {
  readonly name: string
  readonly title: string
  /** What it is for, in one line. */
  readonly about: string
  readonly phases: readonly Phase[]
}

const phase = (name: string, role: Role, artifact: string): Phase => ({ name, role, artifact })

/** The workflows of the protocol with their numbers of phases; names, roles and artifacts of the phases are ours. */
export const workflows: readonly Workflow[] = [
  {
    name: 'accuracy',
    title: 'Accuracy',
    about: 'Work that must be right: understand, plan, build, test, review.',
    phases: [
      phase('Understand', 'researcher', 'notes on what is there now and what is asked'),
      phase('Plan', 'lead', 'a plan with the files that change and how it is checked'),
      phase('Build', 'coder 1', 'the changed files'),
      phase('Test', 'tester', 'a report of the tests that ran'),
      phase('Review', 'reviewer', 'the review with its verdict'),
    ],
  },
  {
    name: 'handoff',
    title: 'Hand-off',
    about: 'One agent gives its work to another.',
    phases: [
      phase('Write down', 'coder 1', 'what is done, what is open, where it is'),
      phase('Take over', 'coder 2', 'the plan of who takes over'),
      phase('Finish', 'coder 2', 'the changed files'),
    ],
  },
  {
    name: 'handoff-lead',
    title: 'Hand-off to the lead',
    about: 'Work goes back to the lead, who decides how it goes on.',
    phases: [
      phase('Write down', 'coder 1', 'what is done, what is open, where it is'),
      phase('Decide', 'lead', 'the decision and the next tasks'),
      phase('Pass on', 'lead', 'the task as it was delegated'),
    ],
  },
  {
    name: 'handoff-chat',
    title: 'Hand-off to a chat agent',
    about: 'Work of a terminal goes to an agent in a chat.',
    phases: [
      phase('Write down', 'coder 1', 'what is done, what is open, where it is'),
      phase('Ask', 'lead', 'the question with everything that is needed to answer it'),
      phase('Bring back', 'coder 1', 'the answer and what was made of it'),
    ],
  },
  {
    name: 'handoff-relay',
    title: 'Relay',
    about: 'Work goes from hand to hand, each leaves a note for the next.',
    phases: [
      phase('First leg', 'coder 1', 'the changed files and a note for the next'),
      phase('Second leg', 'coder 2', 'the changed files and a note for the next'),
      phase('Arrive', 'tester', 'a report of the tests that ran'),
    ],
  },
  {
    name: 'enhance',
    title: 'Enhance',
    about: 'Make something that exists better.',
    phases: [
      phase('Measure', 'researcher', 'how it is now, with figures'),
      phase('Choose', 'lead', 'what is changed and what is left alone'),
      phase('Change', 'coder 1', 'the changed files'),
      phase('Compare', 'tester', 'how it is now against how it was'),
    ],
  },
  {
    name: 'challenge',
    title: 'Challenge',
    about: 'A plan is attacked before it is carried out.',
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
    about: 'Think together first, then write down what follows.',
    phases: [
      phase('Question', 'lead', 'the question and why it is asked'),
      phase('Collect', 'researcher', 'what is known, with sources'),
      phase('Discuss', 'lead', 'the options with what speaks for and against them'),
      phase('Conclude', 'lead', 'the conclusion and the next step'),
    ],
  },
]

/** A workflow by its name; undefined when there is none. */
export function workflowOf(name: string): Workflow | undefined {
  return workflows.find((workflow) => workflow.name === name)
}

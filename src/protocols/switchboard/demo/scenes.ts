/** Who plays in the demo. Some speak MCP, the others only write files. */
export interface Player {
  readonly name: string
  readonly role?: string
  readonly interface: string
  readonly capabilities: readonly string[]
  readonly speaks: 'mcp' | 'files'
}

export const players: readonly Player[] = [
  { name: 'planner', interface: 'demo', capabilities: ['plan', 'delegate'], speaks: 'mcp' },
  { name: 'coder', role: 'coder 1', interface: 'demo', capabilities: ['typescript', 'sql'], speaks: 'mcp' },
  { name: 'reviewer', role: 'reviewer', interface: 'demo', capabilities: ['review'], speaks: 'mcp' },
  { name: 'tester', role: 'tester', interface: 'demo', capabilities: ['test'], speaks: 'mcp' },
  { name: 'docs', interface: 'files only', capabilities: [], speaks: 'files' },
]

/** One message of a scene. `answers`: it answers the newest message that the sender got. `{n}` becomes a number. */
export interface Beat {
  readonly from: string
  readonly to: string
  readonly action: 'delegate_task' | 'request_review' | 'submit_result' | 'status_update' | 'execute'
  readonly text: string
  readonly answers?: true
  readonly metadata?: Readonly<Record<string, string>>
}

/** What coder wants from the operator, and what it says when no answer has come for some minutes. */
export const question: Beat = {
  from: 'coder',
  to: 'operator',
  action: 'request_review',
  text: 'May I drop the old config format in step {n}? It would need a migration and a warning one release earlier.',
}
export const withdrawal: Beat = {
  from: 'coder',
  to: 'operator',
  action: 'status_update',
  text: 'Cancel: I keep the old config format in this release, so there is nothing to decide.',
}

/** Scenes that follow each other, again and again. What one asks for, it also ends. */
export const scenes: readonly (readonly Beat[])[] = [
  [
    {
      from: 'planner',
      to: 'coder',
      action: 'delegate_task',
      text: 'Step {n}: honour `Retry-After` in `src/http/client.ts`.\n- give up after 5 attempts\n- one test per status code',
      metadata: { branch: 'retry-{n}' },
    },
    { from: 'coder', to: 'reviewer', action: 'request_review', text: 'Please review the retry helper on `retry-{n}`: 2 files, 41 lines.' },
    {
      from: 'reviewer',
      to: 'coder',
      action: 'status_update',
      text: 'One question: should a date in `Retry-After` work too? The RFC allows both.',
      answers: true,
    },
    { from: 'coder', to: 'reviewer', action: 'status_update', text: 'Yes. Added, with a test for a date in the past.', answers: true },
    { from: 'reviewer', to: 'coder', action: 'submit_result', text: 'Approved: `retry-{n}` can be merged.' },
    { from: 'coder', to: 'planner', action: 'submit_result', text: 'Step {n} is done: both forms work, 12 tests, all green.' },
  ],
  [
    {
      from: 'planner',
      to: 'tester',
      action: 'delegate_task',
      text: 'Run the queue tests 500 times; #{n} reports that one of them is flaky.',
    },
    { from: 'tester', to: 'planner', action: 'status_update', text: 'Running. 120 of 500, no failure yet.' },
    {
      from: 'tester',
      to: 'planner',
      action: 'submit_result',
      text: '3 failures in 500: `queue drains in order`, seed 4711.\nTwo timers share a tick; the sort is not stable across them.',
    },
    {
      from: 'docs',
      to: 'coder',
      action: 'status_update',
      text: 'The handbook says that `--poll` is 2 s, the code says 1 s. Which is right?',
    },
    { from: 'coder', to: 'docs', action: 'status_update', text: 'The code: 1 s since the last release.', answers: true },
  ],
  [
    { from: 'docs', to: 'reviewer', action: 'request_review', text: 'Handbook, chapter {n}: added a table of options.' },
    { from: 'reviewer', to: 'docs', action: 'submit_result', text: 'Chapter {n} is correct now; the table fits on a page.' },
    { from: 'planner', to: 'operator', action: 'status_update', text: 'Plan for today: retry change, flaky queue test, handbook.' },
    { from: 'planner', to: 'build', action: 'execute', text: 'git status --short && npm test' },
  ],
]

import { demoCues } from '../../../core/demo-story.ts'

/** An agent of the demo: name, role and instructions for `agents/*.md`. */
export interface Player {
  readonly name: string
  readonly role: string
  readonly handoffTo: readonly string[]
  readonly triggers: readonly string[]
  readonly instructions: string
}

/** One line of a scene: a message, possibly of several lines, or a raw line that is written unchanged. */
export type Beat =
  | { readonly from: string; readonly to: string; readonly cc?: readonly string[]; readonly text: string }
  | { readonly raw: string }

export const players: readonly Player[] = [
  {
    name: 'planner',
    role: 'Planner',
    handoffTo: ['coder', 'docs'],
    triggers: ['plan', 'scope'],
    instructions: 'Cuts the work into steps that one agent can finish in an hour.',
  },
  {
    name: 'coder',
    role: 'Developer',
    handoffTo: ['reviewer', 'tester'],
    triggers: ['implement', 'fix'],
    instructions: 'Writes the smallest change that makes the step pass its tests.',
  },
  {
    name: 'reviewer',
    role: 'Code reviewer',
    handoffTo: ['coder', 'ops'],
    triggers: ['review'],
    instructions: 'Reads every diff twice. Asks before assuming.',
  },
  {
    name: 'tester',
    role: 'Tester',
    handoffTo: ['coder'],
    triggers: ['test', 'reproduce'],
    instructions: 'Turns every report into a failing test first.',
  },
  {
    name: 'docs',
    role: 'Technical writer',
    handoffTo: ['reviewer'],
    triggers: ['document'],
    instructions: 'Keeps the handbook and the change log up to date.',
  },
  {
    name: 'ops',
    role: 'Release engineer',
    handoffTo: ['planner'],
    triggers: ['deploy', 'release'],
    instructions: 'Owns the pipeline. Nothing ships on red.',
  },
]

const diff =
  '```ts\nexport function retryAfter(headers: Headers): number {\n  const value = Number(headers.get("retry-after"))\n  return Number.isFinite(value) ? value * 1000 : 1000\n}\n```'

/** Scenes that can follow each other in any order. What one asks for, it also ends. `{n}` becomes a number. */
export const scenes: readonly (readonly Beat[])[] = [
  [
    {
      from: 'planner',
      to: 'coder',
      cc: ['reviewer'],
      text: 'Step {n}: rate limits in `src/http/client.ts`\nChanges:\n- honour `Retry-After`\n- give up after 5 attempts\n- one test per status code',
    },
    { from: 'coder', to: 'planner', cc: ['reviewer'], text: 'Acknowledged — starting on step {n}' },
    { from: 'coder', to: 'reviewer', text: `Please review the retry helper:\n${diff}` },
    { from: 'reviewer', to: 'coder', text: 'Should a date in `Retry-After` work too? The RFC allows both forms.' },
    { from: 'coder', to: 'reviewer', text: 'Yes. Added, with a test for a date in the past (waits 0 ms).' },
    { from: 'reviewer', to: 'coder', cc: ['planner', 'tester'], text: 'Approved with one nit — name the constant `maxAttempts`.' },
    { from: 'coder', to: 'planner', cc: ['reviewer'], text: 'Step {n} is done: named it, merged as `4be91c7`, 12 tests green.' },
  ],
  [
    {
      from: 'tester',
      to: 'coder',
      text: 'Flaky: `queue drains in order` failed {n} times in 500 runs.\nSeed and log:\n    seed=4711\n    expected [1, 2, 3], got [1, 3, 2]',
    },
    { from: 'coder', to: 'tester', text: 'Reproduced. Two timers share a tick; the sort is not stable across them.' },
    {
      from: 'coder',
      to: 'reviewer',
      cc: ['tester'],
      text: 'Fix: order by (due, sequence) instead of due alone. 4 lines in `src/queue/drain.ts:88`.',
    },
    { from: 'reviewer', to: 'coder', cc: ['tester'], text: 'Approved.' },
    { from: 'tester', to: 'planner', cc: ['coder', 'reviewer'], text: '5,000 runs, 0 failures. Closing #{n}.' },
  ],
  [
    { from: 'docs', to: 'coder', text: 'What is the default of `--poll`? The handbook says 2 s, the code says 1 s.' },
    { from: 'coder', to: 'docs', text: 'The code is right: 1 s since the last release.' },
    {
      from: 'docs',
      to: 'reviewer',
      cc: ['planner'],
      text: 'Handbook updated:\n| option | default |\n|---|---|\n| `--poll` | 1 s |\n| `--once` | off |',
    },
    { from: 'reviewer', to: 'docs', text: 'Acknowledged — received' },
  ],
  [
    {
      from: 'ops',
      to: 'planner',
      cc: ['coder', 'reviewer', 'tester', 'docs'],
      text: 'Release candidate {n} is on staging. Smoke tests: 42 passed, 0 failed.',
    },
    { from: 'planner', to: 'ops', text: 'Hold it for the retry change, please. Ready within the hour?' },
    { from: 'ops', to: 'coder', text: 'Is the retry change on main?' },
    { from: 'coder', to: 'ops', cc: ['planner'], text: 'Merged as `9f3c2d1`. Nothing else is open on my side.' },
    {
      from: 'ops',
      to: 'planner',
      cc: ['docs'],
      text: 'Deployed to 10 % of traffic. p95 41 ms (before: 44 ms). Going to 100 % in 20 minutes.',
    },
  ],
  [
    { raw: '# notes from the stand-up: a comment, not a message' },
    { from: 'planner', to: 'reviewer', text: 'Can we drop support for the old config format this month?' },
    {
      from: 'reviewer',
      to: 'planner',
      cc: ['docs'],
      text: 'Only with a migration and a warning one release earlier.\nTwo things break otherwise:\n1. projects that pin the old schema\n2. the example in the handbook',
    },
    { from: 'planner', to: 'coder', cc: ['reviewer', 'docs'], text: 'Then step {n}: write the migration, behind `--migrate`.' },
    { from: 'coder', to: 'planner', text: 'Acknowledged — starting on step {n}' },
    {
      from: 'coder',
      to: 'planner',
      cc: ['reviewer', 'docs'],
      text: 'Step {n} is done: `--migrate` writes the new format and keeps the old file.',
    },
  ],
  [
    { raw: '[reviewer to coder]: this header has spaces instead of hyphens, so it is a comment' },
    { from: 'reviewer', to: 'coder', text: 'Sorry, again: the index on `events(ord)` is missing in the migration.' },
    { from: 'coder', to: 'reviewer', text: 'Good catch. Added:\n```sql\nCREATE INDEX events_ord ON events (workspace, ord);\n```' },
    { from: 'tester', to: 'reviewer', cc: ['coder'], text: 'Query plan says SEARCH now, 3 ms for 200,000 rows.' },
  ],
]

/** What the story of the demo says here, and when (seconds): the end of a task on IRC, and two who wait for each other until one of them gives way. */
export const story: readonly { readonly at: number; readonly beats: readonly Beat[] }[] = [
  {
    at: demoCues.reported,
    beats: [{ from: 'ops', to: 'planner', text: 'The regression suite on IRC is done: green, with the retry budget fixed.' }],
  },
  {
    at: demoCues.stuck,
    beats: [
      { from: 'parser', to: 'schema', text: 'Review: the grammar. I export the types after it.' },
      { from: 'schema', to: 'parser', text: 'Review: the types. I freeze the grammar after it.' },
    ],
  },
  {
    at: demoCues.untied,
    beats: [
      { from: 'parser', to: 'schema', text: 'Done: I read the types as they are, they fit.' },
      { from: 'schema', to: 'parser', text: 'Done: the grammar is frozen.' },
    ],
  },
]

/** A piece of work of the demo. */
export interface Job {
  readonly title: string
  readonly description: string
  readonly tools: readonly string[]
  readonly remark: string
  /** What the reviewer says. */
  readonly review: string
  readonly summary: string
}

/** The agents' jobs in the demo, in turn. */
export const jobs: readonly Job[] = [
  {
    title: 'Refresh tokens before they expire',
    description: 'The session ends in the middle of a request when the token expires.',
    tools: ['read src/auth/token.ts', 'edit src/auth/refresh.ts'],
    remark: 'The server’s clock is 40 s behind ours, so I renew a minute early.',
    review: 'Approved. A minute covers the clocks that I have seen.',
    summary: 'Tokens are renewed a minute before they expire. 14 tests pass.',
  },
  {
    title: 'Find the slow ledger query',
    description: 'A monthly page takes 4 s to load.',
    tools: ['grep ledger_entries', '› psql -c "explain analyze"'],
    remark: 'An index on (account, booked_at) brings it to 30 ms. @all any reason not to add it?',
    review: 'No reason against it. Approved.',
    summary: 'Index added in migration 41; the page takes 30 ms.',
  },
  {
    title: 'Run the regression suite',
    description: 'Before the release of the gateway.',
    tools: ['› go test ./...', 'read internal/gateway/retry.go'],
    remark: 'Two tests fail, both in retry; it looks like a real bug.',
    review: 'I read the fix: the budget is per request now. Approved.',
    summary: 'Suite is green after fixing the retry budget.',
  },
  {
    title: 'Describe the new configuration',
    description: 'docs/config.md lacks the section on limits.',
    tools: ['read docs/config.md', 'edit docs/config.md'],
    remark: 'What is the maximum line length? I wrote 64 KiB.',
    review: 'Reads well. The limit itself is not mine to decide.',
    summary: 'Section on limits written and linked from the overview.',
  },
]

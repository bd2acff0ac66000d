/** The project of the demo. */
export const harbour = { id: 'harbour', name: 'Harbour team' } as const

/** A talk of the demo: who asks, and what each agent says in turn. */
export interface Talk {
  readonly by: 'lead' | 'ops'
  readonly asks: string
  readonly answers: readonly (readonly [agent: 'Coder' | 'Reviewer' | 'Tester', text: string])[]
  /** Work that the last answer handed to Coder: its title, what Coder says when it is done, and what Tester answers. */
  readonly handsOver?: { readonly title: string; readonly done: string; readonly thanks: string }
}

/** The talks of the demo, in turn. At most three agents answer one another: then the chain ends. */
export const talks: readonly Talk[] = [
  {
    by: 'lead',
    asks: '@Coder the berth planner loses a reservation when two ships ask in the same second. Can you look?',
    answers: [
      [
        'Coder',
        'Found it. `reserve()` reads the free berths, waits for the tide table, and writes what it read before the wait.\n\nI moved the write into one transaction and added a version to each berth, so the second writer sees that it is late and asks again. @Reviewer please look at `planner/reserve.ts`.',
      ],
      [
        'Reviewer',
        'The version is compared under the lock, so a paused writer cannot overwrite. One thing: the retry has no limit; with a busy harbour it could spin. @Coder three tries, then tell the harbour master?',
      ],
      ['Coder', 'Three tries, and a message that names the berth and both ships. All 41 tests of the planner pass.'],
    ],
  },
  {
    by: 'ops',
    asks: '@Tester is the nightly run green again?',
    answers: [
      [
        'Tester',
        'Green since 02:10: 612 tests, 0 failed, 3 skipped.\n\n| suite | time |\n|---|---|\n| planner | 41 s |\n| tides | 12 s |\n| billing | 1 min 8 s |\n\nThe slowest is `billing/invoice-month`, which reads the whole ledger. [HANDOFF: @Coder "Index the ledger by month"]',
      ],
    ],
    handsOver: {
      title: 'Index the ledger by month',
      done: 'Done: the ledger has an index by month, and a page takes 30 ms. @Tester the next nightly run will be shorter.',
      thanks: 'Measured on staging: `billing/invoice-month` takes 9 s now, and the whole run 1 min 2 s.',
    },
  },
  {
    by: 'lead',
    asks: '@Reviewer what would you change before the release?',
    answers: [
      [
        'Reviewer',
        'Two things, neither of them large:\n\n1. The tide table is fetched for each request. Once an hour is enough.\n2. `harbour.toml` has a limit of 64 KiB in the code and of 32 KiB in the documents.\n\n@Tester could you measure the first?',
      ],
      ['Tester', 'Measured with 200 requests: 340 ms each as it is, 22 ms with a table that is an hour old. Worth it.'],
    ],
  },
]

/** What an agent of the demo answers to a mention. */
export const reply =
  'I am a scripted agent of the demo, so I cannot do that. What you see is how an answer comes in: it is announced first, then it grows piece by piece, and in the end the whole text takes the place of the pieces.'

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Journal } from '../src/core/journal.ts'
import { openJournal } from '../src/io/journal/open.ts'
import { openBare } from './journal-bare.ts'
import { chatLikeEvents } from './chat-like.ts'
import type { BenchRow } from './row.ts'

const total = 200_000
const batch = 500
const asked = 200

/** Ingest, pages, search and memory of the journal with 200,000 events, compared with a bare loop over the same rows in the same run. */
export async function journalBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'))
  try {
    const opened = openJournal({ dataDir: path.join(folder, 'journal') })
    if (!opened.ok) throw new Error(opened.fault.message)
    const journal = opened.value
    const bare = openBare(path.join(folder, 'bare.db'), 'same rows')
    const least = openBare(path.join(folder, 'least.db'), 'least')
    journal.putWorkspace({ id: 'w', path: folder, name: 'bench', operator: 'operator', operatorAsked: true, openedAt: 0, demo: false })
    let [journalMs, bareMs, leastMs] = [0, 0, 0]
    // Alternating, so that a slow moment of the machine affects all.
    for (let first = 1; first <= total; first += batch) {
      const events = chatLikeEvents(first, batch)
      journalMs += timed(() =>
        journal.append({ workspace: 'w', source: 'chat', protocol: 'chat', at: first, events, state: { line: first } }),
      )
      bareMs += timed(() => bare.insert(first, events))
      leastMs += timed(() => least.insert(first, events))
    }
    bare.close()
    least.close()
    const rows = [
      ingestRow(journalMs, bareMs, 'bare better-sqlite3 loop, same rows and FTS', '≥ 0.5'),
      ingestRow(journalMs, leastMs, 'bare loop, one table with one key and FTS of text and names only'),
      ...readRows(journal),
    ]
    journal.close()
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function ingestRow(journalMs: number, otherMs: number, against: string, goal?: string): BenchRow {
  const [ours, theirs] = [perSecond(journalMs), perSecond(otherMs)]
  return {
    name: 'journaled ingest, 200,000 messages in batches of 500',
    value: ours,
    unit: 'events/s',
    against: `${against}: ${theirs.toLocaleString('en-US')} events/s`,
    ratio: ours / theirs,
    ...(goal !== undefined && { goal }),
  }
}

function readRows(journal: Journal): BenchRow[] {
  const head = journal.head('w')
  const queries = ['parser', 'pa', '"fix parser"', 'from:coder review', 'to:qa-bot -broken', 'in:tester merge', 'journal engine mark', 'e']
  const search = p95((turn) => journal.search({ workspace: 'w', query: queries[turn % queries.length] ?? '', limit: 50, now: head }))
  const dated = p95(() => journal.search({ workspace: 'w', query: `parser after:1970-01-01T00:01Z`, limit: 50, now: head }))
  const filters = [{}, { source: 'chat' }, { conversation: 'chat|coder⇄tester' }, { names: ['chat|coder', 'chat|qa-bot'] }]
  const page = p95((turn) =>
    journal.page({ workspace: 'w', filter: filters[turn % filters.length] ?? {}, before: 1 + ((turn * 7_919) % head), limit: 100 }),
  )
  const replayMs = timed(() => {
    for (const _event of journal.replay('w', 0));
  })
  return [
    { name: 'search over 200,000 messages, p95', value: search, unit: 'ms' },
    { name: 'search with a date over 200,000 messages, p95', value: dated, unit: 'ms' },
    { name: 'page of 100 rows anywhere in 200,000, p95', value: page, unit: 'ms' },
    { name: 'replay of 200,000 events for the folds', value: replayMs, unit: 'ms' },
    { name: 'resident memory after 200,000 events', value: process.memoryUsage().rss / 2 ** 20, unit: 'MiB' },
  ]
}

function timed(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function p95(run: (turn: number) => unknown): number {
  const times = Array.from({ length: asked }, (_, turn) => timed(() => run(turn))).toSorted((a, b) => a - b)
  return times[Math.floor(asked * 0.95)] ?? 0
}

function perSecond(ms: number): number {
  return Math.round((total / ms) * 1_000)
}

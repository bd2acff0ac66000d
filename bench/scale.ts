import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn, setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { openFolds } from '../src/engine/folds/folds.ts'
import type { Journal } from '../src/core/journal.ts'
import { runInBackground } from '../src/io/journal/background.ts'
import { openJournal } from '../src/io/journal/open.ts'
import { chatLikeEvents, seeded } from './chat-like.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const sizes = { small: 200_000, large: 2_000_000 }
const batch = 2_000
/** A message every 15 s: 2,000,000 are about a year. */
const periodMs = 15_000
const words = 200_000
const asked = 20
const forgotten = 200_000

interface Filled {
  readonly folder: string
  readonly journal: Journal
  readonly size: number
}

/**
 * A journal of 2,000,000 events beside one of 200,000: what must not grow with it, as ratios within the run. `PATCHBAY_BENCH_SCALE` names a folder in
 * which the two are kept for the next run.
 */
export async function scaleBench(): Promise<BenchRow[]> {
  const kept = process.env['PATCHBAY_BENCH_SCALE']
  const root = kept ?? mkdtempSync(path.join(tmpdir(), 'patchbay-bench-scale-'))
  const open: Journal[] = []
  try {
    const small = fill(path.join(root, 'small'), sizes.small)
    open.push(small.journal)
    const large = fill(path.join(root, 'large'), sizes.large)
    open.push(large.journal)
    return [
      ...(await searchRows(small, large)),
      ...(await pageRows(large)),
      ...(await backupRows(large)),
      ...(await foldRows(large)),
      await memoryRow(large),
      ...(await forgetRows(large)),
    ]
  } finally {
    for (const journal of open) journal.close()
    if (kept === undefined) rmSync(root, { recursive: true, force: true })
  }
}

/** Fills a journal by the way that links use. Besides everyday words each message has one of 200,000 rare ones. */
function fill(folder: string, size: number): Filled {
  const isFilled = existsSync(path.join(folder, 'journal.db'))
  const opened = openJournal({ dataDir: folder })
  if (!opened.ok) throw new Error(opened.fault.message)
  const journal = opened.value
  if (!isFilled) {
    putWorkspace(journal, 'w', folder)
    append(journal, 'w', size)
  }
  return { folder, journal, size }
}

function putWorkspace(journal: Journal, id: string, folder: string): void {
  journal.putWorkspace({ id, path: folder, name: 'bench', operator: 'operator', operatorAsked: true, openedAt: 0, demo: false })
}

function append(journal: Journal, workspace: string, size: number): void {
  const random = seeded(size)
  for (let first = 1; first <= size; first += batch) {
    const events = chatLikeEvents(first, batch).map((event) =>
      event.body.kind === 'message' ? { ...event, body: { ...event.body, text: `${event.body.text} ${rareWord(random(words))}` } } : event,
    )
    journal.append({ workspace, source: `chat-${workspace}`, protocol: 'chat', at: first * periodMs, events, state: { line: first } })
  }
}

function rareWord(number: number): string {
  return (number * 7_919 + 40_000_000).toString(36)
}

async function searchRows(small: Filled, large: Filled): Promise<BenchRow[]> {
  const queries: readonly (readonly [string, (size: number) => string])[] = [
    ['a word', () => 'parser'],
    ['two letters', () => 'pa'],
    ['two letters of many rare words', () => 'p1'],
    ['from:', () => 'from:coder'],
    ['before:', (size) => `before:${new Date(size * periodMs * 0.3).toISOString()}`],
    ['after:', (size) => `after:${new Date(size * periodMs * 0.7).toISOString()}`],
    ['is:unread', () => 'is:unread'],
    ['is:read, nothing read', () => 'is:read'],
    [
      'all together',
      (size) =>
        `parser from:coder before:${new Date(size * periodMs * 0.7).toISOString()} after:${new Date(size * periodMs * 0.3).toISOString()} is:unread pa`,
    ],
  ]
  const rows: BenchRow[] = []
  const gaps: number[] = []
  for (const [name, query] of queries) {
    const [less, more] = [await searched(small, query(small.size)), await searched(large, query(large.size))]
    gaps.push(...more.gaps)
    rows.push({
      name: `search for ${name}, 2,000,000 events, first page, p95`,
      value: percentile(more.times, 95),
      unit: 'ms',
      against: `200,000 events: ${percentile(less.times, 95).toFixed(1)} ms`,
      ratio: percentile(less.times, 50) / percentile(more.times, 50),
      goal: '< 150 ms, ratio ≥ 0.5',
    })
  }
  rows.push({ name: 'another call while 2,000,000 events are searched, p99', value: percentile(gaps, 99), unit: 'ms', goal: '< 20' })
  return rows
}

async function searched({ journal, size }: Filled, query: string): Promise<{ times: number[]; gaps: number[] }> {
  const unread = (below: number): number[] =>
    Array.from(
      { length: Math.min(10_000, Math.max(0, Math.min(below, size + 1) - 1)) },
      (_, index) => Math.min(below, size + 1) - 1 - index,
    )
  const times: number[] = []
  const gaps: number[] = []
  for (let count = 0; count < asked; count++) {
    const began = performance.now()
    gaps.push(
      ...(await meanwhile(async () => {
        const found = await journal.search({ workspace: 'w', query, limit: 50, now: size * periodMs, unread })
        if (!found.ok || (found.value.hits.length === 0 && query !== 'is:read')) throw new Error(`nothing found for ${query}`)
      })),
    )
    times.push(performance.now() - began)
  }
  return { times, gaps }
}

/**
 * How long another call would have waited that comes each millisecond while something runs. In between this thread sleeps, as that of the app does: one that
 * never sleeps takes a core from what is measured.
 */
export async function meanwhile(run: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = []
  const ended = { isOver: false }
  const over = run().finally(() => (ended.isOver = true))
  let next = performance.now()
  while (!ended.isOver) {
    await setTimeout(1)
    for (const now = performance.now(); next <= now; next++) waits.push(now - next)
  }
  await over
  return waits
}

async function foldRows({ journal, folder }: Filled): Promise<BenchRow[]> {
  journal.putSnapshot('w', 'workspace', { cursor: 0, version: 0, value: null, isWhole: true }) // as if there were none
  const services = { journal: counting(journal), now: () => sizes.large * periodMs, log: () => undefined }
  globalThis.gc?.()
  const cpu = process.cpuUsage()
  const folds = openFolds(services, 'w')
  const gaps = await meanwhile(async () => {
    while (folds.view('operator', () => undefined).rebuilding !== undefined) await turn()
  })
  const rebuilt = process.cpuUsage(cpu)
  const unread = folds.view('operator', () => undefined).conversations.reduce((sum, row) => sum + row.unread, 0)
  if (unread !== sizes.large) throw new Error(`${unread} are unread`)
  const last = journal.event(journal.since('w', journal.head('w') - 1, 1)[0]?.id ?? '')
  const first = journal.page({ workspace: 'w', filter: {}, around: 1, limit: 1 }).events[0]
  const { id = '' } = folds.view('operator', () => undefined).conversations[0] ?? {}
  const readGaps = await meanwhile(async () => {
    folds.markRead([id], last?.ord ?? 0)
    if (first !== undefined) await folds.markUnread(first)
  })
  folds.close()
  const cpuOfStart = process.cpuUsage()
  openFolds(services, 'w').close()
  const started = process.cpuUsage(cpuOfStart)
  const bytes = statSync(path.join(folder, 'journal.db')).size
  return [
    { name: 'rebuild of the folds of 2,000,000 events, CPU', value: seconds(rebuilt), unit: 's', goal: '≤ 30' },
    { name: 'another call meanwhile, p99', value: percentile(gaps, 99), unit: 'ms', goal: '< 20' },
    {
      name: 'characters of snapshots written meanwhile',
      value: services.journal.written() / 2 ** 20,
      unit: 'MiB',
      against: `journal of ${Math.round(bytes / 2 ** 20)} MiB`,
      ratio: bytes / Math.max(1, services.journal.written()),
      goal: '≥ 10',
    },
    { name: 'another call while an old message is marked unread, p99', value: percentile(readGaps, 99), unit: 'ms', goal: '< 20' },
    { name: 'start of the folds with 2,000,000 unread at rest, CPU', value: seconds(started), unit: 's', goal: '≤ 1' },
  ]
}

/** The journal, and how much of snapshots it was given. */
function counting(journal: Journal): Journal & { written(): number } {
  let written = 0
  return {
    ...journal,
    putSnapshot(...given) {
      const chars = journal.putSnapshot(...given)
      written += chars
      return chars
    },
    written: () => written,
  }
}

/** Pages are read at once; so the call itself is what another one waits for. */
async function pageRows({ journal, size }: Filled): Promise<BenchRow[]> {
  const random = seeded(1)
  const conversation = 'chat-w|coder⇄reviewer'
  const filters = [{}, { conversation }, { names: ['chat-w|coder'] }, { addressed: ['chat-w|coder'] }, { conversation, kinds: ['fault'] }]
  const times: number[] = []
  for (let count = 0; count < 100; count++) {
    for (const filter of filters) {
      const began = performance.now()
      journal.page({ workspace: 'w', filter, around: random(size), limit: 100 })
      times.push(performance.now() - began)
      await turn()
    }
  }
  return [{ name: 'another call while pages of 2,000,000 events are read, p99', value: percentile(times, 99), unit: 'ms', goal: '< 20' }]
}

/** Calls of the kind that the screen and links make, a few milliseconds apart, with a backup and without one. */
async function backupRows({ folder, journal, size }: Filled): Promise<BenchRow[]> {
  const alone = await callsWhile(journal, size, () => setTimeout(5_000))
  const began = performance.now()
  let seconds = 0
  const during = await callsWhile(journal, size, async () => {
    const done = await runInBackground({ kind: 'backup', dataDir: folder, now: Date.now() }, new AbortController().signal)
    if (!done.ok) throw new Error(done.fault.message)
    seconds = (performance.now() - began) / 1_000
  })
  rmSync(path.join(folder, 'backups'), { recursive: true })
  return [
    {
      name: 'another call while 2,000,000 events are backed up, p99',
      value: percentile(during, 99),
      unit: 'ms',
      against: `${during.length.toLocaleString('en')} calls; without a backup ${percentile(alone, 99).toFixed(1)} ms`,
      goal: '< 20',
    },
    { name: 'backup of 2,000,000 events, checked', value: seconds, unit: 's' },
  ]
}

/** How long a page and a small write take together, ms, while something runs. */
async function callsWhile(journal: Journal, size: number, run: () => Promise<unknown>): Promise<number[]> {
  const random = seeded(2)
  const times: number[] = []
  const ended = { isOver: false }
  const over = run().finally(() => (ended.isOver = true))
  while (!ended.isOver) {
    const began = performance.now()
    journal.page({ workspace: 'w', filter: {}, around: random(size), limit: 100 })
    journal.putSetting('bench', times.length)
    times.push(performance.now() - began)
    await setTimeout(5)
  }
  await over
  return times
}

/** This process has filled the journals, so another one that only reads is measured. */
async function memoryRow({ folder, size }: Filled): Promise<BenchRow> {
  const program = path.join(import.meta.dirname, 'scale-core.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder, String(size * periodMs)])
  const { rss, forYou } = JSON.parse(stdout) as { rss: number; forYou: number }
  const against = `${forYou.toLocaleString('en')} of them to the operator`
  return { name: 'memory of the engine with 2,000,000 unread', value: rss / 2 ** 20, unit: 'MiB', against, goal: '< 250' }
}

/** To the end of it, when no forgotten word is left in the search index: several minutes, because it rests most of the time. */
async function forgetRows({ journal, folder }: Filled): Promise<BenchRow[]> {
  putWorkspace(journal, 'v', `${folder}-v`)
  append(journal, 'v', forgotten)
  const file = path.join(folder, 'journal.db')
  const looker = new Database(file, { readonly: true })
  const left = looker.prepare('SELECT count(*) FROM sources WHERE id IS NULL').pluck()
  const isMerged = looker.prepare("SELECT 1 FROM search_config WHERE k = 'automerge' AND v > 0").pluck()
  const before = statSync(file).size
  const gaps = await meanwhile(async () => {
    journal.removeWorkspace('v')
    do await setTimeout(1_000)
    while (left.get() !== 0 || isMerged.get() === undefined)
  })
  looker.close()
  return [
    {
      name: 'pages that the file gave back',
      value: (before - statSync(file).size) / 2 ** 20,
      unit: 'MiB',
      against: `${Math.round(before / 2 ** 20)} MiB`,
    },
    { name: 'another call while 200,000 of 2,200,000 events are forgotten, p99', value: percentile(gaps, 99), unit: 'ms', goal: '< 20' },
  ]
}

function seconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6
}

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Journal } from '../src/core/journal.ts'
import { runInBackground } from '../src/io/journal/background.ts'
import { openJournal } from '../src/io/journal/open.ts'
import { chatLikeEvents, seeded } from './chat-like.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const size = 150_000
const batch = 2_000
/** All of them arrive in one month. */
const periodMs = 15_000
const asked = 200

/** A month of events in an archive beside the same month in another journal. */
export async function archiveBench(): Promise<BenchRow[]> {
  const [dataDir, otherDir] = [newFolder(), newFolder()]
  const [journal, other] = [filled(dataDir), filled(otherDir)]
  try {
    const bytes = await settledBytes(dataDir)
    const alone = await timed(() => setTimeout(10_000))
    const against = `nothing running: ${percentile(alone.gaps, 99).toFixed(1)} ms`
    const moved = await timed(async () => moveAll(journal, dataDir))
    const left = await settledBytes(dataDir)
    await settledBytes(otherDir)
    const [after = noTimes, before = noTimes] = await timesOf(journal, other)
    const back = await timed(async () => {
      const [archive] = journal.archives()
      journal.bringBack(archive?.file ?? '')
      while (journal.archives().length > 0) await setTimeout(5)
    })
    return [
      ratio('page of an archived month, p95', percentile(after.pages, 95), percentile(before.pages, 95)),
      ratio('page of an archived month, median', percentile(after.pages, 50), percentile(before.pages, 50)),
      ratio('search over an archived month, p95', percentile(after.searches, 95), percentile(before.searches, 95)),
      ratio('search over an archived month, median', percentile(after.searches, 50), percentile(before.searches, 50)),
      { name: `moving ${size.toLocaleString('en')} events into an archive`, value: moved.ms / 1_000, unit: 's' },
      { name: 'another call meanwhile, p99', value: percentile(moved.gaps, 99), unit: 'ms', against, goal: '< 20' },
      { name: 'bringing them back', value: back.ms / 1_000, unit: 's' },
      { name: 'another call meanwhile, p99', value: percentile(back.gaps, 99), unit: 'ms', against, goal: '< 20' },
      { name: 'what the journal still has of them', value: (100 * left) / bytes, unit: '%' },
    ]
  } finally {
    for (const each of [journal, other]) each.close()
    for (const folder of [dataDir, otherDir]) rmSync(folder, { recursive: true, force: true })
  }
}

function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'patchbay-bench-archive-'))
}

function filled(dataDir: string): Journal {
  const opened = openJournal({ dataDir })
  if (!opened.ok) throw new Error(opened.fault.message)
  const journal = opened.value
  journal.putWorkspace({ id: 'w', path: dataDir, name: 'bench', operator: 'operator', operatorAsked: true, openedAt: 0, demo: false })
  for (let first = 1; first <= size; first += batch)
    journal.append({ workspace: 'w', source: 'chat', protocol: 'chat', at: first * periodMs, events: chatLikeEvents(first, batch) })
  return journal
}

/** A time relative to the same before the move. */
function ratio(name: string, one: number, other: number): BenchRow {
  return { name, value: one / other, unit: '×', against: `the same in the journal, ${other.toFixed(1)} ms`, goal: '< 2' }
}

async function moveAll(journal: Journal, dataDir: string): Promise<void> {
  const done = await runInBackground({ kind: 'archive', dataDir, month: '1970-01' }, new AbortController().signal)
  if (!done.ok) throw new Error(done.fault.message)
  const { file, month } = done.value as { readonly file: string; readonly month: string }
  journal.moveToArchive(file, month)
  while (journal.archives()[0]?.state !== 'closed') await setTimeout(5)
}

/** The size of the journal when its free pages were given back and its log is in the file. */
async function settledBytes(dataDir: string): Promise<number> {
  const file = path.join(dataDir, 'journal.db')
  for (let last = -1; ;) {
    await runInBackground({ kind: 'checkpoint', dataDir }, new AbortController().signal)
    const { size: now } = statSync(file)
    if (now === last) return now
    last = now
    await setTimeout(1_000)
  }
}

interface Times {
  readonly pages: number[]
  readonly searches: number[]
}

const noTimes: Times = { pages: [], searches: [] }

/** The same questions to both in turn, so that whatever else this machine does slows both. */
async function timesOf(...journals: readonly Journal[]): Promise<readonly Times[]> {
  const random = seeded(1)
  const all = journals.map((): Times => ({ pages: [], searches: [] }))
  for (let count = 0; count < asked; count++) {
    const around = random(size)
    const query = ['parser', 'parser review', '"fix parser"', 'from:coder merge'][count % 4] ?? ''
    const order = count % 2 === 0 ? [0, 1] : [1, 0]
    for (const index of order) {
      const [journal, times] = [journals[index], all[index]]
      times?.pages.push(await elapsed(() => journal?.page({ workspace: 'w', filter: {}, around, limit: 100 })))
      times?.searches.push(await elapsed(() => journal?.search({ workspace: 'w', query, limit: 50, before: around, now: 0 })))
    }
  }
  return all
}

async function elapsed(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** How long the work takes, and how long other calls wait meanwhile, ms. */
async function timed(work: () => Promise<void>): Promise<{ readonly ms: number; readonly gaps: readonly number[] }> {
  const gaps: number[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    gaps.push(now - last)
    last = now
  }, 1)
  const ms = await elapsed(work)
  clearInterval(timer)
  return { ms, gaps }
}

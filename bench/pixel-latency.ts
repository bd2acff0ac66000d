import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { bareWatchScript } from './bare-watch.ts'
import { percentile } from './percentile.ts'
import type { Seen } from './pixel-page.ts'
import type { BenchRow } from './row.ts'

const now = (): number => performance.timeOrigin + performance.now()
const lineOf = (number: number): string => `[coder-to-reviewer]: line number ${number} of a usual length, nothing more\n`

/** Follows `chat` in parallel to the page with minimal code, and records what it received. */
interface Bare {
  readonly seen: readonly Seen[]
  stop(): void
}

/**
 * Appends lines to `chat`, which the page shows and a bare watcher reads as well: at 10 and at 1,000 lines a second, each line separately, and
 * 2,000 at once. The page must run `watchRows`.
 */
export async function latencyRows(page: Page, chat: string): Promise<BenchRow[]> {
  const bare = await startBare(chat)
  try {
    const run = { page, chat, bare }
    await append(run, 1, 30, 20) // until everything is compiled
    const slow = await append(run, 31, 100, 10)
    const fast = await append(run, 131, 5_000, 1_000)
    const burst = await append(run, 5_131, 2_000, Number.POSITIVE_INFINITY)
    return [
      ...rowsOf('10 lines/s', slow, { 95: '≤ 150 ms' }),
      ...rowsOf('1,000 lines/s', fast, {}),
      row('burst of 2,000 lines → the last on the screen', burst.ours.at(-1) ?? 0, burst.theirs.at(-1) ?? 0, '≤ 2,000 ms'),
    ]
  } finally {
    bare.stop()
  }
}

interface Times {
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
}

/** Appends `count` lines starting at number `first`, `perSecond` of them, and waits until page and bare watcher have seen the last. */
async function append(run: { page: Page; chat: string; bare: Bare }, first: number, count: number, perSecond: number): Promise<Times> {
  const appended: number[] = []
  const began = now()
  if (perSecond === Number.POSITIVE_INFINITY) {
    appendFileSync(run.chat, Array.from({ length: count }, (_, index) => lineOf(first + index)).join(''))
    appended.push(...Array.from({ length: count }, () => began))
  }
  while (appended.length < count) {
    const due = Math.min(count, Math.floor(((now() - began) / 1_000) * perSecond) + 1)
    while (appended.length < due) {
      appended.push(now())
      appendFileSync(run.chat, lineOf(first + appended.length - 1))
    }
    await pause(1)
  }
  const last = first + count - 1
  await run.page.waitForFunction((wanted) => (Reflect.get(globalThis, 'seen') as Seen[]).some(({ number }) => number >= wanted), last)
  while (!run.bare.seen.some(({ number }) => number >= last)) await pause(5)
  const seen = await run.page.evaluate(() => Reflect.get(globalThis, 'seen') as Seen[])
  return { ours: waits(appended, first, seen), theirs: waits(appended, first, run.bare.seen) }
}

/** How long each line took until it, or a later one, was seen. */
function waits(appended: readonly number[], first: number, seen: readonly Seen[]): number[] {
  let at = 0
  return appended.map((time, index) => {
    while ((seen[at]?.number ?? Number.POSITIVE_INFINITY) < first + index) at++
    return (seen[at]?.at ?? Number.NaN) - time
  })
}

async function startBare(chat: string): Promise<Bare> {
  const child = spawn(process.execPath, ['-e', bareWatchScript, chat], { stdio: ['ignore', 'pipe', 'inherit'] })
  const seen: Seen[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    const numbers = [...chunk.toString('utf8').matchAll(/line number (\d+) /g)]
    const number = Number(numbers.at(-1)?.[1] ?? 0)
    if (number > 0) seen.push({ number, at: now() })
  })
  // Only its first line shows that its watcher is active.
  while (seen.length === 0) {
    appendFileSync(chat, lineOf(1))
    await pause(50)
  }
  return { seen, stop: () => void child.kill('SIGKILL') }
}

function rowsOf(rate: string, times: Times, goals: { readonly [percent: number]: string }): BenchRow[] {
  return [50, 95, 99].map((percent) =>
    row(`append → pixel at ${rate}, p${percent}`, percentile(times.ours, percent), percentile(times.theirs, percent), goals[percent]),
  )
}

function row(name: string, ours: number, theirs: number, goal?: string): BenchRow {
  return {
    name,
    value: ours,
    unit: 'ms',
    against: `bare fs.watch + read → stdout, ${theirs.toFixed(2)} ms`,
    ratio: theirs / ours,
    ...(goal !== undefined && { goal }),
  }
}

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import type { Page } from 'playwright'
import { FeedPage } from '../e2e/pages/feed-page.ts'
import { findChromium } from '../e2e/shells/chromium.ts'
import { startWebShell } from '../e2e/shells/web.ts'
import { writeBare } from './bare-write.ts'
import { percentile } from './percentile.ts'
import { watchRows } from './pixel-page.ts'
import type { Seen } from './pixel-page.ts'
import type { BenchRow } from './row.ts'

const warm = 20
const measured = 200
const perSecond = 10

const now = (): number => performance.timeOrigin + performance.now()

/** From a message that another program puts into an inbox to the screen: the real `patchbay serve` and a real Chromium. */
export async function mailPixelBench(): Promise<BenchRow[]> {
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-bench-')))
  const workspace = path.join(scratch, 'workspace')
  const inbox = path.join(workspace, '.switchboard', 'inbox', 'coder')
  mkdirSync(inbox, { recursive: true })
  const browser = await chromium.launch(await findChromium())
  const shell = await startWebShell({ dataDir: path.join(scratch, 'data'), workspace })
  const bare = startBare(inbox)
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(shell.address)
    await new FeedPage(page).open()
    await page.locator('.feed').waitFor()
    await page.evaluate(watchRows)
    await deliver(page, inbox, bare.seen, 1, warm)
    const { ours, theirs } = await deliver(page, inbox, bare.seen, warm + 1, measured)
    return [50, 95, 99].map((percent) => {
      const [value, other] = [percentile(ours, percent), percentile(theirs, percent)]
      const against = `bare fs.watch + read → stdout, ${other.toFixed(2)} ms`
      return { name: `delivery by file → pixel at ${perSecond} messages/s, p${percent}`, value, unit: 'ms', against, ratio: other / value }
    })
  } finally {
    bare.stop()
    await browser.close()
    await shell.kill()
    rmSync(scratch, { recursive: true, force: true })
  }
}

interface Times {
  readonly ours: number[]
  readonly theirs: number[]
}

/** Delivers messages one after the other and waits until page and bare watcher have seen the last. */
async function deliver(page: Page, inbox: string, bare: readonly Seen[], first: number, count: number): Promise<Times> {
  const delivered: number[] = []
  for (let number = first; number < first + count; number++) {
    const id = `msg_${1_700_000_000_000 + number}_bench`
    const payload = `line number ${number} of a usual length, nothing more`
    const message = { id, action: 'status_update', sender: 'tester', recipient: 'coder', payload, createdAt: new Date().toISOString() }
    await writeBare(inbox, `${id}.json`, `${JSON.stringify(message, undefined, 2)}\n`)
    delivered.push(now())
    await pause(1_000 / perSecond)
  }
  const last = first + count - 1
  await page.waitForFunction((wanted) => (Reflect.get(globalThis, 'seen') as Seen[]).some(({ number }) => number >= wanted), last)
  while (!bare.some(({ number }) => number >= last)) await pause(5)
  const seen = await page.evaluate(() => Reflect.get(globalThis, 'seen') as Seen[])
  return { ours: waits(delivered, first, seen), theirs: waits(delivered, first, bare) }
}

/** How long each message took until it, or a later one, was seen. */
function waits(delivered: readonly number[], first: number, seen: readonly Seen[]): number[] {
  return delivered.map((time, index) => (seen.find(({ number }) => number >= first + index)?.at ?? Number.NaN) - time)
}

/** The minimum that follows a folder: a watcher, one read per hint, and the contents on stdout. */
const bareScript = `
  const { watch, readFileSync, writeSync } = require('node:fs')
  watch(process.argv[1], (_kind, name) => {
    try { if (name.endsWith('.json')) writeSync(1, readFileSync(process.argv[1] + '/' + name)) } catch {}
  })`

function startBare(folder: string): { readonly seen: readonly Seen[]; stop(): void } {
  const child = spawn(process.execPath, ['-e', bareScript, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const seen: Seen[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    const number = Number(/line number (\d+) /.exec(chunk.toString('utf8'))?.[1] ?? 0)
    if (number > (seen.at(-1)?.number ?? 0)) seen.push({ number, at: now() })
  })
  return { seen, stop: () => void child.kill('SIGKILL') }
}
